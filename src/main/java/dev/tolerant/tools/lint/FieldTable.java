package dev.tolerant.tools.lint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The fields of the API's classes with their types, as packages that are named in its first line have them: {@code [x]} is a list,
 * {@code {x}} a map. A test makes the table.
 */
record FieldTable(String versions, Map<String, Map<String, String>> classes) {
    /** Its fields are the kinds. */
    static final String KINDS = "";

    static FieldTable read() {
        try (InputStream file = FieldTable.class.getResourceAsStream("/schema/fields.txt")) {
            List<String> lines = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            Map<String, Map<String, String>> classes = new HashMap<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] named = line.split(": ", 2);
                Map<String, String> fields = new LinkedHashMap<>();
                for (String field : named[1].split(", ")) {
                    int equals = field.indexOf('=');
                    fields.put(field.substring(0, equals), field.substring(equals + 1));
                }
                classes.put(named[0], fields);
            }
            return new FieldTable(lines.get(0).substring("# ".length()), classes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    Map<String, String> fields(String type) {
        return classes.getOrDefault(type, Map.of());
    }
}

package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads what tests write as YAML, or as JSON, which is a part of it. */
public final class Yaml {
    private static final YAMLMapper MAPPER = new YAMLMapper();

    private Yaml() {}

    public static JsonNode tree(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException notYaml) {
            throw new UncheckedIOException(text, notYaml);
        }
    }

    public static ObjectNode object(String text) {
        return (ObjectNode) tree(text);
    }

    public static JsonNode tree(Path file) {
        try {
            return MAPPER.readTree(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file.toString(), unreadable);
        }
    }
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A policy of src/test/resources/policies, valid or not.
 *
 * @param name the file's name
 * @param text the whole file
 * @param refused a part of what an API server says to an invalid one; empty for a valid one
 */
public record PolicyFile(String name, String text, String refused) {
    private static final Path DIRECTORY = Path.of("src/test/resources/policies");
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String REFUSED = "# refused: ";

    /** The policies that every check accepts. */
    public static List<PolicyFile> valid() {
        return all("valid-");
    }

    /** The policies that break one rule each. */
    public static List<PolicyFile> invalid() {
        return all("invalid-");
    }

    /** One file by its name without directory and ending. */
    public static PolicyFile of(String name) {
        return read(DIRECTORY.resolve(name + ".yaml"));
    }

    /** The object in the file. */
    public JsonNode object() {
        try {
            return YAML.readTree(text);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(name, unreadable);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static List<PolicyFile> all(String prefix) {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .map(PolicyFile::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static PolicyFile read(Path file) {
        try {
            String text = Files.readString(file);
            String first = text.lines().findFirst().orElse("");
            String refused = first.startsWith(REFUSED) ? first.substring(REFUSED.length()) : "";
            return new PolicyFile(file.getFileName().toString(), text, refused);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A policy of src/test/resources/policies: one that everybody takes, or one of the table of those that are refused.
 *
 * @param refused a part of what an API server says to it; empty if it takes it
 * @param problem what the program says to it; empty if it takes it
 */
public record PolicyFile(JsonNode object, String refused, String problem) {
    private static final Path DIRECTORY = Path.of("src/test/resources/policies");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** The policies that every check accepts. */
    public static List<PolicyFile> valid() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("valid-"))
                    .sorted()
                    .map(file -> new PolicyFile(Yaml.tree(file), "", ""))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The policies that break one rule each. */
    public static List<PolicyFile> invalid() {
        List<PolicyFile> invalid = new ArrayList<>();
        for (JsonNode row : Yaml.tree(DIRECTORY.resolve("refused.yaml"))) {
            ObjectNode object = YAML.createObjectNode()
                    .put("apiVersion", "tolerant.dev/v1alpha1")
                    .put("kind", "TolerationPolicy");
            object.putObject("metadata").put("name", "refused");
            if (row.has("spec")) {
                object.set("spec", row.get("spec"));
            }
            invalid.add(new PolicyFile(
                    object, row.path("api").asText(), row.path("problem").asText()));
        }
        return invalid;
    }

    @Override
    public String toString() {
        return object.path("spec").isMissingNode()
                ? "no spec"
                : object.path("spec").toString();
    }
}

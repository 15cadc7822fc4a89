package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new pod, and what an API server stores of it that gives pods by itself what it can.
 *
 * @param labels the pod's
 * @param pod its spec
 * @param stored the tolerations and the affinity that are stored
 */
public record InjectionsCase(
        String name, String namespace, @Nullable Map<String, String> labels, ObjectNode pod, JsonNode stored) {
    private static final Path FOLDER = Path.of("src/test/resources/injections");
    private static final Path FILE = FOLDER.resolve("cases.yaml");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** The labels of the namespaces, by name. */
    public static final Map<String, Map<String, String>> NAMESPACES = Map.of(
            "web",
            Map.of(),
            "ml",
            Map.of("team", "ml"),
            "shop",
            Map.of("tenant", "shop"),
            "none",
            Map.of("tenant", ""));

    /** What is given in all cases. */
    public static Injections injections() {
        return InjectionsCompiler.compile(
                PolicySet.of(PolicyFixture.all(RenderedChart.read(FOLDER.resolve("policies.yaml")))),
                Reservations.NONE,
                List.of(),
                EngineFactory.injected(WholeProgram.config(
                        Map.of("rules.node-failure.not-ready", "60", "rules.node-failure.unreachable", "45"))));
    }

    public static List<InjectionsCase> all() {
        try (MappingIterator<InjectionsCase> cases =
                YAML.readerFor(InjectionsCase.class).readValues(FILE.toFile())) {
            return cases.readAll();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The pod as its author writes it, but for its name. */
    public ObjectNode object() {
        ObjectNode object = YAML.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode own = object.putObject("metadata").putObject("labels");
        if (labels != null) {
            labels.forEach(own::put);
        }
        object.set("spec", pod.deepCopy());
        return object;
    }

    /** What of a stored pod counts. */
    public static JsonNode storedOf(JsonNode pod) {
        ObjectNode stored = YAML.createObjectNode();
        stored.set("tolerations", pod.at("/spec/tolerations").deepCopy());
        if (pod.at("/spec/affinity").isObject()) {
            stored.set("affinity", pod.at("/spec/affinity"));
        }
        // What is empty is not stored.
        stored.get("tolerations")
                .forEach(each -> ((ObjectNode) each)
                        .properties()
                        .removeIf(field -> field.getValue().asText("x").isEmpty()));
        return read(stored.toString());
    }

    /** So that numbers are of the same type wherever they come from. */
    private static JsonNode read(String json) {
        return Yaml.tree(json);
    }

    @Override
    public String toString() {
        return name;
    }
}

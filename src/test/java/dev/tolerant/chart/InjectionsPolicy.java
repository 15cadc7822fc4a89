package dev.tolerant.chart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.model.Injections;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The MutatingAdmissionPolicy that gives new pods what the API server can give by itself, in a cluster with one object of injections. It is
 * not in the chart yet.
 */
public final class InjectionsPolicy {
    private static final Path FILES = Path.of("src/test/resources/injections");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization CLIENT = new KubernetesSerialization();
    private static final JsonNode SPEC = spec();
    private static final List<Cel> CONDITIONS = expressions("matchConditions").stream()
            .map(each -> Cel.of(each.getValue(), Map.of(), Cel.Dialect.OF_1_36))
            .toList();
    private static final Composition VARIABLES = Composition.of(expressions("variables"), Cel.Dialect.OF_1_36);
    private static final Cel MUTATION = VARIABLES.compile(mutation());

    private final Object params;

    private InjectionsPolicy(JsonNode object) {
        this.params = Cel.variable(object);
    }

    public static InjectionsPolicy of(Injections injections) {
        try {
            return new InjectionsPolicy(JSON.readTree(CLIENT.asJson(InjectionsObject.of(injections))));
        } catch (JsonProcessingException notJson) {
            throw new IllegalStateException(notJson);
        }
    }

    /** What the API server does with a new pod of a namespace with these labels: an RFC 6902 patch. */
    public JsonNode patch(JsonNode review, Map<String, String> labels) {
        Map<String, Object> given = values(review, labels);
        return CONDITIONS.stream().allMatch(condition -> condition.holds(given))
                ? JSON.valueToTree(MUTATION.value(VARIABLES.resolver(given)))
                : JSON.createArrayNode();
    }

    /** The expression that makes the patch. */
    static String mutation() {
        return SPEC.at("/mutations/0/jsonPatch/expression").asText();
    }

    /** What the dearest variable costs for the pod. */
    public long cost(JsonNode review, Map<String, String> labels) {
        return VARIABLES.cost(values(review, labels));
    }

    private Map<String, Object> values(JsonNode review, Map<String, String> labels) {
        JsonNode request = review.path("request");
        String namespace = request.path("namespace").asText();
        Map<String, String> all = new HashMap<>(labels);
        all.put("kubernetes.io/metadata.name", namespace);
        return Map.of(
                "request", Map.of("namespace", namespace),
                "object", Cel.variable(request.path("object")),
                "namespaceObject", Map.of("metadata", Map.of("name", namespace, "labels", all)),
                "params", params);
    }

    /** The expressions of a list, by name. */
    private static List<Map.Entry<String, String>> expressions(String list) {
        List<Map.Entry<String, String>> expressions = new ArrayList<>();
        SPEC.path(list)
                .forEach(each -> expressions.add(Map.entry(
                        each.path("name").asText(), each.path("expression").asText())));
        return expressions;
    }

    private static JsonNode spec() {
        try {
            ChartCopy chart = ChartCopy.in(Files.createTempDirectory(Path.of("target"), "chart"))
                    .withDefaults(RenderedChart.read(Path.of("helm/tolerant/values.yaml"))
                            + "\ninjections: {enabled: true}\nimage: {repository: registry.example.com/tolerant}\n");
            Files.delete(chart.path().resolve("values.schema.json"));
            try (Stream<Path> files = Files.list(FILES)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    chart.write("templates/" + file.getFileName(), RenderedChart.read(file));
                }
            }
            String manifest = new Helm(chart.path())
                    .template()
                    .withName("tolerant")
                    .withNamespace("tolerant-system")
                    .withKubeVersion("1.36.0")
                    .call();
            for (String document : manifest.split("(?m)^---$")) {
                if (document.contains("kind: MutatingAdmissionPolicy\n")) {
                    return new YAMLMapper().readTree(document).path("spec");
                }
            }
            throw new AssertionError("no MutatingAdmissionPolicy in " + manifest);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

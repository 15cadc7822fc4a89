package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.tolerant.testing.ChartCopy;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are refused before anything reaches a cluster, and what is said of them. */
class SchemaChartTest {
    private static final JsonNode WRITTEN = Yaml.tree(RenderedChart.CHART.resolve("values.schema.json"));
    private static final JsonNode SCHEMA = resolved(WRITTEN.deepCopy());
    private static final JsonNode VALUES = Yaml.tree(RenderedChart.CHART.resolve("values.yaml"));

    /** Values with which every template renders something. */
    private static final ObjectNode ALL_ON = Yaml.object("""
            networkPolicy: {enabled: true}
            hostNetwork: true
            keeper: {mode: enforce}
            webhook: {kubeSystem: {enabled: true}}
            certificates: {mode: certManager}
            monitoring: {podMonitor: {enabled: true}, prometheusRule: {enabled: true}, dashboard: {enabled: true}}
            """);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: {rules: {nodeFailure: {notReady: 0, unreachable: never}, daemonSet: {seconds: -1}}}",
                "global: {anything: {goes: here}}",
                "resources: {limits: {memory: 1Gi, cpu: 1, nvidia.com/gpu: 1}, requests: {cpu: 0.5}}",
                "certificates: {mode: existingSecret, existingSecret: {name: tls, caBundle: AAAA}}",
                "enabled: true",
                "commonLabels: {app.kubernetes.io/component: mine, app.kubernetes.io/name: mine}",
            })
    void aValueThatFitsIsNotRefused(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(chart.objects()).isNotEmpty();
    }

    @Test
    void everyObjectOfTheSchemaRefusesWhatItDoesNotKnow() {
        List<String> open = new ArrayList<>();

        collectOpen("", SCHEMA, open);
        collectOpen("#/definitions/toleration", SCHEMA.at("/definitions/toleration"), open);
        collectOpen("/imagePullSecrets", SCHEMA.at("/properties/imagePullSecrets/items"), open);

        assertThat(open).isEmpty();
    }

    /** The schema with each definition in the place where it is named. */
    private static JsonNode resolved(JsonNode schema) {
        if (schema instanceof ObjectNode object && object.has("$ref")) {
            return resolved(
                    WRITTEN.at(object.get("$ref").textValue().substring(1)).deepCopy());
        }
        if (schema instanceof ObjectNode object) {
            object.properties().forEach(each -> each.setValue(resolved(each.getValue())));
        }
        return schema;
    }

    private static void collectOpen(String path, JsonNode schema, List<String> open) {
        JsonNode properties = schema.path("properties");
        // A parent chart has global values of its own.
        boolean shared = path.equals("/global");
        if (!shared
                && !properties.isMissingNode()
                && schema.path("additionalProperties").asBoolean(true)) {
            open.add(path);
        }
        properties.fields().forEachRemaining(each -> collectOpen(path + "/" + each.getKey(), each.getValue(), open));
    }

    @Test
    void everyValueIsInTheSchemaAndEveryOneOfTheSchemaInTheValues() {
        List<String> wrong = new ArrayList<>();

        compare("", VALUES, SCHEMA, wrong);

        assertThat(wrong).isEmpty();
    }

    private static void compare(String path, JsonNode values, JsonNode schema, List<String> wrong) {
        JsonNode properties = schema.path("properties");
        values.fieldNames().forEachRemaining(name -> {
            if (!properties.has(name)) {
                wrong.add(path + "/" + name + " is not in the schema");
            }
        });
        properties.fields().forEachRemaining(each -> {
            String place = path + "/" + each.getKey();
            boolean own = values.has(each.getKey());
            // Both are for a parent chart, whose global values Helm gives its subcharts.
            if (!own && !place.equals("/global") && !place.equals("/enabled")) {
                wrong.add(place + " is not in the values");
            }
            // Objects that may be empty are maps or passed through, and hold no values of the chart's own.
            if (own
                    && each.getValue().has("properties")
                    && !values.get(each.getKey()).isEmpty()) {
                compare(place, values.get(each.getKey()), each.getValue(), wrong);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aParentChartMaySwitchItOnAndOff(boolean enabled, @TempDir Path parent) throws IOException {
        Files.writeString(parent.resolve("Chart.yaml"), """
                apiVersion: v2
                name: platform
                version: 1.0.0
                dependencies:
                - {name: tolerant, version: 0.1.0, condition: tolerant.enabled}
                """);
        Files.writeString(parent.resolve("values.yaml"), """
                tolerant:
                  enabled: %s
                  image: {repository: registry.example.com/tolerant}
                """.formatted(enabled));
        ChartCopy.in(Files.createDirectory(parent.resolve("charts")));

        String manifest = new Helm(parent)
                .template()
                .withKubeVersion(RenderedChart.KUBE_VERSION)
                .call();

        assertThat(Objects.requireNonNullElse(manifest, "").contains("kind: Deployment"))
                .isEqualTo(enabled);
    }

    /** All values but the one that whoever installs the chart has to set. */
    static Stream<String> paths() {
        List<String> paths = new ArrayList<>();
        collectPaths("", VALUES, paths);
        return paths.stream().filter(path -> !path.equals("/image/repository"));
    }

    private static void collectPaths(String parent, JsonNode values, List<String> paths) {
        values.properties().forEach(each -> {
            String path = parent + "/" + each.getKey();
            paths.add(path);
            if (schema(path).has("properties")) {
                collectPaths(path, each.getValue(), paths);
            }
        });
    }

    private static JsonNode schema(String path) {
        return SCHEMA.at(path.replace("/", "/properties/"));
    }

    /** Whether the chart cannot do without: a number, a word, or what has some. */
    private static boolean isNeeded(String path) {
        JsonNode value = VALUES.at(path);
        return value.isContainerNode()
                ? schema(path).has("properties")
                        && value.properties().stream().anyMatch(each -> isNeeded(path + "/" + each.getKey()))
                : !value.asText().isEmpty();
    }

    /** Helm takes a value that is null out of the values. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("paths")
    void whatIsNullIsEmptyOrItsPlaceIsSaid(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String parent = path.substring(0, path.lastIndexOf('/'));
        ObjectNode values = ALL_ON.deepCopy();
        values.withObject(parent).putNull(name);

        if (isNeeded(path)) {
            assertThatThrownBy(() -> render(values))
                    .hasMessageContaining("at '" + parent + "': missing property '" + name + "'");
        } else {
            String rendered = render(values);
            assertThat(rendered).doesNotContain("<nil>", "<no value>");
            assertThat(withoutEmpty(rendered).equals(withoutEmpty(render(ALL_ON))))
                    .isEqualTo(isEmpty(VALUES.at(path)));
        }
    }

    /** Whether there is no word in it. */
    private static boolean isEmpty(JsonNode value) {
        return value.isContainerNode()
                ? value.valueStream().allMatch(SchemaChartTest::isEmpty)
                : value.asText().isEmpty();
    }

    private static String withoutEmpty(String manifest) {
        return manifest.replaceAll("(?m): (null|\\[]|\\{})$", ":");
    }

    private static String render(JsonNode values) {
        return RenderedChart.manifestWithHooks(values.toString(), RenderedChart.NAME, RenderedChart.NAMESPACE);
    }
}

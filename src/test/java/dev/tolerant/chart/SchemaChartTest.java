package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are refused before anything reaches a cluster, and what is said of them. */
class SchemaChartTest {
    private static final JsonNode SCHEMA = read("values.schema.json", new ObjectMapper());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: {rules: {nodeFailure: {notReady: 0, unreachable: never}, daemonSet: {seconds: -1}}}",
                "global: {anything: {goes: here}}",
                "resources: {limits: {memory: 1Gi, cpu: 1, nvidia.com/gpu: 1}, requests: {cpu: 0.5}}",
                "certificates: {mode: existingSecret, existingSecret: {name: tls, caBundle: AAAA}}",
                "webhook: {url: 'https://[2001:db8::1]:8443/base', caBundle: AAAA}",
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
        collectOpen("#/definitions/selector", SCHEMA.at("/definitions/selector"), open);
        collectOpen("#/definitions/toleration", SCHEMA.at("/definitions/toleration"), open);
        collectOpen("/imagePullSecrets", SCHEMA.at("/properties/imagePullSecrets/items"), open);

        assertThat(open).isEmpty();
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

        compare("", read("values.yaml", new YAMLMapper()), SCHEMA, wrong);

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
            // Helm gives a subchart the global values of its parent chart.
            if (!own && !place.equals("/global")) {
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

    private static JsonNode read(String file, ObjectMapper mapper) {
        try {
            return mapper.readTree(RenderedChart.read(RenderedChart.CHART.resolve(file)));
        } catch (IOException unreadable) {
            throw new AssertionError(file, unreadable);
        }
    }
}

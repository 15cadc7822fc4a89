package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are refused before anything reaches a cluster, and what is said of them. */
class SchemaChartTest {
    private static final JsonNode SCHEMA = read("values.schema.json", new ObjectMapper());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replica: 3                                       | at '': additional properties 'replica' not allowed",
                "extraManifests: []                               | at '': additional properties 'extraManifests' not allowed",
                "settings: {rules: {nodeFailures: {}}}            | at '/settings/rules': additional properties 'nodeFailures' not allowed",
                "settings: {mode: dry-run}                        | at '/settings/mode': value must be one of 'enforce', 'audit'",
                "settings: {rules: {nodeFailure: {notReady: soon}}} | at '/settings/rules/nodeFailure/notReady': 'soon' does not match pattern '^never$'",
                "settings: {rules: {nodeFailure: {notReady: 1.5}}} | at '/settings/rules/nodeFailure/notReady': got number, want integer or string",
                "settings: {rules: {daemonSet: {seconds: zero}}}  | at '/settings/rules/daemonSet/seconds': 'zero' does not match pattern '^never$'",
                "settings: {rules: {nodeFailure: {override: all}}} | value must be one of 'proven', 'likely', 'none'",
                "settings: {rules: {extendedResources: {taints: {a/b: [gpu]}}}} | at '/settings/rules/extendedResources/taints/a~1b/0': 'gpu' does not match pattern",
                "settings: {controllers: {apps/ReplicaSet: [a]}}  | at '/settings': additional properties 'controllers' not allowed",
                "policies: {source: directory}                    | at '/policies/source': value must be one of 'cluster', 'none'",
                "certificates: {mode: selfSigned}                 | at '/certificates/mode': value must be one of 'builtIn', 'certManager', 'existingSecret'",
                "certificates: {mode: existingSecret}             | at '/certificates/existingSecret/name': minLength: got 0, want 1",
                "certificates: {mode: existingSecret, existingSecret: {name: tls}} | at '/certificates/existingSecret/caBundle': minLength: got 0, want 1",
                "certificates: {certManager: {issuerRef: {kind: ClusterIssuer}}} | at '/certificates/certManager/issuerRef': missing property 'name'",
                "certificates: {existingSecret: {injectCaFrom: a/b}} | at '/certificates/existingSecret': additional properties 'injectCaFrom' not allowed",
                "webhook: {url: 'https://192.0.2.1:8443'}         | at '/webhook/caBundle': minLength: got 0, want 1",
                "webhook: {caBundle: AAAA}                        | at '/webhook/url': minLength: got 0, want 1",
                "webhook: {url: 'http://192.0.2.1', caBundle: AAAA} | at '/webhook/url': 'http://192.0.2.1' does not match pattern",
                "webhook: {url: 'https://a', caBundle: '-----BEGIN'} | at '/webhook/caBundle': '-----BEGIN' does not match pattern",
                "webhook: {failurePolicy: ignore}                 | at '/webhook/failurePolicy': value must be one of 'Ignore', 'Fail'",
                "webhook: {timeoutSeconds: 31}                    | at '/webhook/timeoutSeconds': maximum: got 31, want 30",
                "webhook: {namespaceSelector: {matchLabel: {}}}   | at '/webhook/namespaceSelector': additional properties 'matchLabel' not allowed",
                "restrictions: {enabled: true}                    | at '': additional properties 'restrictions' not allowed",
                "reservations: {exemptNamespaces: ['']}           | at '/reservations/exemptNamespaces/0': minLength: got 0, want 1",
                "replicaCount: 0                                      | at '/replicaCount': minimum: got 0, want 1",
                "replicaCount: two                                    | at '/replicaCount': got string, want integer",
                "resources: {limits: {memory: many}}              | at '/resources/limits/memory': 'many' does not match pattern",
                "image: {digest: latest}                          | at '/image/digest': 'latest' does not match pattern",
                "ports: {https: 70000}                            | at '/ports/https': maximum: got 70,000, want 65,535",
                "tolerations: [{key: a, effect: NoRun}]           | at '/tolerations/0/effect': value must be one of 'NoSchedule', 'PreferNoSchedule', 'NoExecute'",
                "bindAddress: '::'                                | at '': additional properties 'bindAddress' not allowed",
                "extraEnv: []                                     | at '': additional properties 'extraEnv' not allowed",
                "nameOverride: admission                          | at '': additional properties 'nameOverride' not allowed",
                "podDisruptionBudget: {enabled: false}            | at '': additional properties 'podDisruptionBudget' not allowed",
                "podLabels: {}                                    | at '': additional properties 'podLabels' not allowed",
                "securityContext: {}                              | at '': additional properties 'securityContext' not allowed",
                "serviceAccount: {create: false}                  | at '': additional properties 'serviceAccount' not allowed",
                "imagePullSecrets: [{names: a}]                   | at '/imagePullSecrets/0': missing property 'name'",
                "webhook: {kubeSystem: {failurePolicy: Fail}}     | at '/webhook/kubeSystem': additional properties 'failurePolicy' not allowed",
            })
    void aValueThatDoesNotFitIsRefusedWithItsPlace(String values, String sentence) {
        assertThatThrownBy(() -> RenderedChart.with(values)).hasMessageContaining(sentence);
    }

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

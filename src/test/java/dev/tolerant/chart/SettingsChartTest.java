package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tolerant.documents.DocumentFiles;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings that reach the program, as the file that Quarkus reads beside it. */
class SettingsChartTest {
    private static final String MAPS = """
            settings:
              rules: {extendedResources: {taints: {nvidia.com/gpu: ['nvidia.com/gpu:NoSchedule']}}}
            """;
    /** Reached by settings.extraProperties alone. */
    private static final Set<String> NOT_A_VALUE = Set.of(
            "tolerant.policies.directory",
            "tolerant.limits.bodies",
            "tolerant.limits.connections-per-address",
            "tolerant.certificate.poll-period");

    @Test
    void everyDocumentedSettingIsAValueOfTheChart() {
        Set<String> documented = new TreeSet<>();
        DocumentFiles.read().table("settings").forEach(row -> documented.add(DocumentFiles.code(row.get(0))));
        documented.removeAll(NOT_A_VALUE);

        Set<String> reached = new TreeSet<>();
        Stream.of("", "certificates: {mode: certManager}")
                .map(certificates -> SettingsFile.with(MAPS + certificates))
                .flatMap(settings -> settings.keySet().stream())
                .filter(name -> name.startsWith("tolerant."))
                .map(name -> name.replaceAll("\"[^\"]*\"", "*"))
                .forEach(reached::add);

        assertThat(reached).isEqualTo(documented);
    }

    @Test
    void theChartsDefaultsAreTheProgramsOwn() {
        Map<String, String> documented = new TreeMap<>();
        DocumentFiles.read()
                .table("settings")
                .forEach(row -> documented.put(DocumentFiles.code(row.get(0)), DocumentFiles.code(row.get(1))));
        // In a cluster there is nothing to find out.
        documented.put("tolerant.policies.source", "cluster");
        documented.keySet().removeAll(NOT_A_VALUE);
        documented.keySet().removeIf(name -> name.endsWith("*"));
        // In a cluster there is a certificate.
        documented.keySet().removeIf(name -> name.startsWith("tolerant.certificate."));
        documented.put("tolerant.certificate.mode", "built-in");
        documented.put("tolerant.reservations.exempt-namespaces", RenderedChart.NAMESPACE);

        Map<String, String> settings = SettingsFile.of(RenderedChart.ofDefaults());

        assertThat(settings).containsAllEntriesOf(documented);
    }

    /** Values, a property, and its text; nothing if the last column is empty. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            settings: {mode: audit}                                                    | tolerant.mode | audit
            settings: {comparisonOperators: true}                                      | tolerant.comparison-operators | true
            settings: {podsOptOut: false}                                              | tolerant.pods-opt-out | false
            settings: {rules: {nodeFailure: {enabled: false}}}                         | tolerant.rules.node-failure.enabled | false
            settings: {rules: {nodeFailure: {notReady: 60}}}                           | tolerant.rules.node-failure.not-ready | 60
            settings: {rules: {nodeFailure: {unreachable: never}}}                     | tolerant.rules.node-failure.unreachable | never
            settings: {rules: {nodeFailure: {apiServerNotReady: 1000000}}}             | tolerant.rules.node-failure.api-server-not-ready | 1000000
            settings: {rules: {nodeFailure: {apiServerUnreachable: 1000000}}}          | tolerant.rules.node-failure.api-server-unreachable | 1000000
            settings: {rules: {nodeFailure: {override: likely}}}                       | tolerant.rules.node-failure.override | likely
            settings: {rules: {daemonSet: {enabled: false}}}                           | tolerant.rules.daemon-set.enabled | false
            settings: {rules: {daemonSet: {seconds: 0}}}                               | tolerant.rules.daemon-set.seconds | 0
            settings: {rules: {memoryPressure: {enabled: false}}}                      | tolerant.rules.memory-pressure.enabled | false
            settings: {rules: {extendedResources: {enabled: false}}}                   | tolerant.rules.extended-resources.enabled | false
            settings: {rules: {extendedResources: {countZero: true}}}                  | tolerant.rules.extended-resources.count-zero | true
            settings: {rules: {extendedResources: {ignore: [a.com/x, b.com/y]}}}       | tolerant.rules.extended-resources.ignore | a.com/x,b.com/y
            settings: {rules: {extendedResources: {taints: {a.com/x: ['a.com/x:NoSchedule', 'pool=gpu:NoExecute']}}}} | tolerant.rules.extended-resources.taints."a.com/x" | a.com/x:NoSchedule,pool=gpu:NoExecute
            settings: {rules: {namespaceAnnotations: {enabled: false}}}                | tolerant.rules.namespace-annotations.enabled | false
            settings: {rules: {namespaceAnnotations: {apiServerEnforces: true}}}       | tolerant.rules.namespace-annotations.api-server-enforces | true
            policies: {source: none}                                                   | tolerant.policies.source | none
            log: {level: DEBUG}                                                        | quarkus.log.category."dev.tolerant".level | DEBUG
            ports: {https: 10443}                                                      | quarkus.http.ssl-port | 10443
            ports: {management: 10900}                                                 | quarkus.management.port | 10900
            # the server is set up for a cluster
            {}                                                                         | quarkus.http.insecure-requests | disabled
            {}                                                                         | quarkus.log.console.json.enabled | true
            {}                                                                         | quarkus.log.category."dev.tolerant".level | INFO
            {}                                                                         | quarkus.http.host |
            {}                                                                         | quarkus.shutdown.delay | 10s
            {}                                                                         | quarkus.shutdown.timeout | 5s
            # extra properties come as they are, and win
            settings: {extraProperties: {a key: ' leading, back\\slash = # and ünïcode'}} | a key | ` leading, back\\slash = # and ünïcode`
            settings: {extraProperties: {two.lines: "one\\ntwo"}}                      | two.lines | `one
            two`
            settings: {extraProperties: {a.number: 1000000}}                           | a.number | 1000000
            settings: {extraProperties: {a.fraction: 0.5}}                             | a.fraction | 0.5
            settings: {extraProperties: {a.switch: false}}                             | a.switch | false
            settings: {extraProperties: {tolerant.mode: audit}}                        | tolerant.mode | audit
            settings: {extraProperties: {'quarkus.log.category."io.fabric8".level': DEBUG}} | quarkus.log.category."io.fabric8".level | DEBUG
            """)
    void theSettingsAre(String values, String property, String text) {
        Map<String, String> settings = SettingsFile.with(values);

        assertThat(settings.get(property)).isEqualTo(text);
        assertThatCode(() -> programs(settings)).doesNotThrowAnyException();
    }

    @Test
    void theProgramReadsEmptyLists() {
        TolerantConfig config = programs(SettingsFile.with("settings: {}"));

        assertThat(config.rules().extendedResources().ignore()).isEmpty();
        assertThat(config.rules().extendedResources().taints()).isEmpty();
    }

    @Test
    void theFileLiesWhereQuarkusLooksForIt() {
        RenderedChart chart = RenderedChart.ofDefaults();

        assertThat(chart.only(ConfigMap.class).getData()).containsOnlyKeys("application.properties");
        assertThat(template(chart).getSpec().getVolumes()).anySatisfy(volume -> {
            assertThat(volume.getName()).isEqualTo("settings");
            assertThat(volume.getConfigMap().getName())
                    .isEqualTo(chart.only(ConfigMap.class).getMetadata().getName());
        });
    }

    @Test
    void aChangeOfSettingsRestartsThePodsAndNothingElseDoes() {
        String before = checksum(RenderedChart.ofDefaults());

        String changed = checksum(RenderedChart.with("settings: {mode: audit}"));
        String same = checksum(RenderedChart.with("webhook: {failurePolicy: Fail}"));

        assertThat(changed).isNotEqualTo(before);
        assertThat(same).isEqualTo(before);
    }

    private static String checksum(RenderedChart chart) {
        Map<String, String> annotations = template(chart).getMetadata().getAnnotations();
        assertThat(annotations)
                .containsOnlyKeys("checksum/settings", "cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes");
        return annotations.get("checksum/settings");
    }

    private static PodTemplateSpec template(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate();
    }

    /** What the program makes of the file. */
    static TolerantConfig programs(Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith("tolerant.")) {
                own.put(name.substring("tolerant.".length()), value);
            }
        });
        return Webhook.config(own);
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.documents.DocumentFiles;
import dev.tolerant.engine.decision.Mode;
import dev.tolerant.engine.pod.SecondsOverride;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.TolerationSeconds;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The settings that reach the program, as the file that Quarkus reads beside it. */
class SettingsChartTest {
    private static final String MAPS = """
            settings:
              controllers: {apps.kruise.io/DaemonSet: [manager]}
              rules: {extendedResources: {taints: {nvidia.com/gpu: ['nvidia.com/gpu:NoSchedule']}}}
            """;
    /** Reached by settings.extraProperties alone. */
    private static final Set<String> NOT_A_VALUE =
            Set.of("tolerant.policies.directory", "tolerant.limits.bodies", "tolerant.certificate.poll-period");

    @Test
    void everyDocumentedSettingIsAValueOfTheChart() {
        // Given
        Set<String> documented = new TreeSet<>();
        DocumentFiles.read().table("settings").forEach(row -> documented.add(DocumentFiles.code(row.get(0))));
        documented.removeAll(NOT_A_VALUE);

        // When
        Set<String> reached = new TreeSet<>();
        Stream.of("", "certificates: {mode: certManager}")
                .map(certificates -> SettingsFile.with(MAPS + "restrictions: {enabled: true}\n" + certificates))
                .flatMap(settings -> settings.keySet().stream())
                .filter(name -> name.startsWith("tolerant."))
                .map(name -> name.replaceAll("\"[^\"]*\"", "*"))
                .forEach(reached::add);

        // Then
        assertThat(reached).isEqualTo(documented);
    }

    @Test
    void theChartsDefaultsAreTheProgramsOwn() {
        // Given
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

        // When
        Map<String, String> settings = SettingsFile.of(RenderedChart.ofDefaults());

        // Then
        assertThat(settings).containsAllEntriesOf(documented);
    }

    @Test
    void theProgramReadsWhatTheValuesSay() {
        // When
        TolerantConfig config = programs(SettingsFile.with("""
                settings:
                  mode: audit
                  comparisonOperators: true
                  controllers:
                    apps.kruise.io/DaemonSet: [system:serviceaccount:kruise-system:manager, 'CN=robot,O=a\\b']
                    Robot: [bob]
                  podsOptOut: false
                  rules:
                    nodeFailure: {notReady: 60, unreachable: never, apiServerNotReady: 1000000, override: likely}
                    daemonSet: {seconds: 0}
                    memoryPressure: {enabled: false}
                    extendedResources:
                      countZero: true
                      ignore: [a.com/x, b.com/y]
                      taints:
                        nvidia.com/gpu: [nvidia.com/gpu:NoSchedule, pool=gpu:NoExecute]
                    namespaceAnnotations: {apiServerEnforces: true}
                policies: {source: none}
                """));

        // Then
        assertThat(config.mode()).isEqualTo(Mode.AUDIT);
        assertThat(config.comparisonOperators()).isTrue();
        assertThat(config.controllers())
                .isEqualTo(Map.of(
                        "apps.kruise.io/DaemonSet",
                        Set.of("system:serviceaccount:kruise-system:manager", "CN=robot,O=a\\b"),
                        "Robot",
                        Set.of("bob")));
        assertThat(config.podsOptOut()).isFalse();
        assertThat(config.rules().nodeFailure().enabled()).isTrue();
        assertThat(config.rules().nodeFailure().notReady()).isEqualTo(TolerationSeconds.of(60));
        assertThat(config.rules().nodeFailure().unreachable()).isEqualTo(TolerationSeconds.NEVER);
        assertThat(config.rules().nodeFailure().apiServerNotReady()).isEqualTo(1_000_000);
        assertThat(config.rules().nodeFailure().override()).isEqualTo(SecondsOverride.LIKELY);
        assertThat(config.rules().daemonSet().seconds()).isEqualTo(TolerationSeconds.of(0));
        assertThat(config.rules().memoryPressure().enabled()).isFalse();
        assertThat(config.rules().extendedResources().countZero()).isTrue();
        assertThat(config.rules().extendedResources().ignore()).contains(Set.of("a.com/x", "b.com/y"));
        assertThat(config.rules().extendedResources().taints())
                .containsOnlyKeys("nvidia.com/gpu")
                .extractingByKey("nvidia.com/gpu")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .containsExactly(
                        Taint.of("nvidia.com/gpu", Effect.NO_SCHEDULE), new Taint("pool", "gpu", Effect.NO_EXECUTE));
        assertThat(config.rules().namespaceAnnotations().apiServerEnforces()).isTrue();
        assertThat(config.policies().source()).isEqualTo(TolerantConfig.Source.NONE);
    }

    @Test
    void anEmptyListOfResourcesIsNone() {
        // When
        TolerantConfig config = programs(SettingsFile.of(RenderedChart.ofDefaults()));

        // Then
        assertThat(config.rules().extendedResources().ignore()).isEmpty();
        assertThat(config.rules().extendedResources().taints()).isEmpty();
    }

    @Test
    void extraPropertiesComeAsTheyAreAndWin() {
        // When
        Map<String, String> settings = SettingsFile.with("""
                settings:
                  extraProperties:
                    a key: " leading, back\\\\slash = # and ünïcode"
                    two.lines: "one\\ntwo"
                    a.number: 1000000
                    a.fraction: 0.5
                    a.switch: false
                    tolerant.mode: audit
                    quarkus.log.category."io.fabric8".level: DEBUG
                """);

        // Then
        assertThat(settings)
                .containsEntry("a key", " leading, back\\slash = # and ünïcode")
                .containsEntry("two.lines", "one\ntwo")
                .containsEntry("a.number", "1000000")
                .containsEntry("a.fraction", "0.5")
                .containsEntry("a.switch", "false")
                .containsEntry("tolerant.mode", "audit")
                .containsEntry("quarkus.log.category.\"io.fabric8\".level", "DEBUG");
    }

    @Test
    void theServerIsSetUpForACluster() {
        // When
        Map<String, String> settings = SettingsFile.of(RenderedChart.ofDefaults());

        // Then
        assertThat(settings)
                .containsEntry("quarkus.http.insecure-requests", "disabled")
                .containsEntry("quarkus.log.console.json.enabled", "true")
                .containsEntry("quarkus.log.category.\"dev.tolerant\".level", "INFO")
                .doesNotContainKeys("quarkus.http.host", "quarkus.management.host");
    }

    @Test
    void anAddressToListenOnAndTheLevelOfTheLogAreValues() {
        // When
        Map<String, String> settings = SettingsFile.with("{bindAddress: '::', log: {level: DEBUG}}");

        // Then
        assertThat(settings)
                .containsEntry("quarkus.http.host", "::")
                .containsEntry("quarkus.management.host", "::")
                .containsEntry("quarkus.log.category.\"dev.tolerant\".level", "DEBUG");
    }

    @Test
    void theFileLiesWhereQuarkusLooksForIt() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        PodSpec pod = template(chart).getSpec();
        Container container = pod.getContainers().get(0);
        VolumeMount mount = container.getVolumeMounts().stream()
                .filter(each -> each.getMountPath().equals("/deployments/config"))
                .findFirst()
                .orElseThrow();
        Volume volume = pod.getVolumes().stream()
                .filter(each -> each.getName().equals(mount.getName()))
                .findFirst()
                .orElseThrow();
        ConfigMap settings = chart.named(ConfigMap.class, volume.getConfigMap().getName());
        assertThat(settings.getData()).containsOnlyKeys("application.properties");
        assertThat(mount.getReadOnly()).isTrue();
        assertThat(mount.getSubPath()).isNull();
    }

    @Test
    void aChangeOfSettingsRestartsThePodsAndNothingElseDoes() {
        // Given
        String before = checksum(RenderedChart.ofDefaults());

        // When
        String changed = checksum(RenderedChart.with("settings: {mode: audit}"));
        String same = checksum(RenderedChart.with("webhook: {failurePolicy: Fail}"));

        // Then
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

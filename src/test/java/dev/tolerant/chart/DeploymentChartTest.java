package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the program runs in its pod. */
class DeploymentChartTest {

    @Test
    void itMeetsTheRestrictedPodSecurityStandard() {
        // When
        PodSpec pod = pod(RenderedChart.ofDefaults());

        // Then
        SecurityContext container = pod.getContainers().get(0).getSecurityContext();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(10001);
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(container.getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getCapabilities().getAdd()).isNullOrEmpty();
        assertThat(pod.getHostNetwork()).isNull();
        assertThat(pod.getVolumes()).noneMatch(volume -> volume.getHostPath() != null);
        assertThat(pod.getEnableServiceLinks()).isFalse();
    }

    @Test
    void openShiftMayChooseTheUser() {
        // When
        PodSpec pod = pod(RenderedChart.with(RenderedChart.ciValues("openshift")));

        // Then
        assertThat(pod.getSecurityContext().getRunAsUser()).isNull();
        assertThat(pod.getSecurityContext().getRunAsGroup()).isNull();
        assertThat(pod.getSecurityContext().getFsGroup()).isNull();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    }

    @Test
    void whatItMayWriteIsATemporaryFolderOfLimitedSize() {
        // When
        PodSpec pod = pod(RenderedChart.ofDefaults());

        // Then
        Volume tmp = pod.getVolumes().stream()
                .filter(volume -> volume.getName().equals("tmp"))
                .findFirst()
                .orElseThrow();
        assertThat(tmp.getEmptyDir().getSizeLimit()).isEqualTo(new Quantity("64Mi"));
        assertThat(pod.getContainers().get(0).getVolumeMounts())
                .filteredOn(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                .extracting(mount -> mount.getMountPath())
                .containsExactly("/tmp");
    }

    @Test
    void probesAskTheManagementPort() {
        // When
        Container container = container(RenderedChart.ofDefaults());

        // Then
        assertThat(asked(container.getStartupProbe())).isEqualTo("/q/health/started on management");
        assertThat(asked(container.getLivenessProbe())).isEqualTo("/q/health/live on management");
        assertThat(asked(container.getReadinessProbe())).isEqualTo("/q/health/ready on management");
        assertThat(container.getStartupProbe().getInitialDelaySeconds()).isEqualTo(2);
    }

    private static String asked(Probe probe) {
        return probe.getHttpGet().getPath() + " on "
                + probe.getHttpGet().getPort().getStrVal();
    }

    @Test
    void theGracePeriodIsLongerThanTheDrain() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        assertThat(pod(chart).getTerminationGracePeriodSeconds()).isEqualTo(10 + 5 + 10);
        assertThat(SettingsFile.of(chart))
                .containsEntry("quarkus.shutdown.delay", "10s")
                .containsEntry("quarkus.shutdown.timeout", "5s");
    }

    @Test
    void theHeapFitsIntoTheMemory() {
        // When
        Container container = container(RenderedChart.ofDefaults());

        // Then
        assertThat(container.getEnv())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .containsExactly(
                        tuple(
                                "JAVA_TOOL_OPTIONS",
                                "-XX:+UseSerialGC -Xmx128m -XX:+ExitOnOutOfMemoryError -XX:FreqInlineSize=120 -XX:InlineSmallCode=800"));
        assertThat(container.getResources().getRequests())
                .isEqualTo(Map.of("cpu", new Quantity("50m"), "memory", new Quantity("256Mi")));
        assertThat(container.getResources().getLimits()).isEqualTo(Map.of("memory", new Quantity("384Mi")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                       | registry.example.com/tolerant:0.1.0",
                "{repository: example.com/t, tag: v2}                     | example.com/t:v2",
                "{repository: example.com/t, tag: v2, digest: 'sha256:D'} | example.com/t@sha256:D",
            })
    void anImageIsNamedByItsTagOrBetterByItsDigest(String image, String name) {
        // Given
        String digest = "0123456789abcdef".repeat(4);

        // When
        RenderedChart chart = RenderedChart.with("image: " + image.replace("sha256:D", "sha256:" + digest));

        // Then
        assertThat(container(chart).getImage()).isEqualTo(name.replace("sha256:D", "sha256:" + digest));
    }

    @Test
    void portsAreTheOnesThatTheProgramListensOn() {
        // When
        RenderedChart chart = RenderedChart.with("ports: {https: 10443, management: 10900}");

        // Then
        List<ContainerPort> ports = container(chart).getPorts();
        assertThat(ports)
                .extracting(ContainerPort::getName, ContainerPort::getContainerPort)
                .containsExactly(tuple("https", 10443), tuple("management", 10900));
        assertThat(SettingsFile.of(chart))
                .containsEntry("quarkus.http.ssl-port", "10443")
                .containsEntry("quarkus.management.port", "10900");
    }

    @Test
    void whatIsExtraIsAdded() {
        // When
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues("production"));

        // Then
        PodSpec pod = pod(chart);
        assertThat(container(chart).getEnv()).extracting(EnvVar::getName).containsExactly("JAVA_TOOL_OPTIONS", "TZ");
        assertThat(container(chart).getVolumeMounts())
                .extracting(mount -> mount.getMountPath())
                .containsExactly("/deployments/config", "/tmp", "/etc/tolerant/certificate");
        assertThat(pod.getVolumes()).extracting(Volume::getName).containsExactly("settings", "tmp", "certificate");
        assertThat(pod.getImagePullSecrets())
                .extracting(secret -> secret.getName())
                .containsExactly("registry");
        assertThat(template(chart).getLabels())
                .containsEntry("network", "restricted")
                .containsEntry("team", "platform");
        assertThat(template(chart).getAnnotations()).containsEntry("example.com/log", "json");
    }

    private static ObjectMeta template(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getMetadata();
    }

    static PodSpec pod(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    }

    private static Container container(RenderedChart chart) {
        assertThat(pod(chart).getContainers()).hasSize(1);
        return pod(chart).getContainers().get(0);
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pod of {@code helm test}. */
class HelmTestChartTest {

    @TempDir
    Path folder;

    private Path withHooks;

    @BeforeEach
    void copy() {
        withHooks = ChartCopy.in(folder).withoutHooks().path();
    }

    @Test
    void itIsAHookAndNoPartOfTheRelease() {
        RenderedChart release = RenderedChart.ofDefaults();

        assertThat(release.all(Pod.class)).isEmpty();
        assertThat(RenderedChart.read(RenderedChart.CHART.resolve("templates/tests/review.yaml")))
                .contains("\"helm.sh/hook\" \"test\"");
    }

    @Test
    void itAsksTheServicesOfTheRelease() {
        RenderedChart chart = RenderedChart.of(withHooks, "{}");

        String script = container(chart).getArgs().get(0);
        assertThat(chart.all(Service.class))
                .extracting(service -> service.getMetadata().getName())
                .containsExactly("tolerant", "tolerant-metrics");
        assertThat(script)
                .contains("http://tolerant-metrics:9000/q/health/ready")
                .contains("https://tolerant.tolerant-system.svc/mutate")
                .contains("--cacert /certificate/ca.crt")
                .doesNotContain("--insecure");
    }

    @Test
    void itsReviewIsOneThatTheProgramAnswersAsTheScriptExpects() throws Exception {
        RenderedChart chart = RenderedChart.of(withHooks, "{}");
        String review = container(chart).getEnv().get(0).getValue();

        byte[] answer = Webhook.with(Map.of()).answer(review.getBytes(StandardCharsets.UTF_8));

        assertThat(new String(answer, StandardCharsets.UTF_8)).contains("\"allowed\":true");
        assertThat(json(answer).at("/response/uid").asText()).isEqualTo("helm-test");
        assertThat(json(answer).at("/response/patchType").asText()).isEqualTo("JSONPatch");
        assertThat(json(answer).at("/response/warnings").isMissingNode()).isTrue();
    }

    @Test
    void itSeesTheCaAndNoKey() {
        RenderedChart chart = RenderedChart.of(withHooks, "{}");

        List<SecretVolumeSource> secrets = chart.only(Pod.class).getSpec().getVolumes().stream()
                .map(volume -> volume.getSecret())
                .filter(secret -> secret != null)
                .toList();
        assertThat(secrets).hasSize(1);
        assertThat(secrets.get(0).getSecretName()).isEqualTo("tolerant-certificate");
        assertThat(secrets.get(0).getItems()).extracting(item -> item.getKey()).containsExactly("ca.crt");
        assertThat(chart.only(Pod.class).getSpec().getAutomountServiceAccountToken())
                .isFalse();
    }

    @Test
    void anExistingSecretNeedNotHaveItsCa() {
        RenderedChart chart = RenderedChart.of(withHooks, RenderedChart.ciValues("existing-secret"));

        assertThat(container(chart).getArgs().get(0)).contains("--insecure").doesNotContain("--cacert");
        assertThat(chart.only(Pod.class).getSpec().getVolumes()).noneMatch(volume -> volume.getSecret() != null);
    }

    @Test
    void itMeetsTheRestrictedPodSecurityStandard() {
        RenderedChart chart = RenderedChart.of(withHooks, "{}");

        Pod pod = chart.only(Pod.class);
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSpec().getSecurityContext().getSeccompProfile().getType())
                .isEqualTo("RuntimeDefault");
        assertThat(container(chart).getSecurityContext().getAllowPrivilegeEscalation())
                .isFalse();
        assertThat(container(chart).getSecurityContext().getReadOnlyRootFilesystem())
                .isTrue();
        assertThat(container(chart).getSecurityContext().getCapabilities().getDrop())
                .containsExactly("ALL");
        assertThat(container(chart).getImage()).isEqualTo("docker.io/curlimages/curl:8.11.1");
    }

    @Test
    void openShiftMayChooseTheUser() {
        RenderedChart chart = RenderedChart.of(withHooks, RenderedChart.ciValues("openshift"));

        PodSecurityContext user = chart.only(Pod.class).getSpec().getSecurityContext();
        assertThat(user.getRunAsUser()).isNull();
        assertThat(user.getRunAsGroup()).isNull();
        assertThat(user.getFsGroup()).isNull();
        assertThat(user.getRunAsNonRoot()).isTrue();
    }

    @Test
    void itRunsWhereThePodsOfTheReleaseMay() {
        RenderedChart chart = RenderedChart.of(withHooks, "nodeSelector: {pool: system}");

        assertThat(chart.only(Pod.class).getSpec().getNodeSelector())
                .isEqualTo(Map.of("kubernetes.io/os", "linux", "pool", "system"));
    }

    private static Container container(RenderedChart chart) {
        return chart.only(Pod.class).getSpec().getContainers().get(0);
    }

    private static JsonNode json(byte[] answer) throws IOException {
        return Webhook.JSON.readTree(answer);
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The release with {@code webhook.enabled: false}: nothing of it is in the way of a pod. */
class WithoutWebhookChartTest {
    private static final String SERVED = "1.36.0";
    private static final String OFF = "{injections: {enabled: true}, webhook: {enabled: false%s}%s}";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static RenderedChart off(String webhook, String more) {
        return RenderedChart.of(SERVED, OFF.formatted(webhook, more));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", certificates: {mode: certManager}",
                ", certificates: {mode: existingSecret, existingSecret: {name: tls, caBundle: AAAA}}",
                ", keeper: {mode: enforce}, networkPolicy: {enabled: true, webhookFrom: [{ipBlock: {cidr: 10.0.0.2/32}}]}",
            })
    void thereIsNoRegistrationNoCertificateNoPortAndNoRightOnThem(String more) {
        RenderedChart chart = off("", more);

        assertThat(chart.objects())
                .extracting(HasMetadata::getKind)
                .contains("MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding")
                .doesNotContain("MutatingWebhookConfiguration", "Secret", "Certificate", "Issuer");
        assertThat(chart.all(Service.class))
                .extracting(service -> service.getMetadata().getName())
                .containsExactly("tolerant-metrics");
        assertThat(chart.only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getPorts())
                .extracting(ContainerPort::getName)
                .containsExactly("management");
        assertThat(chart.objects().toString()).doesNotContain("targetPort=https", "/etc/tolerant/certificate");
        assertThat(Stream.concat(
                                RbacChartTest.inTheCluster(chart).stream(),
                                RbacChartTest.inItsNamespace(chart).stream())
                        .map(AccessRule::resource))
                .contains("injections", "leases")
                .doesNotContain("mutatingwebhookconfigurations", "secrets");
        assertThat(chart.all(NetworkPolicy.class))
                .allSatisfy(policy -> assertThat(policy.getSpec().getIngress())
                        .singleElement()
                        .satisfies(rule -> assertThat(
                                        rule.getPorts().get(0).getPort().getValue())
                                .isEqualTo("management")));
    }

    /** And what the keeper leaves alone it knows from there, as there is no registration to ask. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "- | -",
                ", excludedNamespaces: [cni], namespaceSelector: {matchLabels: {a: b}} | -",
                ", objectSelector: {matchLabels: {a: 'x'}, matchExpressions: [{key: b, operator: Exists}]} | , settings: {podsOptOut: false}",
            })
    void theProgramIsToldWhomTheApiServerGivesAnything(String webhook, String more) {
        RenderedChart chart = off(webhook == null ? "" : webhook, more == null ? "" : more);
        JsonNode constraints = JSON.valueToTree(chart.objects().stream()
                        .filter(object -> object.getKind().equals("MutatingAdmissionPolicy"))
                        .findFirst()
                        .orElseThrow())
                .at("/spec/matchConstraints");

        Map<String, String> settings = SettingsFile.of(chart);

        assertThat(settings).containsEntry("tolerant.webhook.enabled", "false");
        assertThat(Yaml.tree(settings.get("tolerant.webhook.namespace-selector")))
                .isEqualTo(constraints.path("namespaceSelector"));
        assertThat(settings.containsKey("tolerant.webhook.object-selector"))
                .isEqualTo(constraints.has("objectSelector"));
        TolerantConfig config = SettingsChartTest.programs(settings);
        assertThat(config.webhook().enabled()).isFalse();
        LabelSelector namespaces = config.webhook().namespaceSelector();
        assertThat(namespaces.matches(Map.of("kubernetes.io/metadata.name", "shop", "a", "b")))
                .isTrue();
        assertThat(namespaces.matches(Map.of("kubernetes.io/metadata.name", "kube-system", "a", "b")))
                .isFalse();
    }

    @Test
    void itListensToNoOneButThoseWhoAskForHealthAndMetrics() {
        assertThat(SettingsFile.of(off("", "")))
                .containsEntry("quarkus.http.host-enabled", "false")
                .containsEntry("tolerant.certificate.mode", "none")
                .doesNotContainKey("quarkus.http.tls-configuration-name");
    }

    @Test
    void thePodOfHelmTestAsksWhetherItIsReadyAlone() {
        Pod pod = RenderedChart.withHooks(RenderedChart.NAMESPACE, RenderedChart.NAME, "{webhook: {enabled: false}}")
                .only(Pod.class);

        assertThat(pod.getSpec().getInitContainers()).isEmpty();
        assertThat(pod.getSpec().getContainers())
                .singleElement()
                .satisfies(container ->
                        assertThat(container.getArgs()).contains("http://tolerant-metrics:9000/q/health/ready"));
    }

    @Test
    void noAlertIsAboutCallsOrTheCertificate() {
        String rules = off("", ", monitoring: {prometheusRule: {enabled: true}}")
                .objects()
                .toString();

        assertThat(rules)
                .contains("TolerantInjectionsNotStored", "The API server does not give pods what it should")
                .doesNotContain(
                        "TolerantCallsFailed",
                        "TolerantCertificateExpiresSoon",
                        "failurePolicy Ignore",
                        "no replica answers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{injections: {enabled: false}, webhook: {enabled: false}} | webhook.enabled and injections.enabled are both false",
                "webhook: {enabled: false, kubeSystem: {enabled: true}} | webhook.kubeSystem.enabled is true, but webhook.enabled is false",
            })
    void whatWouldGiveNothingIsRefused(String values, String sentence) {
        assertThatThrownBy(() -> RenderedChart.with(values)).hasMessageContaining(sentence);
    }

    @Test
    void theNotesSayWhatIsGiven() {
        assertThat(RenderedChart.notes(SERVED, RenderedChart.NAMESPACE, OFF.formatted(", failurePolicy: Fail", "")))
                .contains(
                        "with mode enforce, no webhook and keeper off",
                        "what the API server gives by itself, by a dry run")
                .doesNotContain("WARNING", "failurePolicy", "asks them");
        assertThat(RenderedChart.notes(RenderedChart.NAMESPACE, "webhook: {enabled: false}"))
                .contains("WARNING: webhook.enabled is false, and new pods get nothing: the API server serves no");
        assertThat(RenderedChart.notes(SERVED, RenderedChart.NAMESPACE, OFF.formatted("", ", settings: {mode: audit}")))
                .contains("no pod changes yet. When `kubectl tolerant explain` shows what you expect")
                .doesNotContain("tolerant_reviews_total");
    }
}

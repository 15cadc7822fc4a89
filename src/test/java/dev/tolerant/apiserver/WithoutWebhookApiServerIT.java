package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a real API server of Kubernetes 1.36 gives pods, and the program writes, with {@code webhook.enabled: false}. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WithoutWebhookApiServerIT {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User PROGRAM = User.of("system:serviceaccount:tolerant-system:tolerant");
    private static final String VALUES =
            "{webhook: {enabled: false}, injections: {enabled: true}, settings: {rules: {nodeFailure: {notReady: 60}}}}";
    private static final String POLICIES = "/apis/tolerant.dev/v1alpha1/tolerationpolicies";
    private static final int PORTS = 5;
    private static final int FIRST_MINOR = 36;

    @AutoClose
    private ControlPlaneUnderTest controlPlane;

    @AutoClose
    private ProgramUnderTest program;

    @BeforeAll
    void start() throws IOException {
        FreePorts ports = FreePorts.find(PORTS);
        controlPlane = ControlPlaneUnderTest.start(
                "-without-webhook", Assets.in(System.getenv()).orElseThrow(), ports, List.of(ADMIN, PROGRAM));
        assumeThat(controlPlane.minor(ADMIN))
                .as("the minor version of the API server")
                .isGreaterThanOrEqualTo(FIRST_MINOR);
        controlPlane.install(ADMIN, VALUES);
        ControlPlaneUnderTest.awaitStatus(controlPlane.client(PROGRAM), POLICIES);
        Map<String, String> settings = SettingsFile.of(RenderedChart.of("1.36.0", VALUES));
        settings.keySet().removeIf(name -> name.endsWith(".port") || name.endsWith("-port") || name.contains(".log."));
        program = ProgramUnderTest.start(
                "tolerant-without-webhook",
                ports,
                settings,
                Map.of(
                        "KUBECONFIG",
                        controlPlane.kubeconfig(PROGRAM).toString(),
                        "KUBERNETES_NAMESPACE",
                        RenderedChart.NAMESPACE));
    }

    private JsonNode tolerations() {
        return create("default", "").tolerations();
    }

    private ApiAnswer create(String namespace, String more) {
        return controlPlane
                .client(ADMIN)
                .post(
                        "/api/v1/namespaces/" + namespace + "/pods?dryRun=All",
                        ApiObject.of(
                                        "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, image: web}]"
                                                + more + "}}")
                                .object());
    }

    private JsonNode condition(String policy) {
        JsonNode conditions =
                controlPlane.client(ADMIN).get(POLICIES + "/" + policy).object().at("/status/conditions");
        return StreamSupport.stream(conditions.spliterator(), false)
                .filter(each -> each.path("type").asText().equals("GivenWhileAway"))
                .findFirst()
                .orElse(conditions.path("none"));
    }

    private void apply(String policy) {
        controlPlane
                .client(ADMIN)
                .post(
                        POLICIES,
                        ApiObject.of("{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, " + policy + "}")
                                .object());
    }

    @Test
    void newPodsGetWhatSettingsAndPoliciesGiveAndEachPolicySaysWhatNot() {
        apply("metadata: {name: gpu}, spec: {match: {}, tolerations: [{key: gpu, operator: Exists}]}");
        apply(
                "metadata: {name: arm}, spec: {match: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: default}}, nodeSelector: {arch:"
                        + " arm}}, tolerations: [{key: arm, operator: Exists}]}");

        waitingFor("the policy").untilAsserted(() -> {
            assertThat(tolerations().at("/0/tolerationSeconds").asInt()).isEqualTo(60);
            assertThat(tolerations().findValuesAsText("key")).contains("gpu");
        });
        waitingFor("the conditions").untilAsserted(() -> {
            assertThat(condition("gpu").path("reason").asText()).isEqualTo("Whole");
            assertThat(condition("arm").path("message").asText())
                    .contains("match.nodeSelector and match.os depend on what other policies give");
        });
    }

    @Test
    void itJudgesByAWhitelistWhileNoPolicyWaitsThatMayMatch() {
        ApiClient admin = controlPlane.client(ADMIN);
        admin.post(
                "/api/v1/namespaces",
                ApiObject.of(
                                "{apiVersion: v1, kind: Namespace, metadata: {name: listed, labels: {listed: 'yes'}, annotations:"
                                        + " {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{\"key\": \"a\", \"operator\": \"Exists\"}]'}}}")
                        .object());
        waitingFor("the whitelist")
                .untilAsserted(() -> assertThat(other().status()).isEqualTo(403));
        assertThat(other().body().path("message").asText())
                .contains(" is not in the whitelist of namespace ", "; remove it from spec.tolerations");
        assertThat(create("listed", ", tolerations: [{key: a, operator: Exists}]")
                        .succeeded())
                .isTrue();

        apply(
                "metadata: {name: waiting}, spec: {match: {namespaceSelector: {matchLabels: {listed: 'yes'}}, nodeSelector: {a: b}},"
                        + " tolerations: [{key: b, operator: Exists}]}");
        waitingFor("what the webhook alone can judge")
                .untilAsserted(() -> assertThat(other().succeeded()).isTrue());

        admin.delete(POLICIES + "/waiting");
        waitingFor("the whitelist again")
                .untilAsserted(() -> assertThat(other().status()).isEqualTo(403));
    }

    private ApiAnswer other() {
        return create("listed", ", tolerations: [{key: other, operator: Exists}]");
    }

    @Test
    void nothingOfItIsRegistered() {
        JsonNode registrations = controlPlane
                .client(ADMIN)
                .get("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations")
                .object()
                .path("items");

        assertThat(registrations).isEmpty();
    }
}

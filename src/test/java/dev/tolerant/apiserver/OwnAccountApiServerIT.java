package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.chart.AttemptedChange;
import dev.tolerant.chart.PodChange;
import dev.tolerant.chart.RegistrationChange;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody can do to a real API server with the token of the program's own service account, as the chart installs it. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnAccountApiServerIT {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User ACCOUNT = User.of("system:serviceaccount:tolerant-system:tolerant");
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1";
    private static final String REGISTRATION = GROUP + "/mutatingwebhookconfigurations/tolerant";
    private static final String POD = "/api/v1/namespaces/kube-system/pods/guarded";
    static final String VALUES = "{webhook: {failurePolicy: Fail}, keeper: {mode: enforce}}";

    /** Two for etcd, one for the API server. */
    private static final int PORTS = 3;

    @AutoClose
    private ControlPlaneUnderTest controlPlane;

    private ApiClient admin;
    private ApiClient account;

    @BeforeAll
    void install() throws IOException {
        controlPlane = ControlPlaneUnderTest.start(
                "-account", Assets.in(System.getenv()).orElseThrow(), FreePorts.find(PORTS), List.of(ADMIN, ACCOUNT));
        admin = controlPlane.client(ADMIN);
        account = controlPlane.client(ACCOUNT);
        controlPlane.install(ADMIN, VALUES);
        ControlPlaneUnderTest.awaitStatus(account, REGISTRATION);
        ApiObject pod = ApiObject.of(PodChange.POD);
        admin.post(pod.collection(), pod.object()).object();
        ControlPlaneUnderTest.awaitStatus(account, POD);
        awaitGuard(REGISTRATION);
        awaitGuard(POD);
    }

    /** Waits until the API server uses the new policy, which takes a moment. */
    private void awaitGuard(String guarded) {
        JsonNode label = Yaml.tree("{metadata: {labels: {probe: 'yes'}}}");
        waitingFor("the policy for " + guarded)
                .until(() -> account.mergePatch(guarded + "?dryRun=All", label).status() == 403);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RegistrationChange#forbidden")
    void itCannotChangeTheRegistrationOtherwise(AttemptedChange change) {
        assertOnlyForAdmins(REGISTRATION, "tolerant-registration", change);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#forbidden")
    void itCannotChangePodsOtherwise(AttemptedChange change) {
        assertOnlyForAdmins(POD, "tolerant-pods", change);
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.PodChange#allowed")
    void itCanChangeTolerationsOfPodsAndTheirRecord(AttemptedChange change) {
        ApiAnswer answer = account.jsonPatch(POD + "?dryRun=All&fieldManager=tolerant-keeper", change.patch());

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
    }

    @Test
    void itCanNeitherMakeNorDeletePodsNorReachIntoThem() {
        JsonNode pod = admin.get(POD).object();

        assertThat(account.put(POD + "?dryRun=All", pod).status()).isEqualTo(403);
        assertThat(account.delete(POD + "?dryRun=All").status()).isEqualTo(403);
        assertThat(account.post("/api/v1/namespaces/default/pods?dryRun=All", Yaml.tree(TestNamespace.POD))
                        .status())
                .isEqualTo(403);
        for (String part : List.of("status", "ephemeralcontainers", "resize")) {
            assertThat(account.mergePatch(POD + "/" + part + "?dryRun=All", Yaml.tree("{}"))
                            .status())
                    .as(part)
                    .isEqualTo(403);
        }
    }

    /** An administrator may, so it is the policy that stops the account. */
    private void assertOnlyForAdmins(String guarded, String policy, AttemptedChange change) {
        ApiAnswer ofAccount = account.jsonPatch(guarded + "?dryRun=All", change.patch());
        ApiAnswer ofAdmin = admin.jsonPatch(guarded + "?dryRun=All", change.patch());

        assertThat(ofAdmin.status()).as(ofAdmin.body().toString()).isEqualTo(200);
        assertThat(ofAccount.status()).as(ofAccount.body().toString()).isEqualTo(403);
        assertThat(ofAccount.kubectl())
                .contains("ValidatingAdmissionPolicy '" + policy + "' with binding '" + policy + "'" + ApiAnswer.DENIED
                        + "Tolerant's service account ");
    }

    @Test
    void aServerSideApplyIsNoWayAround() {
        JsonNode object = Yaml.tree("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: tolerant}
                webhooks: [{name: create.tolerant.dev, failurePolicy: Ignore}]
                """);

        ApiAnswer answer = account.apply(REGISTRATION, object);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(403);
        assertThat(answer.kubectl()).contains(ApiAnswer.DENIED + "Tolerant's service account ");
        assertThat(admin.get(REGISTRATION)
                        .object()
                        .at("/webhooks/0/failurePolicy")
                        .asText())
                .isEqualTo("Fail");
    }

    @Test
    void itCanWriteTheCaBundle() {
        String caBundle = controlPlane.certificates().caBundle();
        int webhooks = admin.get(REGISTRATION).object().path("webhooks").size();

        for (int i = 0; i < webhooks; i++) {
            account.jsonPatch(
                            REGISTRATION,
                            RegistrationChange.caBundle(i, caBundle).patch())
                    .object();
        }

        assertThat(admin.get(REGISTRATION).object().path("webhooks"))
                .hasSize(webhooks)
                .isNotEmpty()
                .allSatisfy(webhook -> assertThat(
                                webhook.at("/clientConfig/caBundle").asText())
                        .isEqualTo(caBundle));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                REGISTRATION,
                GROUP + "/validatingadmissionpolicies/tolerant-registration",
                GROUP + "/validatingadmissionpolicies/tolerant-pods",
                GROUP + "/validatingadmissionpolicybindings/tolerant-registration",
                GROUP + "/validatingadmissionpolicybindings/tolerant-pods",
            })
    void itCanNeitherReplaceNorDeleteTheRegistrationAndItsGuards(String path) {
        JsonNode object = admin.get(path).object();

        ApiAnswer replaced = account.put(path + "?dryRun=All", object);
        ApiAnswer deleted = account.delete(path + "?dryRun=All");

        assertThat(replaced.status()).isEqualTo(403);
        assertThat(deleted.status()).isEqualTo(403);
        assertThat(admin.get(path).status()).isEqualTo(200);
    }

    @Test
    void itCannotCreateARegistration() {
        JsonNode object = Yaml.tree("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: other}
                webhooks: []
                """);

        ApiAnswer answer = account.post(GROUP + "/mutatingwebhookconfigurations?dryRun=All", object);

        assertThat(answer.status()).isEqualTo(403);
    }
}

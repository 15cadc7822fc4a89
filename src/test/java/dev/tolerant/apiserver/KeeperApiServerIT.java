package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Promise 9: what the keeper does to the pods of a real API server, with the rights and the guard that the chart installs. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeeperApiServerIT {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User ACCOUNT = User.of("system:serviceaccount:tolerant-system:tolerant");
    private static final String NAMESPACE = "tolerant-system";
    private static final String REGISTRATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant";
    private static final String LEASE =
            "/apis/coordination.k8s.io/v1/namespaces/tolerant-system/leases/tolerant-leader";
    /** An address at which nothing listens. */
    private static final String NOBODY = "https://127.0.0.1:1";

    private static final String MEMORY_PRESSURE =
            "{key: node.kubernetes.io/memory-pressure, operator: Exists, effect: NoSchedule}";
    private static final String NODE = "/api/v1/nodes/failed";
    private static final Duration EFFECT = Duration.ofSeconds(60);
    /** Within this time a pod that the webhook has missed has to be right. */
    private static final Duration PROMISED = Duration.ofSeconds(30);

    static final String VALUES = """
            keeper: {mode: enforce}
            certificates: {mode: existingSecret, existingSecret: {name: tls, caBundle: %s}}
            """;

    /** Something for each rule, and nothing of its author's. */
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: trainer}
            spec:
              containers:
              - name: main
                image: example.com/main:1
                resources: {limits: {memory: 1Gi, nvidia.com/gpu: 1}}
            """;

    private static final String AUTHORS = """
            apiVersion: v1
            kind: Pod
            metadata: {name: with-seconds}
            spec:
              containers: [{name: main, image: "example.com/main:1"}]
              tolerations: [%s, %s]
            """.formatted(Entries.notReady(45), Entries.unreachable(45));

    /** Two for etcd, one for the API server. */
    private static final int PORTS = 3;

    private ControlPlaneUnderTest controlPlane;
    private ApiClient admin;
    private ApiClient account;
    private TestNamespace probe;
    private TestNamespace early;
    private ProgramUnderTest program;
    private int seconds;

    @BeforeAll
    void install() throws IOException {
        controlPlane = ControlPlaneUnderTest.start(
                "-keeper", Assets.in(System.getenv()).orElseThrow(), FreePorts.find(PORTS), List.of(ADMIN, ACCOUNT));
        admin = controlPlane.client(ADMIN);
        account = controlPlane.client(ACCOUNT);
        probe = TestNamespace.create(admin, "probe", "{}");
        early = TestNamespace.create(admin, "early", "{}");
        assertThat(early.create(POD).tolerations()).isEqualTo(Entries.nodeFailure(300));
        early.create(AUTHORS).object();
        String values = VALUES.formatted(controlPlane.certificates().caBundle());
        controlPlane.install(ADMIN, values);
        ControlPlaneUnderTest.awaitStatus(account, "/apis/tolerant.dev/v1alpha1/tolerationpolicies");
        ControlPlaneUnderTest.awaitStatus(account, "/api/v1/pods");
        // Before the program runs, because a change of policies has pods looked at ten minutes later at worst.
        early.policy("spot", "{match: {}, tolerations: [" + Entries.SPOT + "]}");
        JsonNode label = Yaml.tree("{metadata: {labels: {probe: 'yes'}}}");
        within(
                EFFECT,
                () -> assertThat(account.mergePatch("/api/v1/namespaces/early/pods/trainer?dryRun=All", label)
                                .status())
                        .isEqualTo(403));
    }

    @AfterAll
    void stop() {
        if (program != null) {
            program.close();
        }
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    /** Has the program run with these seconds, and the API server ask it. */
    private void run(int wanted) {
        if (program != null && seconds == wanted) {
            return;
        }
        if (program != null) {
            program.close();
        }
        Map<String, String> settings = new HashMap<>(controlPlane.certificates().settings());
        settings.put("tolerant.policies.source", "cluster");
        settings.put("tolerant.rules.node-failure.not-ready", String.valueOf(wanted));
        settings.put("tolerant.rules.node-failure.unreachable", String.valueOf(wanted));
        settings.put("tolerant.keeper.mode", "enforce");
        settings.put("tolerant.keeper.account", ACCOUNT.name());
        program = ProgramUnderTest.start(
                "tolerant-keeper-" + wanted,
                FreePorts.find(2),
                settings,
                Map.of("KUBECONFIG", controlPlane.kubeconfig(ACCOUNT).toString(), "KUBERNETES_NAMESPACE", NAMESPACE));
        seconds = wanted;
        call(program.url());
        awaitSecondsOfNewPods(wanted);
    }

    /** Has the API server call this address instead of the chart's Service, for which no cluster network is here. */
    private void call(String url) {
        ArrayNode patch = ApiObject.list();
        int webhooks = admin.get(REGISTRATION).object().path("webhooks").size();
        for (int i = 0; i < webhooks; i++) {
            patch.add(
                    Yaml.tree("""
                    {op: replace, path: /webhooks/%d/clientConfig, value: {url: '%s/mutate', caBundle: %s}}
                    """.formatted(i, url, controlPlane.certificates().caBundle())));
        }
        admin.jsonPatch(REGISTRATION, patch).object();
    }

    /** Waits until the API server uses the registration as it is now, which takes a moment. */
    private void awaitSecondsOfNewPods(int expected) {
        probe.awaitDryRun(
                TestNamespace.POD,
                answer -> answer.succeeded() && answer.tolerations().equals(Entries.nodeFailure(expected)));
    }

    private static void within(Duration time, ThrowingRunnable assertion) {
        await().atMost(time).pollInterval(Duration.ofMillis(200)).untilAsserted(assertion);
    }

    @Test
    void podsMadeBeforeTheWebhookWasRegisteredGetEverything() {
        run(60);

        within(
                EFFECT,
                () -> assertThat(early.get(POD).tolerations())
                        .contains(
                                Yaml.tree(Entries.notReady(60)),
                                Yaml.tree(Entries.unreachable(60)),
                                Yaml.tree(Entries.SPOT),
                                Yaml.tree(Entries.GPU),
                                Yaml.tree(MEMORY_PRESSURE)));
        assertThat(early.get(AUTHORS).tolerations())
                .contains(Yaml.tree(Entries.notReady(45)), Yaml.tree(Entries.unreachable(45)));
        assertThat(holder()).isNotEmpty();
    }

    private String holder() {
        return admin.get(LEASE).object().at("/spec/holderIdentity").asText();
    }

    @Test
    void anUpgradeOfTheChartLeavesTheLeaseToItsHolder() {
        run(60);
        within(EFFECT, () -> assertThat(holder()).isNotEmpty());
        String holder = holder();
        JsonNode rendered = RenderedChart.documentsOfDefaults().stream()
                .map(Yaml::tree)
                .filter(object -> object.path("kind").asText().equals("Lease"))
                .findFirst()
                .orElseThrow();

        JsonNode upgraded = admin.mergePatch(LEASE, rendered).object();

        assertThat(upgraded.at("/spec/holderIdentity").asText()).isEqualTo(holder);
        within(
                EFFECT,
                () -> assertThat(admin.get(LEASE).object().at("/spec/renewTime").asText())
                        .isGreaterThan(upgraded.at("/spec/renewTime").asText()));
        assertThat(holder()).isEqualTo(holder);
    }

    @Test
    void podsMadeWhileTheWebhookWasAwayAreHealedWithinThirtySeconds() {
        run(60);
        TestNamespace namespace = TestNamespace.create(admin, "missed", "{}");
        call(NOBODY);
        awaitSecondsOfNewPods(300);

        assertThat(namespace.create(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(300));
        namespace.create(AUTHORS).object();

        within(
                PROMISED,
                () -> assertThat(namespace.get(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60)));
        assertThat(namespace.get(AUTHORS).tolerations())
                .isEqualTo(ApiObject.list(Entries.notReady(45), Entries.unreachable(45)));
        call(program.url());
        awaitSecondsOfNewPods(60);
    }

    @Test
    void aChangedSettingReachesRunningPodsWhenTheyRestartAndTheSecondsOfTheirAuthorsStay() {
        run(60);
        TestNamespace namespace = TestNamespace.create(admin, "retimed", "{}");
        assertThat(namespace.create(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
        namespace.create(AUTHORS).object();

        run(120);

        within(EFFECT, () -> assertThat(program.hasLogged("looked at all pods")).isTrue());
        assertThat(namespace.get(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
        assertThat(namespace.get(AUTHORS).tolerations())
                .isEqualTo(ApiObject.list(Entries.notReady(45), Entries.unreachable(45)));
    }

    @Test
    void aPodWaitsWhileItsNodeHasTheTaintForWhichItWouldLeaveAtAnotherTime() {
        run(60);
        ApiObject node = ApiObject.of("""
                apiVersion: v1
                kind: Node
                metadata: {name: failed}
                spec: {taints: [{key: node.kubernetes.io/unreachable, effect: NoExecute}]}
                """);
        admin.post(node.collection(), node.object()).object();
        TestNamespace namespace = TestNamespace.create(admin, "waiting", "{}");
        call(NOBODY);
        awaitSecondsOfNewPods(300);
        String onTheNode = TestNamespace.POD.replace("spec: {", "spec: {nodeName: failed, ");
        String elsewhere = TestNamespace.POD.replace("name: web}", "name: elsewhere}");

        assertThat(namespace.create(onTheNode).tolerations()).isEqualTo(Entries.nodeFailure(300));
        namespace.create(elsewhere).object();

        within(
                PROMISED,
                () -> assertThat(namespace.get(elsewhere).tolerations()).isEqualTo(Entries.nodeFailure(60)));
        assertThat(namespace.get(onTheNode).tolerations()).isEqualTo(Entries.nodeFailure(300));

        admin.mergePatch(NODE, Yaml.tree("{spec: {taints: null}}")).object();

        within(
                PROMISED,
                () -> assertThat(namespace.get(onTheNode).tolerations()).isEqualTo(Entries.nodeFailure(60)));
        call(program.url());
        awaitSecondsOfNewPods(60);
    }

    @Test
    void whoHoldsTheAccountChangesNothingElse() {
        String pod = "/api/v1/namespaces/early/pods/trainer?dryRun=All";

        for (String change : List.of(
                "{op: replace, path: /spec/containers/0/image, value: 'example.com/evil:1'}",
                "{op: add, path: /metadata/labels, value: {own: 'yes'}}")) {
            ApiAnswer ofAccount = account.jsonPatch(pod, ApiObject.list(change));
            assertThat(ofAccount.status()).as(ofAccount.body().toString()).isEqualTo(403);
            assertThat(ofAccount.kubectl()).contains(ApiAnswer.DENIED + "Tolerant's service account ");
            assertThat(admin.jsonPatch(pod, ApiObject.list(change)).status()).isEqualTo(200);
        }
        assertThat(account.delete(pod).status()).isEqualTo(403);
    }
}

package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real API server refuses by the chart's guard of what policies reserve, while no replica of the program runs. */
@NeedsApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReserveApiServerIT {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User JANE = User.of("jane", "developers");
    private static final User AGENT = User.of("ops", "operators");
    private static final User CONTROLLER = User.of("system:serviceaccount:kube-system:replicaset-controller");
    private static final Duration EFFECT = Duration.ofSeconds(60);
    private static final int PORTS = 3;
    private static final String RESERVATIONS = "/apis/tolerant.dev/v1alpha1/reservations";
    private static final String POLICIES = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: gpu, operator: Equal, value: ml, effect: NoSchedule}]
              reserve: {exempt: {namespaces: [agents], serviceAccounts: [tools/runner], groups: [operators]}}
            ---
            metadata: {name: spot}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: spot, operator: Exists}]}}
              reserve: {taints: [{key: spot, value: "", effect: NoSchedule}, {key: night, effect: NoExecute}]}
            """;
    private static final String CREATORS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: creators}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: creators}
            subjects:
            - {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
            - {kind: User, name: ops, apiGroup: rbac.authorization.k8s.io}
            - {kind: User, name: "system:serviceaccount:kube-system:replicaset-controller", apiGroup: rbac.authorization.k8s.io}
            """;
    private static final String CREATOR = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: creators}
            rules:
            - {apiGroups: [""], resources: [pods, namespaces], verbs: ["*"]}
            """;

    private ControlPlaneUnderTest controlPlane;
    private ApiClient admin;

    @BeforeAll
    void install() throws IOException {
        controlPlane = ControlPlaneUnderTest.start(
                "-reserve",
                Assets.in(System.getenv()).orElseThrow(),
                FreePorts.find(PORTS),
                List.of(ADMIN, JANE, AGENT, CONTROLLER));
        admin = controlPlane.client(ADMIN);
        controlPlane.install(ADMIN, "{}");
        admin.delete("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant");
        for (String role : List.of(CREATOR, CREATORS)) {
            create(ApiObject.of(role));
        }
        for (String namespace : List.of("ml team=ml", "web team=web", "agents a=b", "tools a=b", "spot spot=x")) {
            String[] parts = namespace.split("[ =]");
            create(ApiObject.of("{apiVersion: v1, kind: Namespace, metadata: {name: %s, labels: {%s: %s}}}"
                    .formatted(parts[0], parts[1], parts[2])));
        }
        ControlPlaneUnderTest.awaitStatus(admin, RESERVATIONS);
        JsonNode object = ReservationsGuard.of(
                        PolicySet.of(PolicyFixture.all(POLICIES)).reservations().reservations())
                .object();
        assertThat(admin.apply(RESERVATIONS + "/current", object).status()).isEqualTo(201);
        await("the guard")
                .atMost(EFFECT)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> create(JANE, "web", "{tolerations: [{operator: Exists}]}")
                                .status()
                        == 403);
    }

    private void create(ApiObject object) {
        assertThat(admin.post(object.collection(), object.object()).status()).isEqualTo(201);
    }

    @AfterAll
    void stop() {
        if (controlPlane != null) {
            controlPlane.close();
        }
    }

    private ApiAnswer create(User user, String namespace, String spec) {
        ObjectNode pod = ApiObject.of(TestNamespace.POD).in(namespace).object();
        ((ObjectNode) pod.get("spec")).setAll((ObjectNode) ApiObject.node(spec));
        return controlPlane.client(user).post("/api/v1/namespaces/" + namespace + "/pods?dryRun=All", pod);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jane | ml          | {tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}             | made
                    jane | ml          | {tolerations: [{key: gpu, operator: Exists}]}                          | made
                    jane | ml          | {tolerations: [{operator: Exists}]}                                    | spot
                    jane | web         | {tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}             | ml-pool
                    jane | web         | {tolerations: [{key: gpu, value: ml}]}                                 | ml-pool
                    jane | web         | {tolerations: [{key: gpu, operator: Exists}]}                          | ml-pool
                    jane | web         | {tolerations: [{key: gpu, value: web, effect: NoSchedule}]}            | made
                    jane | web         | {tolerations: [{operator: Exists, effect: NoExecute}]}                 | spot
                    jane | web         | {tolerations: [{key: night, value: x, effect: NoExecute}]}             | spot
                    jane | web         | {tolerations: [{key: spot, value: x, effect: NoSchedule}]}             | made
                    jane | web         | {tolerations: [{key: spot, effect: NoSchedule}]}                       | spot
                    jane | web         | {tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists}]} | made
                    jane | web         | {}                                                                     | made
                    jane | web         | {nodeName: n1}                                                         | names
                    jane | agents      | {tolerations: [{key: gpu, operator: Exists}]}                          | made
                    jane | tools       | {tolerations: [{key: gpu, operator: Exists}], serviceAccountName: runner} | made
                    jane | kube-system | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    jane | tolerant-system | {tolerations: [{operator: Exists}]}                                | made
                    ops  | web         | {tolerations: [{key: gpu, operator: Exists}]}                          | made
                    admin | web        | {tolerations: [{operator: Exists}], nodeName: n1}                      | made
                    system:serviceaccount:kube-system:replicaset-controller | web | {tolerations: [{operator: Exists}]} | ml-pool
                    """)
    void itHoldsWithoutTheProgram(String user, String namespace, String spec, String outcome) {
        // When
        ApiAnswer answer = create(user(user), namespace, spec);

        // Then
        if (outcome.equals("made")) {
            assertThat(answer.status()).as(answer.body().toString()).isEqualTo(201);
            return;
        }
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(403);
        assertThat(answer.body().path("message").asText())
                .contains(
                        outcome.equals("names")
                                ? "taints do not keep a pod off the node that it names: leave out spec.nodeName"
                                : "TolerationPolicy " + outcome + " reserves taint");
    }

    private static User user(String name) {
        return List.of(ADMIN, JANE, AGENT, CONTROLLER).stream()
                .filter(user -> user.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anUpdateCannotAddWhatIsReserved() {
        // Given
        ApiObject pod = ApiObject.of(TestNamespace.POD).in("web");
        create(pod);
        JsonNode more = ApiObject.node(
                "[{op: add, path: /spec/tolerations, value: [{key: gpu, operator: Exists, effect: NoSchedule}]}]");
        JsonNode label = ApiObject.node("{metadata: {labels: {a: b}}}");

        // Then
        ApiClient jane = controlPlane.client(JANE);
        assertThat(jane.jsonPatch(pod.path() + "?dryRun=All", more).status()).isEqualTo(403);
        assertThat(jane.mergePatch(pod.path() + "?dryRun=All", label).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jane  | {team: ml}   | 403
                    jane  | {team: web2} | 200
                    jane  | {spot: ''}   | 403
                    jane  | {other: x}   | 200
                    admin | {team: ml}   | 200
                    """)
    void labelsThatPutANamespaceInsideTakeTheVerbLabel(String user, String labels, int status) {
        // When
        ApiAnswer answer = controlPlane
                .client(user(user))
                .mergePatch(
                        "/api/v1/namespaces/web?dryRun=All", ApiObject.node("{metadata: {labels: " + labels + "}}"));

        // Then
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
    }
}

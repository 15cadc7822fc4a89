package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationJudges;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.ReservationsFixture;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** A control plane with the chart, what policies reserve, and namespaces inside and outside; no replica runs. */
final class ReservedCluster implements AutoCloseable {
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User PROGRAM = User.of("system:serviceaccount:" + RenderedChart.NAMESPACE + ":tolerant");
    private static final User JANE = User.of("jane", "developers");
    private static final List<User> USERS = List.of(
            ADMIN,
            PROGRAM,
            JANE,
            User.of("olga"),
            User.of("ops", "operators"),
            User.of("noel"),
            User.of("system:serviceaccount:kube-system:replicaset-controller"),
            User.of("system:node:n1", "system:nodes"));
    static final String OBJECT =
            "/api/v1/namespaces/" + RenderedChart.NAMESPACE + "/serviceaccounts/" + ReservationsText.OBJECT;
    private static final int PORTS = 3;
    private static final String EXEMPT =
            "{namespaces: [agents], serviceAccounts: [tools/runner], users: [olga], groups: [operators]}";
    private static final String POLICIES = """
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              tolerations: [{key: gpu, operator: Equal, value: ml, effect: NoSchedule}]
              reserve: {exempt: EXEMPT}
            ---
            metadata: {name: spot}
            spec:
              match: {namespaceSelector: {matchExpressions: [{key: spot, operator: Exists}]}}
              reserve:
                exempt: EXEMPT
                taints:
                - {key: spot, value: "", effect: NoSchedule}
                - {key: night, effect: NoExecute}
                - {key: batch, value: x, effect: NoSchedule}
            ---
            metadata: {name: batch}
            spec:
              match: {namespaceSelector: {matchLabels: {team: batch}}}
              reserve: {exempt: EXEMPT, taints: [{key: batch, value: x, effect: NoSchedule}]}
            ---
            metadata: {name: audited}
            spec:
              mode: Audit
              match: {namespaceSelector: {matchLabels: {team: audit}}}
              reserve: {taints: [{key: audited}]}
            """.replace("EXEMPT", EXEMPT);

    private static final String TENANTS =
            ReservationJudges.TENANTS.replace("{namespaces: [], serviceAccounts: [], users: [], groups: []}", EXEMPT);

    private static final String ACCESS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: creators}
            rules:
            - apiGroups: [""]
              resources: [pods, namespaces, namespaces/status, namespaces/finalize]
              verbs: ["*"]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: node-owners}
            rules:
            - {apiGroups: [""], resources: [nodes], verbs: [update]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: creators}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: creators}
            subjects: [{kind: Group, name: "system:authenticated", apiGroup: rbac.authorization.k8s.io}]
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: node-owners}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: node-owners}
            subjects:
            - {kind: User, name: noel, apiGroup: rbac.authorization.k8s.io}
            - {kind: User, name: "system:serviceaccount:kube-system:replicaset-controller", apiGroup: rbac.authorization.k8s.io}
            """;
    static final String NAMESPACE = "{apiVersion: v1, kind: Namespace, metadata: %s}";
    private static final List<String> NAMESPACES = List.of(
            "{name: bare}",
            "{name: agents}",
            "{name: tools}",
            "{name: ml, labels: {team: ml}}",
            "{name: web, labels: {team: web}}",
            "{name: batch, labels: {team: batch}}",
            "{name: spot, labels: {spot: x}}",
            "{name: a, labels: {tenant: a}}",
            "{name: c, labels: {tenant: c}}",
            "{name: empty, labels: {tenant: ''}}");

    private final ControlPlaneUnderTest controlPlane;

    private ReservedCluster(ControlPlaneUnderTest controlPlane) {
        this.controlPlane = controlPlane;
    }

    /** Installs the chart with these values, and writes what is reserved once there are namespaces and pods. */
    static ReservedCluster start(String suffix, String values) throws IOException {
        return start(suffix, values, minor -> {});
    }

    /** The same, once the minor version of the API server has been looked at. */
    static ReservedCluster start(String suffix, String values, IntConsumer version) throws IOException {
        ReservedCluster cluster = new ReservedCluster(ControlPlaneUnderTest.start(
                suffix, Assets.in(System.getenv()).orElseThrow(), FreePorts.find(PORTS), USERS));
        try {
            version.accept(cluster.controlPlane.minor(ADMIN));
            cluster.fill(values);
            return cluster;
        } catch (IOException | RuntimeException | Error failed) {
            cluster.close();
            throw failed;
        }
    }

    private void fill(String values) throws IOException {
        ApiClient admin = client(ADMIN);
        controlPlane.install(ADMIN, values);
        admin.delete("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant");
        for (String role : ACCESS.split("---\n")) {
            awaitCreation(admin, ApiObject.of(role));
        }
        for (String metadata : NAMESPACES) {
            awaitCreation(admin, ApiObject.of(NAMESPACE.formatted(metadata)));
        }
        // Nothing is written yet, so nothing is reserved.
        ApiClient jane = client(JANE);
        awaitCreation(jane, new ApiObject(pod("web", "{name: plain}", "{}")));
        awaitCreation(
                jane, new ApiObject(pod("web", "{name: gated}", "{schedulingGates: [{name: example.com/gate}]}")));
        awaitCreation(
                jane,
                new ApiObject(
                        pod("web", "{name: stored}", "{tolerations: [{key: gpu, value: ml, effect: NoSchedule}]}")));
        waitingFor("the right to write the object")
                .until(() -> client(PROGRAM).apply(OBJECT, object()).status() == 201);
    }

    private static JsonNode object() {
        ObjectNode object = ApiObject.of("{apiVersion: v1, kind: ServiceAccount, metadata: {name: "
                        + ReservationsText.OBJECT + ", namespace: " + RenderedChart.NAMESPACE + "}}")
                .object();
        ObjectNode annotations = object.withObject("/metadata/annotations");
        ReservationsText.of(PolicySet.of(PolicyFixture.all(POLICIES))
                        .reservations()
                        .reservations()
                        .keeping(Set.of("tenants"), Map.of(), ReservationsFixture.of(Yaml.tree(TENANTS))))
                .forEach(annotations::put);
        return object;
    }

    /** Kills the API server, and starts it again without waiting until it is ready. */
    void restart() {
        controlPlane.restart();
    }

    private static void awaitCreation(ApiClient client, ApiObject object) {
        waitingFor(object.name())
                .until(() -> client.post(object.collection(), object.object()).status() == 201);
    }

    void upgrade(String values) throws IOException {
        controlPlane.upgrade(ADMIN, values);
    }

    ReservedCluster awaitGuard() {
        ObjectNode pod = pod("web", "{}", "{tolerations: [{operator: Exists}]}");
        waitingFor("the guard").until(() -> create("jane", pod).status() == 403);
        return this;
    }

    static ObjectNode pod(String namespace, String metadata, String spec) {
        ObjectNode pod = ApiObject.of(TestNamespace.POD).in(namespace).object();
        ((ObjectNode) pod.get("metadata")).setAll(Yaml.object(metadata));
        ((ObjectNode) pod.get("spec")).setAll(Yaml.object(spec));
        return pod;
    }

    /** Creates the pod as a dry run. */
    ApiAnswer create(String user, ObjectNode pod) {
        return client(user).post(new ApiObject(pod).collection() + "?dryRun=All", pod);
    }

    ApiClient client(String user) {
        return USERS.stream()
                .filter(each -> each.name().equals(user))
                .findFirst()
                .map(this::client)
                .orElseThrow();
    }

    private ApiClient client(User user) {
        return controlPlane.client(user);
    }

    @Override
    public void close() {
        controlPlane.close();
    }
}

package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.testing.RenderedChart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A control plane without controllers, with the CRD, the program and its registration. */
final class ClusterUnderTest implements AutoCloseable {
    private static final String POLICIES = "/apis/tolerant.dev/v1alpha1/tolerationpolicies";
    private static final String RESERVATIONS = "/api/v1/namespaces/" + RenderedChart.NAMESPACE
            + "/serviceaccounts?fieldSelector=metadata.name%3D" + ReservationsText.OBJECT;
    private static final User ADMIN = User.of("admin", "system:masters");
    private static final User PROGRAM = User.of("tolerant-program");
    private static final User TENANT = User.of("tenant");

    /** Two for etcd, one for the API server, two for the program. */
    private static final int PORTS = 5;

    private static final int NEW_NAMESPACES = 5;

    /** Gives the program what the chart's roles grant, and a tenant rights to pods; the API server itself grants those of the DaemonSet controller. */
    private static final List<String> RIGHTS = List.of("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: tolerant-program}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tolerant}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: tolerant-program}
            """, """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: tolerant-program, namespace: tolerant-system}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: tolerant}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: tolerant-program}
            """, """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: tenant}
            rules:
            - {apiGroups: [""], resources: [pods], verbs: [create, get, list, update, patch]}
            """, """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: tenant}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tenant}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: tenant}
            """);

    private final Deque<Runnable> running = new ArrayDeque<>();
    private final Deque<String> used = new ArrayDeque<>();
    private final AtomicInteger namespaces = new AtomicInteger();
    private final ControlPlaneUnderTest controlPlane;
    private final ApiClient admin;
    private final WebhookRegistration registration;

    private ClusterUnderTest(Assets assets) throws IOException {
        try {
            FreePorts ports = FreePorts.find(PORTS);
            controlPlane = ControlPlaneUnderTest.start("", assets, ports, List.of(ADMIN, PROGRAM, TENANT));
            running.push(controlPlane::close);
            admin = controlPlane.client(ADMIN);
            create(ApiObject.of(
                    "{apiVersion: v1, kind: Namespace, metadata: {name: " + RenderedChart.NAMESPACE + "}}"));
            ofChart("CustomResourceDefinition").forEach(this::install);
            ofChart("ClusterRole").forEach(this::create);
            ofChart("Role").forEach(this::create);
            ofChart("Lease").forEach(this::create);
            RIGHTS.forEach(right -> create(ApiObject.of(right)));
            ControlPlaneUnderTest.awaitStatus(controlPlane.client(PROGRAM), POLICIES);
            ControlPlaneUnderTest.awaitStatus(controlPlane.client(PROGRAM), RESERVATIONS);
            ControlPlaneUnderTest.awaitStatus(controlPlane.client(PROGRAM), "/api/v1/namespaces");
            ControlPlaneUnderTest.awaitStatus(controlPlane.client(PROGRAM), "/api/v1/nodes");
            ControlPlaneUnderTest.awaitStatus(tenant(), "/api/v1/namespaces/default/pods");
            ProgramUnderTest program = ProgramUnderTest.start(
                    "tolerant",
                    ports,
                    settings(),
                    Map.of(
                            "KUBECONFIG",
                            controlPlane.kubeconfig(PROGRAM).toString(),
                            "KUBERNETES_NAMESPACE",
                            RenderedChart.NAMESPACE));
            running.push(program::close);
            registration = new WebhookRegistration(
                    admin, program.url(), controlPlane.certificates().caBundle(), namespace());
            registration.register();
            warmUp();
        } catch (IOException | RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(controlPlane.certificates().settings());
        settings.put("tolerant.policies.source", "cluster");
        settings.put("tolerant.rules.node-failure.not-ready", "60");
        settings.put("tolerant.rules.node-failure.unreachable", "60");
        return settings;
    }

    static ClusterUnderTest start(Assets assets) throws IOException {
        return new ClusterUnderTest(assets);
    }

    /** What the chart has of this kind, for its defaults. */
    private static List<ApiObject> ofChart(String kind) {
        return RenderedChart.documentsOfDefaults().stream()
                .map(ApiObject::of)
                .filter(object -> object.object().path("kind").asText().equals(kind))
                .toList();
    }

    private void install(ApiObject crd) {
        create(crd);
        waitingFor(crd.name() + " to be established")
                .until(() -> isEstablished(admin.get(crd.path()).object()));
    }

    private static boolean isEstablished(JsonNode crd) {
        for (JsonNode condition : crd.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Established")) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private void create(ApiObject object) {
        admin.post(object.collection(), object.object()).object();
    }

    /** Deletes what one test has left for the whole cluster, so that the order of tests does not matter. */
    void clear() {
        admin.delete(POLICIES);
        admin.delete("/api/v1/nodes");
        while (!used.isEmpty()) {
            admin.delete("/api/v1/namespaces/" + used.pop() + "/pods?gracePeriodSeconds=0");
        }
    }

    /**
     * Lets the program load the classes with which it reads a namespace that its watch has not delivered yet. It has
     * half a second for each read, which a slow machine would miss the first time.
     */
    private void warmUp() {
        for (int i = 0; i < NEW_NAMESPACES; i++) {
            namespace().dryRun(TestNamespace.POD);
        }
    }

    /** A user who may do everything. */
    ApiClient admin() {
        return admin;
    }

    /** A kubeconfig of that user. */
    Path adminKubeconfig() {
        return controlPlane.kubeconfig(ADMIN);
    }

    /** The minor version of the API server, such as 36. */
    int minor() {
        return controlPlane.minor(ADMIN);
    }

    /** A user who may create and change pods, and whom no controller and no policy knows. */
    ApiClient tenant() {
        return controlPlane.client(TENANT);
    }

    /** A kubeconfig of that user. */
    Path tenantKubeconfig() {
        return controlPlane.kubeconfig(TENANT);
    }

    String caBundle() {
        return controlPlane.certificates().caBundle();
    }

    WebhookRegistration registration() {
        return registration;
    }

    /** A new namespace without annotations. */
    TestNamespace namespace() {
        return namespace("{}");
    }

    /** A new namespace with annotations, in one line of YAML. */
    TestNamespace namespace(String annotations) {
        used.push("test-" + namespaces.incrementAndGet());
        return TestNamespace.create(admin, used.element(), annotations);
    }

    /** Stops all servers, in reverse order. */
    @Override
    public void close() {
        while (!running.isEmpty()) {
            running.pop().run();
        }
    }
}

package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.api.ApiServer;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the objects of a living cluster are read. */
public class LiveClusterTest {

    /** What is said of a kind that the user may not list anywhere. */
    public static String mayNotList(ObjectKind kind) {
        return "you may not list " + kind.plural();
    }

    private static final String REGISTRATION = """
        {"metadata": {"name": "tolerant"}, "webhooks": [{"name": "create.tolerant.dev",
         "clientConfig": {"service": {"name": "tolerant", "namespace": "tolerant-system"}}}]}
        """;
    private static final String SETTINGS = """
        {"metadata": {"name": "tolerant", "namespace": "tolerant-system", "labels": {"app.kubernetes.io/part-of": "tolerant"}},
         "data": {"application.properties": "tolerant.rules.node-failure.not-ready=30"}}
        """;

    @AutoClose
    private final ClusterServer server = new ClusterServer();

    @TempDir
    private Path directory;

    private static String named(String namespace, String name) {
        return "{\"metadata\": {\"name\": \"" + name + "\""
                + (namespace.isEmpty() ? "" : ", \"namespace\": \"" + namespace + "\"") + "}}";
    }

    private ClusterObjects read(Needs needs) throws Exception {
        return read(needs, (kind, objects) -> {});
    }

    private ClusterObjects read(Needs needs, ObjIntConsumer<ObjectKind> watcher) throws Exception {
        return read(kubeconfig(null), needs, watcher);
    }

    private static ClusterObjects read(ClusterAccess kubeconfig, Needs needs, ObjIntConsumer<ObjectKind> watcher)
            throws Exception {
        try (LiveCluster cluster = LiveCluster.of(kubeconfig)) {
            return cluster.read(needs, watcher);
        }
    }

    private ClusterAccess kubeconfig(@Nullable String context) throws Exception {
        return ClusterAccess.of(server.kubeconfig(directory), context, null, List.of(), ApiServer.PATIENCE);
    }

    @Test
    void anApiServerIsWaitedForAsLongAsSomebodySays() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ClusterAccess kubeconfig = ClusterAccess.of(
                    ClusterServer.kubeconfig(directory, "http://127.0.0.1:" + silent.getLocalPort()),
                    null,
                    null,
                    List.of(),
                    Duration.ofMillis(20));
            try (LiveCluster cluster = LiveCluster.of(kubeconfig)) {
                assertThatThrownBy(() -> cluster.read(Needs.ALL, (kind, objects) -> {}))
                        .hasMessageContaining(" does not answer in time: ");
            }
        }
    }

    @Test
    void aKindWhoseListHangsIsUnknownAndTheOthersAreRead() throws Exception {
        server.list(ObjectKind.NODE, named("", "n1"));
        server.silence(ClusterServer.path(ObjectKind.NODE_POOL));
        ClusterAccess kubeconfig =
                ClusterAccess.of(server.kubeconfig(directory), null, null, List.of(), Duration.ofMillis(500));

        ClusterObjects clusterObjects = read(kubeconfig, Needs.ALL, (kind, objects) -> {});

        assertThat(clusterObjects.unknown())
                .containsOnlyKeys(ObjectKind.NODE_POOL)
                .containsValue("the API server does not answer the list of nodepools in time");
        assertThat(clusterObjects.all(ObjectKind.NODE)).hasSize(1);
    }

    @Test
    void everyKindIsReadInPages() throws Exception {
        server.list(ClusterServer.path(ObjectKind.POD), 1201, i -> named("shop", "web-" + i));
        server.list(ObjectKind.NODE, named("", "n1"));
        List<String> progress = new ArrayList<>();

        ClusterObjects clusterObjects = read(Needs.ALL, (kind, objects) -> progress.add(kind + " " + objects));

        assertThat(clusterObjects.all(ObjectKind.POD)).hasSize(1201);
        assertThat(clusterObjects.find(ObjectKind.POD, "shop", "web-1200")).isPresent();
        assertThat(clusterObjects.manifests(ObjectKind.NODE).get(0).type()).isEqualTo("v1/Node");
        assertThat(clusterObjects.source()).isEqualTo("test");
        assertThat(clusterObjects.serverVersion()).isEqualTo("v1.36.2");
        assertThat(clusterObjects.unknown()).isEmpty();
        assertThat(clusterObjects.at()).isBeforeOrEqualTo(Instant.now());
        assertThat(progress).containsSubsequence("POD 500", "POD 1000");
        assertThat(server.requests()).contains("/api/v1/pods?limit=500", "/api/v1/pods?limit=500&continue=1000");
        assertThat(server.users()).containsOnly("Bearer secret as null");
    }

    @Test
    void anExpiredTokenGoesOnWithTheOneThatComesWithTheRefusal() throws Exception {
        List<Integer> asked = new ArrayList<>();
        server.list(ClusterServer.path(ObjectKind.POD), 1000, i -> {
            asked.add(i);
            if (i == 499) {
                server.refuse(
                        ClusterServer.path(ObjectKind.POD),
                        410,
                        "{\"kind\": \"Status\", \"code\": 410, \"metadata\": {\"continue\": \"600\"}}",
                        1);
            }
            return named("shop", "web-" + i);
        });

        ClusterObjects clusterObjects = read(Needs.of(ObjectKind.POD));

        assertThat(clusterObjects.all(ObjectKind.POD)).hasSize(900);
        assertThat(asked).hasSize(900);
        assertThat(clusterObjects.unknown()).isEmpty();
    }

    @Test
    void theSettingsAreReadInTheNamespaceOfTheRegistrationAlone() throws Exception {
        server.list(ObjectKind.MUTATING_WEBHOOKS, REGISTRATION);
        server.list(ClusterServer.path(ObjectKind.CONFIG_MAP, "tolerant-system"), SETTINGS);

        ClusterObjects clusterObjects = read(Needs.ALL);

        assertThat(clusterObjects.all(ObjectKind.CONFIG_MAP)).hasSize(1);
        assertThat(server.requests())
                .contains("/api/v1/namespaces/tolerant-system/configmaps?limit=500"
                        + "&labelSelector=app.kubernetes.io%2Fpart-of%3Dtolerant");
        assertThat(server.paths()).doesNotContain("/api/v1/configmaps");
        assertThat(clusterObjects.notes()).isEmpty();
    }

    @Test
    void aClusterWithoutTheReleaseHasTheDefaultSettings() throws Exception {
        ClusterObjects clusterObjects = read(Needs.ALL);

        assertThat(server.paths()).contains("/api/v1/configmaps");
        assertThat(clusterObjects.notes())
                .containsExactly("The cluster has no MutatingWebhookConfiguration of Tolerant, so the chart's default"
                        + " settings count.");
    }

    @Test
    void aQuestionAboutOneNamespaceReadsNothingOfOthersButWhatItNeeds() throws Exception {
        server.list(ClusterServer.path(ObjectKind.POD, "shop"), named("shop", "web"));
        server.list(ClusterServer.path(ObjectKind.DEPLOYMENT), named("back", "db"));

        ClusterObjects clusterObjects =
                read(Needs.of(ObjectKind.POD).everywhere(ObjectKind.DEPLOYMENT).in("shop"));

        assertThat(clusterObjects.all(ObjectKind.POD)).hasSize(1);
        assertThat(clusterObjects.all(ObjectKind.DEPLOYMENT)).hasSize(1);
        assertThat(server.paths())
                .contains("/api/v1/namespaces/shop/pods", "/apis/apps/v1/deployments", "/api/v1/nodes")
                .doesNotContain(
                        "/api/v1/pods", "/apis/apps/v1/replicasets", "/api/v1/namespaces/shop/replicationcontrollers");
    }

    @Test
    void whatMayNotBeListedIsUnknownAndTheRestIsRead() throws Exception {
        server.list(ObjectKind.POD, named("shop", "web"));
        server.refuse(ClusterServer.path(ObjectKind.NODE), 403);
        server.refuse(ClusterServer.path(ObjectKind.JOB), 404);
        server.refuse(ClusterServer.path(ObjectKind.DAEMON_SET), 500);

        ClusterObjects clusterObjects = read(Needs.of(ObjectKind.POD, ObjectKind.JOB, ObjectKind.DAEMON_SET));

        assertThat(clusterObjects.unknown())
                .isEqualTo(Map.of(
                        ObjectKind.NODE, "you may not list nodes",
                        ObjectKind.JOB, "the API server v1.36.2 does not serve jobs of batch/v1",
                        ObjectKind.DAEMON_SET, "the API server answers the list of daemonsets with 500"));
        assertThat(clusterObjects.all(ObjectKind.POD)).hasSize(1);
    }

    @Test
    void aClusterWithoutTheCrdHasNoPolicies() throws Exception {
        server.list(ObjectKind.MUTATING_WEBHOOKS, REGISTRATION);
        server.list(ClusterServer.path(ObjectKind.CONFIG_MAP, "tolerant-system"), SETTINGS);
        server.refuse(ClusterServer.path(ObjectKind.POLICY), 404);

        ClusterObjects clusterObjects = read(Needs.ALL);

        assertThat(clusterObjects.all(ObjectKind.POLICY)).isEmpty();
        assertThat(clusterObjects.unknown(ObjectKind.POLICY)).isEmpty();
        assertThat(clusterObjects.notes())
                .singleElement()
                .asString()
                .startsWith("The cluster has no TolerationPolicy resource");
    }

    @Test
    void whoeverMayNotListNamespacesMayReadTheOne() throws Exception {
        server.refuse(ClusterServer.path(ObjectKind.NAMESPACE), 403);
        server.refuse(ClusterServer.path(ObjectKind.NAMESPACE) + "/shop", 200, named("", "shop"), 1);

        ClusterObjects clusterObjects = read(Needs.of().in("shop"));

        assertThat(clusterObjects.find(ObjectKind.NAMESPACE, "", "shop")).isPresent();
        assertThat(clusterObjects.unknown()).isEmpty();
    }

    @Test
    void whereNothingMayBeReadThereIsNoAnswer() {
        List.of(ObjectKind.values()).forEach(kind -> server.refuse(ClusterServer.path(kind), 403));

        assertThatThrownBy(() -> read(Needs.ALL))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessage("nothing can be read of the cluster: " + mayNotList(ObjectKind.POD));
    }

    @Test
    void credentialsThatHaveExpiredAreToldOnce() {
        server.refuse("/version", 401);

        assertThatThrownBy(() -> read(Needs.ALL))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageStartingWith("the API server of test does not accept these credentials (401): ");
    }

    @Test
    void credentialsThatOnlyStrangersNeedNotHaveAreRefusedByTheFirstList() {
        server.refuse(ClusterServer.path(ObjectKind.MUTATING_WEBHOOKS), 401);

        assertThatThrownBy(() -> read(Needs.ALL))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageContaining("(401)");
    }

    @Test
    void aServerThatIsNotThereIsNamedWithItsAddress() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ClusterAccess kubeconfig = ClusterAccess.of(
                ClusterServer.kubeconfig(directory, "http://127.0.0.1:" + port),
                null,
                null,
                List.of(),
                ApiServer.PATIENCE);

        assertThatThrownBy(() -> read(kubeconfig, Needs.ALL, (kind, objects) -> {}))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageStartingWith("the API server of test (http://127.0.0.1:" + port + "/) cannot be reached: ");
    }

    @Test
    void whoeverActsAsSomebodySaysSo() throws Exception {
        read(
                ClusterAccess.of(server.kubeconfig(directory), "other", "joe", List.of("dev"), ApiServer.PATIENCE),
                Needs.of(),
                (kind, objects) -> {});

        assertThat(Set.copyOf(server.users())).containsExactly("Bearer secret as joe");
    }

    @Test
    void theNamespaceIsThatOfTheContext() throws Exception {
        assertThat(kubeconfig(null).namespace()).isEqualTo("shop");
        assertThat(kubeconfig("other").namespace()).isEmpty();
    }

    @Test
    void aKubeconfigThatDoesNotTellWhereTheClusterIsSaysWhatIsMissing() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "a: [");
        Path empty = Files.writeString(directory.resolve("empty"), "kind: Config\n");

        assertThatThrownBy(() -> kubeconfig("prod").namespace())
                .hasMessage("the kubeconfig has no context prod: name one, as by kubectl's --context (other, test)");
        assertThatThrownBy(() -> ClusterAccess.of(directory.resolve("none"), null, null, List.of(), ApiServer.PATIENCE)
                        .namespace())
                .hasMessage(directory.resolve("none") + " does not exist: let --kubeconfig name a file");
        assertThatThrownBy(() -> ClusterAccess.of(text, null, null, List.of(), ApiServer.PATIENCE)
                        .namespace())
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessageStartingWith(text + " is not a kubeconfig: ");
        assertThatThrownBy(() -> ClusterAccess.of(empty, null, null, List.of(), ApiServer.PATIENCE)
                        .namespace())
                .hasMessage("the kubeconfig has no current context: name one, as by kubectl's --context");
        assertThatThrownBy(() -> ClusterAccess.of(
                                server.kubeconfig(directory), null, null, List.of("dev"), ApiServer.PATIENCE)
                        .namespace())
                .hasMessage("--as-group needs --as: name the user whose group it is");
    }
}

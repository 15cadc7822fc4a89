package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.ApiServer;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the NodePools of a living cluster are read, which most clusters do not have. */
class LiveNodePoolsTest {
    @AutoClose
    private final ClusterServer server = new ClusterServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void haveANode() {
        server.list(ObjectKind.NODE, "{\"metadata\": {\"name\": \"n1\"}}");
    }

    private ClusterObjects read() throws Exception {
        ClusterAccess kubeconfig =
                ClusterAccess.of(server.kubeconfig(directory), null, null, List.of(), ApiServer.PATIENCE);
        try (LiveCluster cluster = LiveCluster.of(kubeconfig)) {
            return cluster.read(Needs.ALL, (kind, objects) -> {});
        }
    }

    @Test
    void nodePoolsAreReadAsNodesAre() throws Exception {
        server.list(ObjectKind.NODE_POOL, "{\"metadata\": {\"name\": \"spot\"}}");

        ClusterObjects clusterObjects = read();

        assertThat(clusterObjects.manifests(ObjectKind.NODE_POOL).get(0).type()).isEqualTo("karpenter.sh/v1/NodePool");
        assertThat(server.requests()).contains("/apis/karpenter.sh/v1/nodepools?limit=500");
    }

    @Test
    void aClusterWithoutKarpenterHasNone() throws Exception {
        server.refuse(ClusterServer.path(ObjectKind.NODE_POOL), 404);

        ClusterObjects clusterObjects = read();

        assertThat(clusterObjects.all(ObjectKind.NODE_POOL)).isEmpty();
        assertThat(clusterObjects.unknown()).isEmpty();
        assertThat(clusterObjects.notes()).noneMatch(note -> note.contains("NodePool"));
    }

    @Test
    void whereTheyMayNotBeListedTheyAreUnknownAndTheRestIsRead() throws Exception {
        server.refuse(ClusterServer.path(ObjectKind.NODE_POOL), 403);

        ClusterObjects clusterObjects = read();

        assertThat(clusterObjects.unknown()).isEqualTo(Map.of(ObjectKind.NODE_POOL, "you may not list nodepools"));
        assertThat(clusterObjects.all(ObjectKind.NODE)).hasSize(1);
    }
}

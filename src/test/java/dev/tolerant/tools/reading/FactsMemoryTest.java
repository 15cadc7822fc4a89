package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.api.ApiServer;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of many large objects of a cluster, little stays in memory. */
@Tag("ci")
class FactsMemoryTest {
    private static final int PODS = 2000;
    private static final int NODES = 500;
    private static final int BYTES = 20_000;
    private static final int ATTEMPTS = 6;
    private static final String PADDING = "x".repeat(BYTES);

    /** 20 MiB for 10,000 pods. */
    private static final long MOST_BYTES_OF_A_POD = 20 * 1024 * 1024 / 10_000;

    @AutoClose
    private final ClusterServer server = new ClusterServer();

    @TempDir
    private Path directory;

    /** Other tests of the same JVM leave what the collector takes at any time, so one attempt of several is enough. */
    @Test
    void tenThousandPodsOfTwentyKilobytesWouldKeepTwentyMegabytes() throws Exception {
        server.list(ClusterServer.path(ObjectKind.POD), PODS, padded(FactsMemoryTest::pod));
        server.list(ClusterServer.path(ObjectKind.NODE), NODES, padded(FactsMemoryTest::node));
        long kept = Long.MAX_VALUE;

        for (int attempt = 0; attempt < ATTEMPTS && !isSmall(kept); attempt++) {
            kept = bytesKeptOfAPod();
        }

        assertThat(kept).isBetween(500L, MOST_BYTES_OF_A_POD);
    }

    private static boolean isSmall(long kept) {
        return kept >= 500 && kept <= MOST_BYTES_OF_A_POD;
    }

    private long bytesKeptOfAPod() throws Exception {
        long before = bytesInUse();
        ClusterObjects clusterObjects;
        try (LiveCluster cluster = LiveCluster.of(
                ClusterAccess.of(server.kubeconfig(directory), null, null, List.of(), ApiServer.PATIENCE))) {
            clusterObjects = cluster.read(Needs.ALL, (kind, objects) -> {});
        }
        long kept = (bytesInUse() - before) / PODS;
        assertThat(clusterObjects.all(ObjectKind.POD)).hasSize(PODS);
        assertThat(clusterObjects.all(ObjectKind.NODE)).hasSize(NODES);
        return kept;
    }

    private static long bytesInUse() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static IntFunction<String> padded(IntFunction<String> object) {
        return i -> {
            String json = object.apply(i);
            return json.substring(0, json.length() - 1) + ", \"status\": {\"phase\": \"Running\", \"padding\": \""
                    + PADDING.substring(json.length()) + "\"}}";
        };
    }

    private static String pod(int i) {
        return """
                {"metadata": {"name": "web-6d4cf56db6-%d", "namespace": "shop-%d", "uid": "0b7f4b0c-6a52-4b0d-9d5e-%d",
                  "labels": {"app": "web", "pod-template-hash": "6d4cf56db6", "team": "shop"},
                  "annotations": {"example.com/config": "0123456789"},
                  "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-6d4cf56db6",
                    "uid": "7d0a5f4c-6a52-4b0d-9d5e-2f6a8f6f3c11", "controller": true}],
                  "managedFields": [{"manager": "kube-controller-manager", "operation": "Update", "fieldsV1":
                    {"f:metadata": {"f:labels": {}}, "f:spec": {"f:containers": {}}}}]},
                 "spec": {"nodeName": "node-%d", "serviceAccountName": "web", "containers": [{"name": "web", "env": [{}],
                  "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"memory": "256Mi"}}}],
                  "tolerations": [
                   {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
                   {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}]}}
                """.strip().formatted(i, i % 20, i, i % NODES);
    }

    private static String node(int i) {
        return """
                {"metadata": {"name": "node-%d", "labels": {"kubernetes.io/hostname": "node-%d", "topology.kubernetes.io/zone": "a"}},
                 "spec": {"taints": [{"key": "dedicated", "value": "ml", "effect": "NoSchedule"}]}}
                """.strip().formatted(i, i);
    }
}

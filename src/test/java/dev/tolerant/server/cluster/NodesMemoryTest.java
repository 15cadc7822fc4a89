package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NODES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.Faults;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of many large nodes, which come in pages, hardly anything stays in memory. */
@Tag("ci")
class NodesMemoryTest {
    private static final int NODES_IN_ALL = 3000;
    private static final int NODE_BYTES = 30_000;
    private static final int ATTEMPTS = 6;
    private static final int LOOKS = 30;
    /** Less would say that nodes have not been read, or are still kept. */
    private static final long BYTES_OF_ANY_NODE = 100;

    /** 16 MiB for 15,000 nodes. */
    private static final long BYTES_KEPT_OF_A_NODE = 16 * 1024 * 1024 / 15_000;

    private static final Pattern CONTINUE = Pattern.compile("continue=([0-9]+)");
    private static final String IMAGES = IntStream.range(0, 100)
            .mapToObj(i ->
                    "{\"names\": [\"registry.example.com/team/image-" + i + "@sha256:" + "0123456789abcdef".repeat(4)
                            + "\", \"registry.example.com/team/image-" + i + ":v1.2.3\"], \"sizeBytes\": 123456789}")
            .collect(Collectors.joining(", "));

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    /** Other tests of the same JVM leave what the collector takes at any time, so one attempt of several is enough. */
    @Test
    void fifteenThousandNodesOfThirtyKilobytesWouldKeepSixteenMegabytes() {
        cluster.server.faults().serve(NODES + "\\?(?!.*watch=true).*", NodesMemoryTest::page);
        cluster.source.start();
        long kept = Long.MAX_VALUE;

        for (int attempt = 0; attempt < ATTEMPTS && !isSmall(kept); attempt++) {
            kept = bytesKeptOfANode();
        }

        assertThat(kept).isBetween(BYTES_OF_ANY_NODE, BYTES_KEPT_OF_A_NODE);
    }

    private static boolean isSmall(long kept) {
        return kept >= BYTES_OF_ANY_NODE && kept <= BYTES_KEPT_OF_A_NODE;
    }

    private long bytesKeptOfANode() {
        cluster.server.apply(
                "{metadata: {name: pool}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}}");
        eventually(() -> assertThat(cluster.snapshot.current().nodes()).hasSize(NODES_IN_ALL));
        assertThat(cluster.snapshot.current().nodes().get("node-2999"))
                .isNotNull()
                .satisfies(last -> assertThat(last.labels()).hasSize(20));
        long with = bytesInUse();
        cluster.server.deletePolicy("pool");
        eventually(() -> assertThat(cluster.snapshot.current().nodes()).isEmpty());
        long kept = 0;
        // A watch that is closed lets go of its nodes a moment later.
        for (int look = 0; look < LOOKS && kept < BYTES_OF_ANY_NODE; look++) {
            kept = (with - bytesInUse()) / NODES_IN_ALL;
        }
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

    private static Faults.Answer page(String path) {
        Matcher asked = CONTINUE.matcher(path);
        int from = asked.find() ? Integer.parseInt(asked.group(1)) : 0;
        int to = from + 500;
        String next = to < NODES_IN_ALL ? "\"continue\": \"" + to + "\", " : "";
        String items = IntStream.range(from, to).mapToObj(NodesMemoryTest::node).collect(Collectors.joining(",\n"));
        return Faults.Answer.ok("{\"kind\": \"NodeList\", \"apiVersion\": \"v1\", \"metadata\": {" + next
                + "\"resourceVersion\": \"1\"}, \"items\": [" + items + "]}");
    }

    private static String node(int i) {
        String labels = IntStream.range(0, 19)
                .mapToObj(label -> "\"topology.example.com/label-" + label + "\": \"value-" + (label + i % 3) + "\"")
                .collect(Collectors.joining(", "));
        String node =
                "{\"metadata\": {\"name\": \"node-" + i + "\", \"uid\": \"u-" + i + "\", \"resourceVersion\": \"1\","
                        + " \"labels\": {\"kubernetes.io/hostname\": \"node-" + i + "\", " + labels + "},"
                        + " \"managedFields\": [{\"manager\": \"kubelet\", \"fieldsV1\": {\"f:status\": {}}}]},"
                        + " \"spec\": {\"podCIDR\": \"10.0.0.0/24\", \"taints\":"
                        + " [{\"key\": \"dedicated\", \"value\": \"ml\", \"effect\": \"NoSchedule\"}]},"
                        + " \"status\": {\"images\": [" + IMAGES + "], \"padding\": \"";
        return node + "x".repeat(NODE_BYTES - node.length()) + "\"}}";
    }
}

package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.server.cluster.Heap.Room;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What objects take of the heap, by what is kept of them, and what they leave to bodies. */
class HeapTest {
    /** What a JVM with the chart's -Xmx128m and the serial collector says that it has. */
    private static final long CHART = 130_023_424;
    /** Small bodies have a fifth of the 40 MiB of tolerant.limits.bodies. */
    private static final long SMALL_BODIES = (40L << 20) / 5;

    private static final JsonNode GENERATION = MissingNode.getInstance();
    private static final String WHITELIST = NamespaceFacts.TOLERATIONS_WHITELIST;

    private final Heap heap = new Heap(CHART);

    @Test
    void allKindsTogetherLeaveTheRoomOfSmallBodies() {
        Set<Kind<?>> kinds = Set.of(
                WatchedKinds.POLICIES,
                WatchedKinds.NODES,
                WatchedKinds.NODE_POOLS,
                WatchedKinds.RUNTIME_CLASSES,
                WatchedKinds.INJECTIONS,
                WatchedKinds.REGISTRATIONS,
                WatchedKinds.namespaces(new TolerationRules(false)),
                WatchedKinds.reservations("test"),
                WatchedKinds.guards(ObjectKind.GUARD, Set.of()),
                WatchedKinds.guardBindings(ObjectKind.GUARD_BINDING, Set.of()),
                WatchedKinds.guards(ObjectKind.MUTATING_POLICY, Set.of()),
                WatchedKinds.guardBindings(ObjectKind.MUTATING_POLICY_BINDING, Set.of()));

        double shares = kinds.stream().mapToDouble(Kind::shareOfHeap).sum();

        assertThat(heap.left() - (long) (shares * CHART)).isBetween(0L, heap.left());
        assertThat(heap.left() - (long) (shares * CHART)).isGreaterThanOrEqualTo(SMALL_BODIES * 3 / 4);
    }

    @Test
    void whatObjectsTakeIsNotLeftUntilTheirRoomEnds() throws Exception {
        long all = heap.left();
        Room room = heap.room(0.1);

        assertThat(room.take("n", node(1), GENERATION)).isTrue();
        assertThat(heap.left()).isEqualTo(all - room.used()).isLessThan(all);

        heap.end(room);
        assertThat(heap.left()).isEqualTo(all);
    }

    @Test
    void tenThousandNodesWithTwentyNineLabelsFitTheChartsHeap() throws Exception {
        Room room = heap.room(WatchedKinds.NODES.shareOfHeap());

        for (int i = 0; i < 10_000; i++) {
            assertThat(room.take("node-" + i, node(i), GENERATION)).isTrue();
        }

        assertThat(room.leftOut()).isEmpty();
    }

    /** Of 250 entries counts what they hold, of more the first 250, and of long ones 64 kB for each annotation. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 500, 1_000",
        "250, 10, 30_000, 128_000",
        "5_000, 10, 30_000, 128_700",
        "250, 1_000, 128_000, 128_700"
    })
    void ofAnAnnotationCountsWhatIsKeptOfIt(String entries, String length, String least, String most) throws Exception {
        Room room = heap.room(1);
        String value = "x".repeat(number(length));
        String whitelist = IntStream.range(0, number(entries))
                .mapToObj(i -> "{\\\"key\\\": \\\"k" + i + "\\\", \\\"value\\\": \\\"" + value + "\\\"}")
                .collect(Collectors.joining(", ", "[", "]"));
        String namespace = "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\": {\"name\": \"shop\","
                + " \"annotations\": {\"" + WHITELIST + "\": \"" + whitelist + "\", \"other\": \"" + "y".repeat(50_000)
                + "\"}}}";

        room.take("shop", read(WatchedKinds.namespaces(new TolerationRules(false)), namespace), GENERATION);

        assertThat(room.used()).isBetween((long) number(least), (long) number(most));
    }

    private static int number(String digits) {
        return Integer.parseInt(digits.replace("_", ""));
    }

    /** With the labels that a cloud's nodes have: the values of two are the node's own. */
    static Node node(int i) throws Exception {
        String labels = Stream.concat(
                        Stream.of(
                                "\"kubernetes.io/hostname\": \"ip-10-0-" + i + ".eu-central-1.compute.internal\"",
                                "\"example.com/instance\": \"i-0a1b2c3d4e5f" + i + "\""),
                        IntStream.range(0, 27)
                                .mapToObj(label -> "\"topology.example.com/label-" + label + "\": \"eu-central-" + label
                                        + i % 3 + "\""))
                .collect(Collectors.joining(", "));
        return read(
                WatchedKinds.NODES,
                "{\"metadata\": {\"name\": \"ip-10-0-" + i + ".eu-central-1.compute.internal\", \"labels\": {" + labels
                        + "}}, \"spec\": {\"taints\": [{\"key\": \"dedicated\", \"value\": \"ml\", \"effect\":"
                        + " \"NoSchedule\"}]}, \"status\": {\"images\": []}}");
    }

    private static <F> F read(Kind<F> kind, String json) throws Exception {
        ObjectNode object = kind.object(json.getBytes(StandardCharsets.UTF_8));
        return kind.reader().read(object).orElseThrow();
    }
}

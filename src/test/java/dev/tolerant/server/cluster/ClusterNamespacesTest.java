package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.Recorder;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * How the program knows a cluster's namespaces: from the watch, and, before the watch delivers one, from one live read
 * (Promise 5), which does not delay other reviews (Promise 8).
 */
class ClusterNamespacesTest {
    private static final String GET = NAMESPACES + "/shop(\\?.*)?";
    private static final Map<String, String> GIVING =
            Map.of(NamespaceFacts.DEFAULT_TOLERATIONS, "[{\"key\": \"pool\", \"operator\": \"Exists\"}]");

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void labelsAndAnnotationsComeWithTheWatch() {
        cluster.server.namespace("shop", Map.of("team", "a"), GIVING);
        cluster.watching();

        eventually(() -> assertThat(known().labels()).containsEntry("team", "a"));
        cluster.server.namespace("shop", Map.of("team", "b"), Map.of());

        eventually(() -> assertThat(known().labels()).containsEntry("team", "b"));
        assertThat(known().defaults()).isEmpty();
        assertThat(cluster.server.faults().count("GET", GET)).isZero();
    }

    @Test
    void aPolicyThatMatchesNoNamespaceSaysSoUntilOneHasTheLabel() {
        cluster.server.namespace("shop", Map.of("team", "shop"), Map.of());
        cluster.server.apply(
                "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchLabels: {team: shpo}}}, nodeFailure: {notReady: 30}}}");
        cluster.watching();

        eventually(() -> assertThat(cluster.server
                        .condition("p", "SelectsNothing")
                        .path("message")
                        .asText())
                .isEqualTo("matches no namespace: no namespace has team=shpo; did you mean team=shop?"));

        cluster.server.namespace("new", Map.of("team", "shpo"), Map.of());

        eventually(
                () -> assertThat(cluster.server.condition("p", "SelectsNothing").isMissingNode())
                        .isTrue());
    }

    /** Whoever may annotate a namespace may do so again and again. */
    @Test
    void whatIsWrongInAnnotationsIsCountedAndLoggedInAFewLines() {
        cluster.watching();

        try (Recorder log = Recorder.of(Namespaces.class)) {
            cluster.server.namespace(
                    "shop",
                    Map.of(),
                    Map.of(
                            NamespaceFacts.DEFAULT_TOLERATIONS,
                            IntStream.range(0, 40)
                                    .mapToObj(i -> "{\"key\": \"k" + i + "\", \"operator\": \"Sometimes\"}")
                                    .collect(Collectors.joining(", ", "[", "]"))));

            eventually(() -> assertThat(
                            cluster.metrics.get("tolerant.problems").counter().count())
                    .isGreaterThanOrEqualTo(20));
            assertThat(log.lines()).hasSizeBetween(1, 5);
        }
    }

    @Test
    void aDeletedNamespaceIsForgotten() {
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        cluster.watching();
        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNotNull());

        cluster.server.deleteNamespace("shop");

        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNull());
    }

    @Test
    void aNamespaceAnnotatedAndItsPodSentAtOnceIsReadOnceLive() {
        // A watch without events behaves like one that has not delivered the namespace yet.
        cluster.watching();
        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.namespace("shop", Map.of("team", "a"), GIVING);

        NamespaceFacts live = read();

        assertThat(live.known()).isTrue();
        assertThat(live.labels()).containsEntry("team", "a");
        assertThat(live.defaults()).containsExactly(Toleration.exists("pool", Effect.ANY));
        assertThat(read()).isEqualTo(live);
        assertThat(cluster.server.faults().count("GET", GET)).isEqualTo(1);
    }

    @Test
    void aPodThatIsTooLargeWaitsForItsNamespaceToo() {
        cluster.watching();
        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.namespace("shop", Map.of(), Map.of(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"a\"}]"));
        String many = IntStream.rangeClosed(0, 1000)
                .mapToObj(i -> "{'key': 'a" + i + "'}")
                .collect(Collectors.joining(", "));

        WholeProgram.Answer answer =
                WholeProgram.over(cluster.snapshot).ask(PodReview.createSpec("{'tolerations': [" + many + "]}"));

        assertThat(answer.allowed()).isFalse();
    }

    @Test
    void aNamespaceThatIsNotThereIsUnknownAndNotAskedForAgain() {
        cluster.watching();

        List<NamespaceFacts> read = List.of(read(), read(), read());

        assertThat(read).containsOnly(NamespaceFacts.unknown("shop"));
        assertThat(cluster.server.faults().count("GET", GET)).isEqualTo(1);
        assertThat(cluster.snapshot.namespace("shop")).isNull();
    }

    @Test
    void aMissDoesNotHideWhatTheWatchBrings() {
        cluster.watching();
        assertThat(read().known()).isFalse();

        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());

        eventually(() -> assertThat(known().labels()).containsEntry("team", "a"));
    }

    @Test
    void aServerThatDoesNotAnswerLeavesTheNamespaceUnknown() {
        cluster.watching();
        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        cluster.server.faults().silence("GET", GET);

        NamespaceFacts facts = read();

        assertThat(Namespaces.DEADLINE).hasMillis(500);
        assertThat(facts).isEqualTo(NamespaceFacts.unknown("shop"));
        assertThat(read()).isEqualTo(NamespaceFacts.unknown("shop"));
        assertThat(cluster.server.faults().count("GET", GET)).isEqualTo(1);
    }

    @Test
    void aRefusalLeavesTheNamespaceUnknown() {
        cluster.server.faults().answer("GET", NAMESPACES + ".*", 403);
        cluster.source.start();

        NamespaceFacts facts = read();

        assertThat(facts).isEqualTo(NamespaceFacts.unknown("shop"));
    }

    @Test
    void readsAtTheSameTimeShareOneRequest() {
        cluster.watching();
        cluster.server.faults().silence("GET", GET);

        List<CompletableFuture<NamespaceFacts>> reads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            reads.add(cluster.snapshot.read("shop").toCompletableFuture());
        }

        assertThat(reads)
                .allSatisfy(
                        read -> assertThat(read.orTimeout(30, TimeUnit.SECONDS).join())
                                .isEqualTo(NamespaceFacts.unknown("shop")));
        assertThat(cluster.server.faults().count("GET", GET)).isEqualTo(1);
    }

    @Test
    void manySilentNamespacesDoNotKeepAnybodyWaiting() {
        cluster.watching();
        cluster.server.faults().silence("GET", NAMESPACES + "/.*");

        List<CompletableFuture<NamespaceFacts>> reads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            reads.add(cluster.snapshot.read("shop-" + i).toCompletableFuture());
        }

        assertThat(reads)
                .allSatisfy(read -> assertThat(
                                read.orTimeout(30, TimeUnit.SECONDS).join().known())
                        .isFalse());
    }

    @Test
    void aNamespaceThatIsDeletedWhileTheWatchIsDownIsForgotten() {
        cluster.watching();
        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        assertThat(read().known()).isTrue();
        cluster.server.deleteNamespace("shop");

        cluster.healExpired(NAMESPACES, "namespaces");
        cluster.server.namespace("other", Map.of(), Map.of());
        eventually(() -> assertThat(cluster.snapshot.namespace("other")).isNotNull());

        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNull());
    }

    private NamespaceFacts read() {
        return cluster.snapshot
                .read("shop")
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private NamespaceFacts known() {
        return Objects.requireNonNull(cluster.snapshot.namespace("shop"));
    }
}

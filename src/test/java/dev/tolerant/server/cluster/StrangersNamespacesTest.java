package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NAMESPACES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.words.NamespaceFacts;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * A stranger who posts reviews with made-up namespaces neither floods the API server (Promise 5) nor spoils the answers of
 * others (Promise 8).
 */
class StrangersNamespacesTest {
    private static final String GET = NAMESPACES + "/[^/]+";
    private static final NamespaceFacts UNKNOWN = NamespaceFacts.unknown("shop");

    private final AtomicLong clock = new AtomicLong();

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster(clock::get);

    @Test
    void atMostTwentyNamespacesASecondAreRead() {
        cluster.watching();
        askForMadeUpNames(0, 500);

        eventually(() -> assertThat(reads()).isEqualTo(20));

        pass(Duration.ofMillis(100));
        askForMadeUpNames(500, 1000);

        eventually(() -> assertThat(reads()).isEqualTo(22));
        await().during(Duration.ofMillis(200)).until(() -> reads() == 22);
    }

    @Test
    void aNewNamespaceBeyondThatGetsItsFactsFromTheWatch() {
        cluster.watching();
        askForMadeUpNames(0, 5000);
        CompletableFuture<NamespaceFacts> genuine = read("shop");
        askForMadeUpNames(5000, 5500);
        assertThat(genuine).isNotDone();

        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());

        assertThat(genuine.join().labels()).containsEntry("team", "a");
        assertThat(cluster.server.faults().count("GET", NAMESPACES + "/shop")).isZero();
    }

    @Test
    void ofTooManyTheOldestIsDroppedAndTheNewestKeepsItsTime() {
        cluster.watching();
        cluster.server.faults().silence("GET", GET);
        CompletableFuture<NamespaceFacts> oldest = read("made-up-first");
        askForMadeUpNames(0, Namespaces.MAX_AWAITED);

        CompletableFuture<NamespaceFacts> genuine = read("shop");

        assertThat(oldest).isCompletedWithValue(NamespaceFacts.unknown("made-up-first"));
        assertThat(genuine).isNotDone();
    }

    @Test
    void aNamespaceThatTheWatchHasBroughtMeanwhileIsNotMissed() {
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());
        cluster.watching();
        eventually(() -> assertThat(cluster.snapshot.namespace("shop")).isNotNull());

        assertThat(read("shop").join().labels()).containsEntry("team", "a");
        assertThat(reads()).isZero();
    }

    @Test
    void withoutAWatchThereIsNothingToWaitFor() {
        cluster.server.faults().answer("GET", NAMESPACES + "\\?.*", 403);
        cluster.source.start();
        askForMadeUpNames(0, 20);

        assertThat(read("shop")).isCompletedWithValue(UNKNOWN);
    }

    @Test
    void aStrangerWhoAsksForANamespaceTooEarlyDoesNotHideIt() {
        cluster.watching();
        CompletableFuture<NamespaceFacts> stranger = read("shop");
        eventually(() -> assertThat(stranger).isCompletedWithValue(UNKNOWN));

        CompletableFuture<NamespaceFacts> genuine = read("shop");

        assertThat(genuine).isNotDone();

        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());

        assertThat(genuine.join().labels()).containsEntry("team", "a");
        assertThat(reads()).isEqualTo(1);
    }

    @Test
    void aReadThatFailsLeavesTheReviewToTheWatch() {
        cluster.watching();
        cluster.server.faults().answer("GET", GET, 429);
        CompletableFuture<NamespaceFacts> genuine = read("shop");
        eventually(() -> assertThat(reads()).isEqualTo(1));

        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());

        assertThat(genuine.join().labels()).containsEntry("team", "a");
        assertThat(reads()).isEqualTo(1);
    }

    @Test
    void readsThatTheServerLeavesUnansweredDoNotHoldUpOthers() {
        cluster.watching();
        cluster.loseWatch(NAMESPACES, "namespaces");
        cluster.server.faults().silence("GET", NAMESPACES + "/made-up-.*");
        askForMadeUpNames(0, 18);
        eventually(() -> assertThat(reads()).isEqualTo(18));
        cluster.server.namespace("shop", Map.of("team", "a"), Map.of());

        assertThat(read("shop").join().labels()).containsEntry("team", "a");
    }

    private void askForMadeUpNames(int from, int to) {
        IntStream.range(from, to).forEach(i -> read("made-up-" + i));
    }

    private CompletableFuture<NamespaceFacts> read(String name) {
        return cluster.snapshot.read(name).toCompletableFuture();
    }

    private long reads() {
        return cluster.server.faults().count("GET", GET);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}

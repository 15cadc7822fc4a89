package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.ClusterFixture.eventually;
import static dev.tolerant.server.cluster.MockApiServer.NAMESPACES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.TolerationRules;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A stranger who posts reviews with made-up namespaces neither floods the API server (Promise 5) nor spoils the answers of
 * others (Promise 8).
 */
class StrangersNamespacesTest {
    private static final String GET = NAMESPACES + "/.*";
    private static final NamespaceFacts SHOP = NamespaceFacts.plain("shop");

    private final MockApiServer server = new MockApiServer();
    private final KubernetesClient client = server.client();
    private final AtomicLong clock = new AtomicLong();
    private final AwaitedNamespaces awaited = new AwaitedNamespaces(clock::get);
    private final Map<String, NamespaceFacts> watched = new ConcurrentHashMap<>();
    private volatile boolean watching = true;
    private final LiveLookup lookup =
            new LiveLookup(client, new TolerationRules(false), watched, () -> watching, awaited, clock::get);

    @AfterEach
    void close() {
        lookup.close();
        awaited.close();
        client.close();
        server.close();
    }

    @Test
    void atMostTwentyNamespacesASecondAreRead() {
        askForMadeUpNames(0, 500);

        eventually(() -> assertThat(reads()).isEqualTo(20));

        pass(Duration.ofMillis(100));
        askForMadeUpNames(500, 1000);

        eventually(() -> assertThat(reads()).isEqualTo(22));
        await().during(Duration.ofMillis(200)).until(() -> reads() == 22);
    }

    @Test
    void aNewNamespaceBeyondThatGetsItsFactsFromTheWatch() {
        askForMadeUpNames(0, 5000);
        CompletableFuture<NamespaceFacts> genuine = read("shop");
        askForMadeUpNames(5000, 5500);
        assertThat(genuine).isNotDone();

        awaited.bring(SHOP);

        assertThat(genuine).isCompletedWithValue(SHOP);
        assertThat(server.faults().count("GET", NAMESPACES + "/shop")).isZero();
    }

    @Test
    void aNamespaceThatTheWatchBringsMeanwhileIsNotMissed() {
        watched.put("shop", SHOP);

        assertThat(read("shop")).isCompletedWithValue(SHOP);
    }

    @Test
    void withoutAWatchThereIsNothingToWaitFor() {
        watching = false;
        askForMadeUpNames(0, 20);

        assertThat(read("shop")).isCompletedWithValue(NamespaceFacts.unknown("shop"));
    }

    @Test
    void aStrangerWhoAsksForANamespaceTooEarlyDoesNotHideIt() {
        CompletableFuture<NamespaceFacts> stranger = read("shop");
        eventually(() -> assertThat(stranger).isCompletedWithValue(NamespaceFacts.unknown("shop")));

        CompletableFuture<NamespaceFacts> genuine = read("shop");

        assertThat(genuine).isNotDone();

        awaited.bring(SHOP);

        assertThat(genuine).isCompletedWithValue(SHOP);
        assertThat(reads()).isEqualTo(1);
    }

    @Test
    void aReadThatFailsLeavesTheReviewToTheWatch() {
        server.faults().answer("GET", GET, 429);
        CompletableFuture<NamespaceFacts> genuine = read("shop");
        eventually(() -> assertThat(reads()).isEqualTo(1));

        awaited.bring(SHOP);

        assertThat(genuine).isCompletedWithValue(SHOP);
        await().during(Duration.ofMillis(300)).until(() -> reads() == 1);
    }

    @Test
    void readsThatTheServerLeavesUnansweredHoldNoThreadForLong() {
        server.faults().silence("GET", NAMESPACES + "/made-up-.*");
        askForMadeUpNames(0, 8);
        eventually(() -> assertThat(reads()).isGreaterThanOrEqualTo(4));
        server.namespace("shop", Map.of("team", "a"), Map.of());

        pass(Duration.ofSeconds(1));
        CompletableFuture<NamespaceFacts> genuine = read("shop");

        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(genuine)
                        .isCompletedWithValueMatching(facts -> facts.labels().equals(Map.of("team", "a"))));
    }

    private void askForMadeUpNames(int from, int to) {
        IntStream.range(from, to).forEach(i -> read("made-up-" + i));
    }

    private CompletableFuture<NamespaceFacts> read(String name) {
        return lookup.read(name).toCompletableFuture();
    }

    private long reads() {
        return server.faults().count("GET", GET);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}

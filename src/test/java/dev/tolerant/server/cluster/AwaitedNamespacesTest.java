package dev.tolerant.server.cluster;

import static dev.tolerant.server.cluster.AwaitedNamespaces.DEADLINE;
import static dev.tolerant.server.cluster.AwaitedNamespaces.MAX_AWAITED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.model.NamespaceFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reviews wait for a namespace until it comes or their time is up, and strangers cannot take the place of others. */
class AwaitedNamespacesTest {
    private final AtomicLong clock = new AtomicLong();
    private final AwaitedNamespaces awaited = new AwaitedNamespaces(clock::get);

    @AfterEach
    void close() {
        awaited.close();
    }

    @Test
    void whatTheWatchBringsGoesToAllWhoWait() {
        CompletableFuture<NamespaceFacts> first = awaited.await("shop");
        CompletableFuture<NamespaceFacts> second = awaited.await("shop");
        CompletableFuture<NamespaceFacts> other = awaited.await("bank");

        awaited.bring(NamespaceFacts.plain("shop"));

        assertThat(first).isCompletedWithValue(NamespaceFacts.plain("shop"));
        assertThat(second).isCompletedWithValue(NamespaceFacts.plain("shop"));
        assertThat(other).isNotDone();
        assertThat(awaited.isAwaited("shop")).isFalse();
        assertThat(awaited.joined("bank")).isSameAs(other);
    }

    @Test
    void afterTheDeadlineTheNamespaceIsUnknown() {
        CompletableFuture<NamespaceFacts> early = awaited.await("shop");
        clock.addAndGet(1);
        CompletableFuture<NamespaceFacts> late = awaited.await("bank");

        clock.addAndGet(DEADLINE.toNanos() - 1);

        await().untilAsserted(() -> assertThat(early).isCompletedWithValue(NamespaceFacts.unknown("shop")));
        assertThat(late).isNotDone();

        clock.addAndGet(1);

        await().untilAsserted(() -> assertThat(late).isCompletedWithValue(NamespaceFacts.unknown("bank")));
    }

    @Test
    void ofTooManyTheOldestIsDroppedAndTheNewestKeepsItsTime() {
        List<CompletableFuture<NamespaceFacts>> strangers = new ArrayList<>();
        IntStream.range(0, 3 * MAX_AWAITED).forEach(i -> strangers.add(awaited.await("made-up-" + i)));

        CompletableFuture<NamespaceFacts> genuine = awaited.await("shop");

        assertThat(strangers).filteredOn(stranger -> !stranger.isDone()).hasSize(MAX_AWAITED - 1);
        assertThat(strangers.get(0)).isCompletedWithValue(NamespaceFacts.unknown("made-up-0"));
        assertThat(genuine).isNotDone();
    }

    @Test
    void howeverManyWaitOneThreadKeepsTheTime() {
        IntStream.range(0, MAX_AWAITED).forEach(i -> awaited.await("made-up-" + i));

        await().during(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> thread.getName().equals("tolerant-namespace-deadlines"))
                        .hasSizeLessThanOrEqualTo(1));
    }
}

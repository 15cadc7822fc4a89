package dev.tolerant.server.fleet;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.server.fleet.Backlog.Waiting;
import dev.tolerant.thread.DaemonThreads;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The time in which one replica is the keeper, and its threads: one lists, one watches, a few change pods, one tells. */
final class Term implements AutoCloseable {
    /** A patch takes a hundredth of a second, or much longer where the API server is far away. */
    private static final int HEALERS = 4;

    private static final Duration LOOK = Duration.ofSeconds(1);

    private final CurrentSnapshot cluster;
    private final TermParts parts;
    private final ScheduledExecutorService timer;
    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("tolerant-fleet"));

    /** A new term; {@code left} is where the keeper before this one has left off, empty if nobody knows. */
    static Term of(Keeper keeper, String left) {
        // Ends what the API server leaves hanging.
        ScheduledExecutorService timer = DaemonThreads.single("tolerant-fleet-timer");
        return new Term(keeper.cluster(), TermParts.of(keeper, left, timer), timer);
    }

    /** {@code timer} is the term's own, and ends with it. */
    private Term(CurrentSnapshot cluster, TermParts parts, ScheduledExecutorService timer) {
        this.cluster = cluster;
        this.parts = parts;
        this.timer = timer;
    }

    void start() {
        threads.execute(() -> forEver(this::look));
        threads.execute(() -> forEver(this::watch));
        for (int i = 0; i < HEALERS && parts.enforces(); i++) {
            threads.execute(() -> forEver(this::heal));
        }
        threads.execute(() -> forEver(this::tell));
    }

    /** What a thread does again and again. */
    @FunctionalInterface
    private interface Step {
        void take() throws InterruptedException;
    }

    private void forEver(Step step) {
        try {
            while (!threads.isShutdown()) {
                try {
                    step.take();
                } catch (RuntimeException ours) {
                    parts.complaints().warn("the keeper goes on after an error of its own: " + OneLine.logged(ours));
                    parts.sleep().sleep(LOOK);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        parts.rounds().look();
        parts.sleep().sleep(LOOK);
    }

    private void watch() throws InterruptedException {
        awaitCluster();
        parts.watch().run();
    }

    private void heal() throws InterruptedException {
        Waiting waiting = parts.backlog().take(LOOK.toNanos());
        if (waiting == null) {
            return;
        }
        try {
            heal(waiting);
        } finally {
            parts.backlog().done();
        }
    }

    private void heal(Waiting waiting) throws InterruptedException {
        awaitCluster();
        for (long wait = pause(); wait > 0; wait = pause()) {
            parts.sleep().sleep(Duration.ofNanos(Math.min(wait, LOOK.toNanos())));
            // The wait may have been an hour.
            awaitCluster();
        }
        parts.healer().heal(waiting);
    }

    /** The nanoseconds to wait before the next pod; 0 if it may be looked at now. */
    private long pause() {
        long stopped = parts.breaker().nanosToNext();
        return stopped > 0 ? stopped : parts.rate().take();
    }

    private void awaitCluster() throws InterruptedException {
        WholeCluster whole = cluster.cluster();
        while (whole == null || !whole.isWatched()) {
            parts.sleep().sleep(LOOK);
            whole = cluster.cluster();
        }
    }

    private void tell() throws InterruptedException {
        parts.events().write(parts.backlog().isBusy() || parts.rounds().isListing());
        parts.sleep().sleep(LOOK);
    }

    String position() {
        return parts.position().version();
    }

    long pods(PodState state) {
        return parts.tally().of(state);
    }

    int backlog() {
        return parts.backlog().size();
    }

    double backlogSeconds() {
        return Math.max(
                parts.rate().secondsFor(backlog()),
                backlog() == 0 ? 0 : parts.breaker().nanosToNext() / 1e9);
    }

    OptionalLong lastPassAge() {
        return parts.rounds().age();
    }

    boolean isStopped() {
        return parts.breaker().isStopped();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        timer.shutdownNow();
    }
}

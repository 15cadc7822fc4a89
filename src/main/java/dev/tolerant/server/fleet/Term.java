package dev.tolerant.server.fleet;

import dev.tolerant.api.ListPages;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.observed.verdict.Verdict.PodState;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.server.fleet.Backlog.Waiting;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.Rate;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The time in which one replica is the keeper, and its threads: one lists, one watches, a few change pods. */
final class Term implements AutoCloseable {
    /** A patch takes a hundredth of a second, or much longer where the API server is far away. */
    private static final int HEALERS = 4;

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** So many changes may be made at once after a quiet time. */
    private static final int AT_ONCE = 200;
    /** How often a page of a list is asked for. */
    static final int TRIES = 6;

    private final Keeper keeper;
    private final Tally tally = new Tally();
    private final Backlog backlog;
    private final SlowNamespaces slow = new SlowNamespaces();
    private final Rate rate;
    private final Rounds rounds;
    private final PodWatch watch;
    private final Healer healer;
    // Ends what the API server leaves hanging.
    private final ScheduledExecutorService timer = DaemonThreads.single("tolerant-fleet-timer");
    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("tolerant-fleet"));

    Term(Keeper keeper) {
        this.keeper = keeper;
        this.backlog = new Backlog(Backlog.CAPACITY, keeper.nanos());
        this.rate = new Rate(keeper.patchesPerSecond(), AT_ONCE, keeper.nanos());
        TaintWaits waits = new TaintWaits(Backlog.CAPACITY);
        SetAside aside = new SetAside(SetAside.CAPACITY);
        Pods pods = new Pods(keeper.client(), timer);
        Schedule schedule = new Schedule(keeper.nanos());
        Survey survey = new Survey(keeper.judge(), tally, backlog, waits, aside, slow, keeper.enforces());
        this.watch = new PodWatch(pods, survey, schedule, keeper.sleep(), keeper.complaints());
        this.rounds = new Rounds(
                keeper.cluster(),
                new ListPages(pods.server(), keeper.sleep(), TRIES),
                survey,
                watch,
                schedule,
                tally,
                backlog,
                keeper.complaints(),
                keeper.nanos());
        this.healer = new Healer(
                pods, keeper.judge(), backlog, tally, waits, aside, slow, rate, keeper.complaints(), keeper.nanos());
    }

    void start() {
        threads.execute(() -> forEver(this::look));
        threads.execute(() -> forEver(this::watch));
        for (int i = 0; i < HEALERS && keeper.enforces(); i++) {
            threads.execute(() -> forEver(this::heal));
        }
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
                    keeper.complaints().warn("the keeper goes on after an error of its own: " + OneLine.logged(ours));
                    keeper.sleep().sleep(LOOK);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        rounds.look();
        keeper.sleep().sleep(LOOK);
    }

    private void watch() throws InterruptedException {
        awaitCluster();
        watch.run();
    }

    private void heal() throws InterruptedException {
        Waiting waiting = backlog.take(LOOK.toNanos());
        if (waiting == null) {
            healer.rest();
            return;
        }
        try {
            heal(waiting);
        } finally {
            slow.leave();
            backlog.done();
        }
    }

    private void heal(Waiting waiting) throws InterruptedException {
        if (!slow.enter(waiting.pod().namespace())) {
            backlog.add(waiting.pod(), waiting.fresh(), LOOK.toNanos(), waiting.tries());
            return;
        }
        awaitCluster();
        for (long wait = rate.take(); wait > 0; wait = rate.take()) {
            keeper.sleep().sleep(Duration.ofNanos(Math.min(wait, LOOK.toNanos())));
            // The wait may have been minutes.
            awaitCluster();
        }
        healer.heal(waiting);
    }

    private void awaitCluster() throws InterruptedException {
        WholeCluster whole = keeper.cluster().cluster();
        while (whole == null || !whole.isWatched()) {
            keeper.sleep().sleep(LOOK);
            whole = keeper.cluster().cluster();
        }
    }

    long pods(PodState state) {
        return tally.of(state);
    }

    int backlog() {
        return backlog.size() + backlog.inHand();
    }

    double backlogSeconds() {
        return rate.secondsFor(backlog());
    }

    OptionalLong lastPassAge() {
        return rounds.age();
    }

    long pauseSeconds() {
        return healer.pauseSeconds();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        timer.shutdownNow();
    }
}

package dev.tolerant.server.fleet;

import dev.tolerant.api.ListPages;
import dev.tolerant.api.Sleep;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.thread.FewLines;
import dev.tolerant.thread.Rate;
import java.time.Clock;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/** What does the work of a term, and what it works with. */
record TermParts(
        boolean enforces,
        Position position,
        Tally tally,
        Backlog backlog,
        Rate rate,
        Breaker breaker,
        Rounds rounds,
        PodWatch watch,
        Healer healer,
        ClusterEvents events,
        FewLines complaints,
        Sleep sleep) {
    /** So many changes may be made at once after a quiet time. */
    static final int AT_ONCE = 200;
    /** How often a page of a list is asked for. */
    static final int TRIES = 6;

    /**
     * The parts of a new term.
     *
     * @param left where the keeper before this one has left off; empty if nobody knows
     * @param timer ends what the API server leaves hanging
     */
    static TermParts of(Keeper keeper, String left, ScheduledExecutorService timer) {
        Judge judge = keeper.judge();
        CurrentSnapshot cluster = keeper.cluster();
        FewLines complaints = keeper.complaints();
        LongSupplier nanos = keeper.nanos();
        Sleep sleep = keeper.sleep();
        boolean enforces = keeper.enforces();
        Pods pods = new Pods(keeper.client(), timer);
        Position position = new Position(left);
        Tally tally = new Tally();
        Notes notes = new Notes(enforces);
        Backlog backlog = new Backlog(Backlog.CAPACITY, nanos);
        Rate rate = new Rate(keeper.patchesPerSecond(), AT_ONCE, nanos);
        Breaker breaker = new Breaker(nanos);
        Schedule schedule = new Schedule(nanos);
        Survey survey = new Survey(judge, tally, backlog, notes, enforces);
        return new TermParts(
                enforces,
                position,
                tally,
                backlog,
                rate,
                breaker,
                new Rounds(
                        cluster,
                        new ListPages(pods.server(), sleep, TRIES),
                        survey,
                        position,
                        schedule,
                        tally,
                        backlog,
                        complaints,
                        nanos),
                new PodWatch(pods, position, survey, schedule, sleep, complaints),
                new Healer(pods, judge, backlog, tally, notes, rate, breaker, complaints),
                new ClusterEvents(
                        keeper.client(),
                        notes,
                        policy -> uidOf(policy, cluster),
                        keeper.instance(),
                        complaints,
                        Clock.systemUTC()),
                complaints,
                sleep);
    }

    private static String uidOf(String policy, CurrentSnapshot cluster) {
        WholeCluster whole = cluster.cluster();
        return whole == null ? "" : whole.uidOf(policy);
    }
}

package dev.tolerant.server.fleet;

import dev.tolerant.api.Answer;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.observed.verdict.Verdict.PodState;
import dev.tolerant.server.fleet.Backlog.Waiting;
import dev.tolerant.server.fleet.Judge.Judged;
import dev.tolerant.thread.FewLines;
import dev.tolerant.thread.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Changes one pod after the other: reads it, decides, and patches what it has read. */
final class Healer {
    private static final int RETRIES = 3;
    private static final int MAX_TRIES = 6;
    /** The keeper waits that long at most after a fault. */
    private static final long MAX_PAUSE_SECONDS = 300;
    /** A pod waits that long at most before it is tried again, and a busy API server may ask for as much. */
    private static final long MAX_WAIT_SECONDS = 60;

    /** A webhook that answers takes much less. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private static final String PATCH = "patch of pods";

    private final Pods pods;
    private final Judge judge;
    private final Backlog backlog;
    private final Tally tally;
    private final TaintWaits waits;
    private final SetAside aside;
    private final SlowNamespaces slow;
    private final Rate rate;
    private final FewLines complaints;
    private final LongSupplier nanos;

    // Guarded by this.
    private long pauseSeconds;

    Healer(
            Pods pods,
            Judge judge,
            Backlog backlog,
            Tally tally,
            TaintWaits waits,
            SetAside aside,
            SlowNamespaces slow,
            Rate rate,
            FewLines complaints,
            LongSupplier nanos) {
        this.pods = pods;
        this.judge = judge;
        this.backlog = backlog;
        this.tally = tally;
        this.waits = waits;
        this.aside = aside;
        this.slow = slow;
        this.rate = rate;
        this.complaints = complaints;
        this.nanos = nanos;
    }

    void heal(Waiting waiting) throws InterruptedException {
        try {
            Answer answer = null;
            for (int i = 0; i <= RETRIES && (answer == null || answer.isConflict()); i++) {
                Answer got = pods.get(waiting.pod());
                if (!got.isSuccess()) {
                    refused(waiting, got, "get of pods");
                    return;
                }
                Judged judged = judge.judge(got.body());
                StoredPod pod = judged.pod();
                if (pod == null || !(judged.verdict() instanceof Verdict.Change change)) {
                    unchanged(waiting, judged);
                    return;
                }
                long asked = nanos.getAsLong();
                answer = pods.patch(waiting.pod(), change.patch());
                if (answer.isByAdmission() && nanos.getAsLong() - asked > SLOW.toNanos()) {
                    slow.add(waiting.pod().namespace());
                }
                if (answer.isSuccess()) {
                    changed(waiting, change, answer);
                    return;
                }
            }
            if (answer != null) {
                refused(waiting, answer, PATCH);
            }
        } catch (IOException unanswered) {
            pause(unanswered.getMessage());
            again(waiting, waiting.tries() + 1);
        }
    }

    private void unchanged(Waiting waiting, Judged judged) {
        goOn();
        tally.move(PodState.WOULD_CHANGE, judged.verdict().state());
        if (judged.waits()) {
            waits.add(waiting.pod(), judged.taints());
        } else if (judged.isSetAside()) {
            aside.add(waiting.pod(), judged.verdict().state());
        }
    }

    private void changed(Waiting waiting, Verdict.Change change, Answer answer) {
        goOn();
        StoredPod after = judge.read(answer.body());
        boolean asMeant = after != null && after.pod().tolerations().equals(change.meant());
        tally.move(PodState.WOULD_CHANGE, asMeant ? PodState.CHANGED : PodState.UNDONE);
        if (!asMeant) {
            complaints.warn("pod " + waiting.pod() + " was changed, and has other tolerations than were meant:"
                    + " another webhook or controller has changed them at the same time");
        }
    }

    /** The pod could not be read or changed, which needs this right. */
    private void refused(Waiting waiting, Answer answer, String right) {
        if (answer.isByAdmission()) {
            goOn();
            leave(waiting, answer, right);
        } else if (answer.isFault()) {
            pause("the API server answers about pod " + waiting.pod() + " with " + answer.words(right));
            if (answer.isOfServer() && waiting.tries() >= MAX_TRIES) {
                leave(waiting, answer, right);
            } else {
                again(waiting, waiting.tries() + 1);
            }
        } else if (answer.isGone()) {
            goOn();
            tally.remove(PodState.WOULD_CHANGE);
        } else if (answer.asksToWait()) {
            long seconds = Math.max(1, Math.min(answer.retryAfterSeconds(), MAX_WAIT_SECONDS));
            rate.hold(TimeUnit.SECONDS.toNanos(seconds));
            again(waiting, waiting.tries());
        } else if (answer.isConflict()) {
            again(waiting, waiting.tries() + 1);
        } else {
            goOn();
            leave(waiting, answer, right);
        }
    }

    /** What is refused about one pod holds no other. */
    private void leave(Waiting waiting, Answer answer, String right) {
        tally.move(PodState.WOULD_CHANGE, PodState.REFUSED);
        complaints.warn("pod " + waiting.pod() + " is left to the next pass, because the API server answers with "
                + answer.words(right));
    }

    private void again(Waiting waiting, int tries) {
        long seconds = tries == 0 ? 0 : Math.min(2L << Math.min(tries, 6), MAX_WAIT_SECONDS);
        backlog.add(waiting.pod(), waiting.fresh(), TimeUnit.SECONDS.toNanos(seconds), tries);
    }

    /** The whole keeper waits, twice as long each time; faults of requests that were under way together count once. */
    private synchronized void pause(@Nullable String why) {
        if (!rate.isHeld()) {
            pauseSeconds = Math.min(Math.max(1, 2 * pauseSeconds), MAX_PAUSE_SECONDS);
            rate.hold(TimeUnit.SECONDS.toNanos(pauseSeconds));
            complaints.warn("the keeper waits " + pauseSeconds + " s, because " + why);
        }
    }

    private synchronized void goOn() {
        pauseSeconds = 0;
    }

    /** No pod waits any more whose answer would end a pause. */
    synchronized void rest() {
        if (!rate.isHeld() && backlog.size() + backlog.inHand() == 0) {
            pauseSeconds = 0;
        }
    }

    /** How long the keeper waits or has waited after the last fault; 0 if it has been answered without one since. */
    synchronized long pauseSeconds() {
        return pauseSeconds;
    }
}

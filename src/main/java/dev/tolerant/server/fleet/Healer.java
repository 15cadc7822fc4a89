package dev.tolerant.server.fleet;

import dev.tolerant.api.Answer;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.server.fleet.Backlog.Waiting;
import dev.tolerant.server.fleet.Judge.Judged;
import dev.tolerant.thread.FewLines;
import dev.tolerant.thread.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Changes one pod after the other: reads it, decides, and patches what it has read. */
final class Healer {
    private static final Logger LOG = Logger.getLogger(Healer.class);
    private static final int RETRIES = 3;
    private static final int MAX_TRIES = 6;
    private static final long FIRST_PAUSE_SECONDS = 2;
    private static final long MAX_PAUSE_SECONDS = 60;
    private static final String PATCH = "patch of pods";

    private final Pods pods;
    private final Judge judge;
    private final Backlog backlog;
    private final Tally tally;
    private final Notes notes;
    private final Rate rate;
    private final Breaker breaker;
    private final FewLines complaints;

    Healer(
            Pods pods,
            Judge judge,
            Backlog backlog,
            Tally tally,
            Notes notes,
            Rate rate,
            Breaker breaker,
            FewLines complaints) {
        this.pods = pods;
        this.judge = judge;
        this.backlog = backlog;
        this.tally = tally;
        this.notes = notes;
        this.rate = rate;
        this.breaker = breaker;
        this.complaints = complaints;
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
                    tally.move(waiting.pod(), judged.verdict().state());
                    return;
                }
                answer = pods.patch(waiting.pod(), change.patch());
                if (answer.isSuccess()) {
                    note(answer, PATCH);
                    changed(waiting, pod, change, answer);
                    return;
                }
            }
            if (answer != null) {
                refused(waiting, answer, PATCH);
            }
        } catch (IOException unanswered) {
            complaints.warn("pod " + waiting.pod() + " waits, because " + unanswered.getMessage());
            rate.hold(TimeUnit.SECONDS.toNanos(FIRST_PAUSE_SECONDS));
            again(waiting, waiting.tries() + 1);
        }
    }

    private void changed(Waiting waiting, StoredPod before, Verdict.Change change, Answer answer) {
        StoredPod after = judge.read(answer.body());
        boolean asMeant = after != null && after.pod().tolerations().equals(change.meant());
        tally.move(waiting.pod(), asMeant ? PodState.CHANGED : PodState.UNDONE);
        if (asMeant) {
            notes.changed(before, change);
        } else {
            complaints.warn("pod " + waiting.pod() + " was changed, and has other tolerations than were meant:"
                    + " another webhook or controller has changed them at the same time");
        }
    }

    /** The pod could not be read or changed, which needs this right. */
    private void refused(Waiting waiting, Answer answer, String right) {
        note(answer, right);
        if (answer.isGone()) {
            tally.remove(waiting.pod());
        } else if (answer.asksToWait()) {
            long seconds = Math.max(1, Math.min(answer.retryAfterSeconds(), MAX_PAUSE_SECONDS));
            rate.hold(TimeUnit.SECONDS.toNanos(seconds));
            again(waiting, waiting.tries());
        } else if (answer.isOfServer() && waiting.tries() < MAX_TRIES) {
            again(waiting, waiting.tries() + 1);
        } else if (answer.isConflict()) {
            again(waiting, waiting.tries() + 1);
        } else {
            complaints.warn("pod " + waiting.pod() + " is left to the next pass, because the API server answers with "
                    + answer.words(right));
        }
    }

    private void again(Waiting waiting, int tries) {
        long seconds = tries == 0 ? 0 : Math.min(FIRST_PAUSE_SECONDS << Math.min(tries, 6), MAX_PAUSE_SECONDS);
        if (!backlog.add(waiting.pod(), waiting.fresh(), TimeUnit.SECONDS.toNanos(seconds), tries)) {
            tally.forget(waiting.pod());
        }
    }

    private void note(Answer answer, String right) {
        if (!answer.isSuccess() && !answer.isFault()) {
            return;
        }
        Duration pause = breaker.note(answer.isFault());
        if (!pause.isZero()) {
            LOG.errorf(
                    "the keeper stops for %d minutes, because more than one in twenty of the API server's last answers"
                            + " was 403, 422 or 5xx, the last %s",
                    pause.toMinutes(), answer.words(right));
        }
    }
}

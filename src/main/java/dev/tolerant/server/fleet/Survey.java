package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.server.fleet.Judge.Judged;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Looks at pods that a list or a watch brings, and puts those that lack something in the backlog. */
final class Survey {
    /** Whoever makes a pod changes it once more in this time: the scheduler, the kubelet, other controllers. */
    static final Duration YOUTH = Duration.ofSeconds(5);

    private final Judge judge;
    private final Tally tally;
    private final Backlog backlog;
    private final Notes notes;
    private final boolean enforces;

    /** {@code enforces} is whether anybody changes the pods of the backlog. */
    Survey(Judge judge, Tally tally, Backlog backlog, Notes notes, boolean enforces) {
        this.judge = judge;
        this.tally = tally;
        this.backlog = backlog;
        this.notes = notes;
        this.enforces = enforces;
    }

    /** A pod of a list of all pods. */
    void listed(byte[] json) {
        Judged judged = judged(json);
        count(judged, toHeal(judged), false);
    }

    /** A pod that a list of all pods has counted before. */
    void listedAgain(byte[] json) {
        PodKey pod = toHeal(judged(json));
        if (pod != null) {
            tally.expect(pod);
            add(pod, false);
        }
    }

    /** A new pod. */
    void added(byte[] json) {
        Judged judged = judged(json);
        // Its namespace or its node may be so new that the program learns of it a moment later.
        boolean waits = enforces && judged.verdict().state() == PodState.WAITING;
        count(judged, waits ? judged.key() : toHeal(judged), true);
    }

    private void count(Judged judged, @Nullable PodKey toHeal, boolean isNew) {
        if (toHeal == null) {
            tally.count(judged.verdict().state());
        } else {
            tally.count(toHeal, judged.verdict().state());
            add(toHeal, isNew);
        }
    }

    private void add(PodKey pod, boolean isNew) {
        if (!backlog.add(pod, isNew, isNew ? YOUTH.toNanos() : 0, 0)) {
            tally.forget(pod);
        }
    }

    private Judged judged(byte[] json) {
        Judged judged = judge.judge(json);
        if (judged.pod() != null) {
            notes.found(judged.pod(), judged.verdict());
        }
        return judged;
    }

    /** The pod if somebody is to change it, else null. */
    private @Nullable PodKey toHeal(Judged judged) {
        return enforces && judged.verdict() instanceof Verdict.Change ? judged.key() : null;
    }
}

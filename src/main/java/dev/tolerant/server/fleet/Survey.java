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
        PodState state = judged.verdict().state();
        PodKey pod = toHeal(judged);
        if (pod == null) {
            tally.count(state);
            return;
        }
        tally.count(pod, state);
        if (!backlog.add(pod, false, 0, 0)) {
            tally.forget(pod);
        }
    }

    /** A pod that a list of all pods has counted before. */
    void listedAgain(byte[] json) {
        PodKey pod = toHeal(judged(json));
        if (pod == null) {
            return;
        }
        tally.expect(pod);
        if (!backlog.add(pod, false, 0, 0)) {
            tally.forget(pod);
        }
    }

    /** A new pod. */
    void added(byte[] json) {
        Judged judged = judged(json);
        PodState state = judged.verdict().state();
        // Its namespace or its node may be so new that the program learns of it a moment later.
        PodKey pod = enforces && state == PodState.WAITING ? judged.key() : toHeal(judged);
        if (pod == null) {
            tally.count(state);
            return;
        }
        tally.count(pod, state);
        if (!backlog.add(pod, true, YOUTH.toNanos(), 0)) {
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

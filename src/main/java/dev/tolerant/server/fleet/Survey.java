package dev.tolerant.server.fleet;

import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.server.fleet.Judge.Judged;
import java.time.Duration;

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
        Judged judged = judge.judge(json);
        add(judged, tally.count(judged.verdict().state()));
    }

    /** A pod that a list of all pods has counted before. */
    void listedAgain(byte[] json) {
        add(judge.judge(json), tally.mark(PodState.WAITING));
    }

    private void add(Judged judged, Tally.Mark mark) {
        StoredPod pod = judged.pod();
        if (pod == null) {
            return;
        }
        notes.found(pod, judged.verdict());
        if (enforces && judged.verdict() instanceof Verdict.Change) {
            tally.remove(backlog.add(key(pod), false, 0, 0, mark));
        }
    }

    /** A new pod. */
    void added(byte[] json) {
        Judged judged = judge.judge(json);
        Tally.Mark mark = tally.count(judged.verdict().state());
        StoredPod pod = judged.pod();
        if (pod == null) {
            return;
        }
        notes.found(pod, judged.verdict());
        // Its namespace or its node may be so new that the program learns of it a moment later.
        boolean waits = judged.verdict().state() == PodState.WAITING;
        if (enforces && (waits || judged.verdict() instanceof Verdict.Change)) {
            tally.remove(backlog.add(key(pod), true, YOUTH.toNanos(), 0, mark));
        }
    }

    private static PodKey key(StoredPod pod) {
        return new PodKey(pod.namespace(), pod.name());
    }
}

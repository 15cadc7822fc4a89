package dev.tolerant.server.fleet;

import dev.tolerant.engine.model.Node;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.observed.verdict.Verdict.PodState;
import dev.tolerant.server.fleet.Judge.Judged;
import java.time.Duration;
import java.util.Map;

/** Looks at pods that a list or a watch brings, and has those looked at again that lack something. */
final class Survey {
    /** Whoever makes a pod changes it once more in this time: the scheduler, the kubelet, other controllers. */
    static final Duration YOUTH = Duration.ofSeconds(5);

    private final Judge judge;
    private final Tally tally;
    private final Backlog backlog;
    private final TaintWaits waits;
    private final SetAside aside;
    private final SlowNamespaces slow;
    private final boolean enforces;

    /** {@code enforces} is whether anybody changes the pods of the backlog. */
    Survey(
            Judge judge,
            Tally tally,
            Backlog backlog,
            TaintWaits waits,
            SetAside aside,
            SlowNamespaces slow,
            boolean enforces) {
        this.judge = judge;
        this.tally = tally;
        this.backlog = backlog;
        this.waits = waits;
        this.aside = aside;
        this.slow = slow;
        this.enforces = enforces;
    }

    /** A list of all pods begins, perhaps anew: what was shown before does not count. */
    void begin() {
        tally.begin();
        waits.clear();
        aside.begin();
        slow.clear();
    }

    /** The list has ended, and what was found is shown. */
    void finish() {
        tally.finish();
        aside.finish();
    }

    /** A pod of a list of all pods. */
    void listed(byte[] json) {
        Judged judged = judge.judge(json);
        PodKey pod = judged.key();
        count(judged);
        if (!enforces || pod == null) {
            return;
        }
        if (judged.waits()) {
            waits.add(pod, judged.taints());
        } else if (judged.verdict() instanceof Verdict.Change) {
            backlog.add(pod, false, 0, 0);
        }
    }

    private void count(Judged judged) {
        PodKey pod = judged.key();
        tally.count(judged.verdict().state());
        if (pod != null && judged.isSetAside()) {
            aside.add(pod, judged.verdict().state());
        }
    }

    /** A new pod. */
    void added(byte[] json) {
        added(judge.judge(json));
    }

    private void added(Judged judged) {
        PodKey pod = judged.key();
        // Its namespace or its node may be so new that the program learns of it a moment later.
        boolean isLacking = judged.waits() || judged.verdict() instanceof Verdict.Change;
        if (enforces && pod != null && isLacking) {
            tally.count(PodState.WOULD_CHANGE);
            backlog.add(pod, true, YOUTH.toNanos(), 0);
        } else {
            count(judged);
        }
    }

    /** A pod that was there before has changed; only those that were set aside count, as new ones once they no longer are. */
    void changed(PodKey pod, byte[] json) {
        PodState before = aside.state(pod);
        if (before == null) {
            return;
        }
        Judged judged = judge.judge(json);
        if (!judged.isSetAside() || judged.verdict().state() != before) {
            deleted(pod);
            added(judged);
        }
    }

    /** A pod is gone. */
    void deleted(PodKey pod) {
        PodState before = aside.state(pod);
        if (before != null) {
            aside.remove(pod);
            tally.remove(before);
        }
    }

    /** Has those pods looked at again that waited for taints of their nodes which have changed since. */
    void release(Map<String, Node> nodes) {
        for (PodKey pod : waits.take(nodes)) {
            tally.move(PodState.WAITING, PodState.WOULD_CHANGE);
            backlog.add(pod, false, 0, 0);
        }
    }
}

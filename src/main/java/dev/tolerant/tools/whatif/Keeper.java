package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.verdict.StoredPodJudge;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.settings.KeeperMode;
import java.util.List;

/** What the keeper of a cluster gives pods that run. */
final class Keeper {
    private final ClusterView view;
    private final boolean enforces;
    private final StoredPodJudge judge;

    Keeper(ClusterView view) {
        this.view = view;
        this.enforces = view.keeper() == KeeperMode.ENFORCE;
        this.judge = view.storedPodJudge();
    }

    /** Tolerations that a pod gets, now or later. */
    record Care(List<Toleration> meant, boolean waits) {
        static final Care NONE = new Care(List.of(), false);
    }

    /** Whether it changes any pod. */
    boolean enforces() {
        return enforces;
    }

    /** What it gives the pod. */
    Care of(StoredPod pod) {
        if (!enforces) {
            return Care.NONE;
        }
        Verdict verdict = judge.verdict(pod, view.namespace(pod.namespace()));
        if (verdict instanceof Verdict.Waiting waiting) {
            return new Care(waiting.change().meant(), true);
        }
        return verdict instanceof Verdict.Change change ? new Care(change.meant(), false) : Care.NONE;
    }
}

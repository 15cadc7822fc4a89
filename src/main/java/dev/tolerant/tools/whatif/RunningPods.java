package dev.tolerant.tools.whatif;

import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.verdict.StoredPodJudge;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.settings.KeeperMode;
import java.util.List;

/**
 * What becomes of the pods of a maker that run now.
 *
 * @param pods how many there are
 * @param given how many of them the keeper gives what they lack
 * @param waiting how many of them it gives that once they have lost their scheduling gates, or their node a taint
 */
public record RunningPods(int pods, int given, int waiting) {
    static final RunningPods NONE = new RunningPods(0, 0, 0);

    /** A pod that has neither finished nor begun to leave. */
    record RunningPod(Fact fact, StoredPod pod) {}

    /** How many stay as they are until they are recreated. */
    public int left() {
        return pods - given - waiting;
    }

    RunningPods and(RunningPods other) {
        return new RunningPods(pods + other.pods, given + other.given, waiting + other.waiting);
    }

    /** The keeper of a cluster today, and with a proposal. */
    static final class Keepers {
        private final ClusterView today;
        private final ClusterView proposed;
        private final StoredPodJudge judgeToday;
        private final StoredPodJudge judgeProposed;

        Keepers(ClusterView today, ClusterView proposed) {
            this.today = today;
            this.proposed = proposed;
            this.judgeToday = today.storedPodJudge();
            this.judgeProposed = proposed.storedPodJudge();
        }

        /** Tolerations that a pod gets, now or later. */
        private record Care(List<Toleration> meant, boolean waits) {
            static final Care NONE = new Care(List.of(), false);
        }

        /** Whether the proposed one changes any pod. */
        boolean enforces() {
            return enforces(proposed);
        }

        private static boolean enforces(ClusterView view) {
            return view.keeper() == KeeperMode.ENFORCE;
        }

        /** Counts the pod, and as changed if the proposed keeper gives it something that today's does not. */
        RunningPods of(StoredPod pod) {
            Care care = care(proposed, judgeProposed, pod);
            boolean news = !care.meant().isEmpty()
                    && !care.meant().equals(care(today, judgeToday, pod).meant());
            return new RunningPods(1, news && !care.waits() ? 1 : 0, news && care.waits() ? 1 : 0);
        }

        private static Care care(ClusterView view, StoredPodJudge judge, StoredPod pod) {
            if (!enforces(view)) {
                return Care.NONE;
            }
            Verdict verdict = judge.verdict(pod, view.namespace(pod.namespace()));
            if (verdict instanceof Verdict.Waiting waiting) {
                return new Care(waiting.change().meant(), true);
            }
            return verdict instanceof Verdict.Change change ? new Care(change.meant(), false) : Care.NONE;
        }
    }
}

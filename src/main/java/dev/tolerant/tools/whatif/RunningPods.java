package dev.tolerant.tools.whatif;

import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.StoredPodJudge;
import dev.tolerant.settings.TolerantConfig.KeeperMode;
import java.util.List;

/**
 * The fate of the pods of a maker that run now, as numbers of pods.
 *
 * @param given pods that the keeper gives what they lack
 * @param waiting pods that it gives that once they have lost their scheduling gates, or their node a taint
 * @param lacking pods that a keeper would give something, where there is none
 */
public record RunningPods(int pods, int given, int waiting, int lacking) {
    static final RunningPods NONE = new RunningPods(0, 0, 0, 0);

    /** Those that stay as they are until they are recreated. */
    public int left() {
        return pods - given - waiting;
    }

    RunningPods and(RunningPods other) {
        return new RunningPods(
                pods + other.pods, given + other.given, waiting + other.waiting, lacking + other.lacking);
    }

    /** Counts the pod, and as changed if the proposed keeper gives it something that today's does not. */
    static RunningPods of(StoredPod pod, Keeper today, Keeper proposed) {
        Care care = proposed.of(pod);
        boolean news =
                !care.meant().isEmpty() && !care.meant().equals(today.of(pod).meant());
        return new RunningPods(1, news && !care.waits() ? 1 : 0, news && care.waits() ? 1 : 0, 0);
    }

    private record Care(List<Toleration> meant, boolean waits) {}

    record Keeper(ClusterView view, StoredPodJudge judge) {

        Keeper(ClusterView view) {
            this(view, view.storedPodJudge());
        }

        boolean enforces() {
            return view.keeper() == KeeperMode.ENFORCE;
        }

        boolean wouldChange(StoredPod pod) {
            return !judged(pod).meant().isEmpty();
        }

        private Care of(StoredPod pod) {
            return enforces() ? judged(pod) : new Care(List.of(), false);
        }

        private Care judged(StoredPod pod) {
            Judgement judgement = judge.judge(pod, view.namespace(pod.namespace()));
            Judgement action = judgement instanceof Judgement.Waiting waiting ? waiting.change() : judgement;
            return new Care(
                    action instanceof Judgement.Change change ? change.meant() : List.of(), action != judgement);
        }
    }
}

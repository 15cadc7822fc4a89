package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.DefaultTolerationSeconds;
import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tolerations of a pod that restrictions judge: the author's, except those that a rule or the API server gives the pod
 * anyway and, on UPDATE, those that the stored pod has.
 */
final class JudgedTolerations {
    private JudgedTolerations() {}

    static List<Toleration> of(Draft draft, Review review, Offers offers, DefaultTolerationSeconds defaults) {
        List<Toleration> judged = new ArrayList<>(draft.received());
        PodFacts oldPod = review.oldPod();
        Set<Toleration> stored = oldPod == null ? Set.of() : new HashSet<>(oldPod.tolerations());
        StoredSeconds seconds = new StoredSeconds(oldPod == null ? List.of() : oldPod.tolerations());
        boolean overwritesController = offers.overwritesController();
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            boolean exempt = !draft.origin(i).isJudged()
                    || (draft.origin(i) == Origin.CONTROLLER && overwritesController)
                    || stored.contains(toleration)
                    || (defaults.hasShapeOf(toleration) && isRestored(toleration, seconds))
                    || offers.contains(toleration, defaults);
            if (!exempt) {
                judged.add(toleration);
            }
        }
        return judged;
    }

    /** Whether this entry of the API server's shape has the seconds that an update of the stored pod restores. */
    private static boolean isRestored(Toleration toleration, StoredSeconds seconds) {
        return seconds.of(toleration).filter(toleration.seconds()::equals).isPresent();
    }
}

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
import org.jspecify.annotations.Nullable;

/**
 * The tolerations of a pod that restrictions apply to: the author's, except those that a rule or the API server gives
 * the pod anyway and, on UPDATE, those that the stored pod has.
 */
record AuthorEntries(DefaultTolerationSeconds defaults) {

    List<Toleration> of(Draft draft, Review review, Offers offers) {
        List<Toleration> judged = new ArrayList<>(draft.received());
        PodFacts oldPod = review.oldPod();
        Set<Toleration> stored = oldPod == null ? Set.of() : new HashSet<>(oldPod.tolerations());
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            boolean exempt = !draft.origin(i).isJudged()
                    || (draft.origin(i) == Origin.CONTROLLER && offers.overwritesController())
                    || stored.contains(toleration)
                    || isRestored(toleration, oldPod)
                    || offers.contains(toleration, defaults);
            if (!exempt) {
                judged.add(toleration);
            }
        }
        return judged;
    }

    /** Whether this is an injected entry with the seconds that an update of this pod restores. */
    private boolean isRestored(Toleration toleration, @Nullable PodFacts oldPod) {
        return oldPod != null
                && defaults.hasShapeOf(toleration)
                && Restoration.secondsBefore(toleration, oldPod.tolerations())
                        .filter(toleration.seconds()::equals)
                        .isPresent();
    }
}

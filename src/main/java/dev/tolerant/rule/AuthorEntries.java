package dev.tolerant.rule;

import dev.tolerant.pod.ApiServerDefaults;
import dev.tolerant.pod.Origin;
import dev.tolerant.pod.PodFacts;
import dev.tolerant.pod.Review;
import dev.tolerant.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tolerations of a pod that restrictions judge: the author's, but none that a rule or the API server gives the pod
 * anyway, and on UPDATE none that the stored pod has.
 */
record AuthorEntries(ApiServerDefaults defaults) {

    List<Toleration> of(Draft draft, Review review, Offers offers) {
        List<Toleration> judged = new ArrayList<>(draft.received());
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            boolean exempt = !draft.origin(i).isJudged()
                    || (draft.origin(i) == Origin.CONTROLLER && offers.controllerSeconds() != null)
                    || isStored(toleration, review.oldPod())
                    || offers.contains(toleration, defaults);
            if (!exempt) {
                judged.add(toleration);
            }
        }
        return judged;
    }

    private static boolean isStored(Toleration toleration, @Nullable PodFacts oldPod) {
        return oldPod != null && oldPod.tolerations().contains(toleration);
    }
}

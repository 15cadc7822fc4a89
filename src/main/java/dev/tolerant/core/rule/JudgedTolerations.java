package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.DefaultTolerationSeconds;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;

/**
 * The tolerations of a pod that restrictions judge.
 *
 * @param all those that came with the review, which {@code deny} judges
 * @param authors of these the author's, which {@code allow} and whitelists judge: not those that a rule or the API server
 *     gives the pod anyway and, on UPDATE, not those that the stored pod has
 * @param guard what {@code deny} lets pass
 * @param finished whether nothing changes the pod any more
 */
record JudgedTolerations(List<Toleration> all, List<Toleration> authors, Guard guard, boolean finished) {

    static JudgedTolerations of(
            Draft draft,
            Review review,
            Offers offers,
            DefaultTolerationSeconds defaults,
            Guard guard,
            boolean finished) {
        List<Toleration> all = draft.tolerations().subList(0, draft.received());
        List<Toleration> authors = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            Toleration toleration = all.get(i);
            // Whose an entry is matters only where there is no stored pod to compare with.
            boolean others = review.oldPod() == null && !draft.origin(i).isJudged();
            boolean exempt = others
                    || guard.stored().contains(toleration)
                    || guard.isControlPlanes(toleration)
                    || offers.contains(toleration, defaults);
            if (!exempt) {
                authors.add(toleration);
            }
        }
        return new JudgedTolerations(all, authors, guard, finished);
    }
}

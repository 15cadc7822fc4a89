package dev.tolerant.engine.rule;

import dev.tolerant.engine.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;

/**
 * The tolerations of a pod that restrictions judge.
 *
 * @param all those that came with the review, which {@code deny} judges
 * @param authors of these the author's, which {@code allow} and whitelists judge: not those that a rule or the API server
 *     gives the pod anyway and, on UPDATE, not those that the stored pod has
 * @param guard what {@code deny} lets pass
 */
record JudgedTolerations(List<Toleration> all, List<Toleration> authors, Guard guard) {
    static JudgedTolerations of(Draft draft, Guard guard) {
        List<Toleration> all = draft.tolerations().subList(0, draft.received());
        List<Toleration> authors = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            // Whose an entry is matters only where there is no stored pod to compare with.
            boolean others = !guard.isOfUpdate() && !draft.origin(i).isJudged();
            if (!others && !guard.isGivenAnyway(all.get(i))) {
                authors.add(all.get(i));
            }
        }
        return new JudgedTolerations(all, authors, guard);
    }
}

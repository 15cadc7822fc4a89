package dev.tolerant.engine.rule;

import dev.tolerant.engine.rule.UpdatedPod.StoredTolerations;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Toleration;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges the tolerations that a pod's author wrote by those that its namespace admits. It does not judge what can be
 * computed for this pod, a toleration that a rule, the DaemonSet controller, its RuntimeClass or the API server gives
 * it, nor on UPDATE one that the stored pod has. The place of an entry in the list proves nothing.
 *
 * @param plugins of the API server, as far as it can be computed what they give
 */
record Whitelist(Offers offers, PodPlugins plugins) {

    /** The first toleration that the namespace does not admit; null if there is none. */
    @Nullable
    Toleration violation(Draft draft) {
        Situation situation = offers.situation();
        NamespaceFacts namespace = situation.namespace();
        PodFacts oldPod = situation.review().oldPod();
        StoredTolerations stored = new StoredTolerations(oldPod);
        Set<Toleration> before = oldPod == null
                ? Set.of()
                : oldPod.tolerations().stream().map(Toleration::withMeaning).collect(Collectors.toSet());
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            // An update is compared with the stored pod instead of asking who wrote an entry.
            boolean judged = oldPod != null || draft.origin(i).isJudged();
            boolean isExempt = before.contains(toleration.withMeaning())
                    || offers.isGivenAnyway(toleration, plugins.defaults())
                    || plugins.give(toleration)
                    || (plugins.defaults().hasShapeOf(toleration) && stored.restores(toleration));
            if (judged && !isExempt && !namespace.admits(toleration)) {
                return toleration;
            }
        }
        return null;
    }
}

package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.engine.rule.Rule.DaemonSet;
import dev.tolerant.engine.rule.Rule.ExtendedResources;
import dev.tolerant.engine.rule.Rule.MemoryPressure;
import dev.tolerant.engine.rule.UpdatedPod.StoredTolerations;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the tolerations that a pod's author wrote by those that its namespace admits. It does not judge what can be computed for this
 * pod, a toleration that a rule, the DaemonSet controller or the API server gives it, nor on UPDATE one that the stored pod has. Where
 * in the list an entry stands proves nothing.
 */
record Whitelist(Offers offers, DefaultTolerationSeconds defaults) {
    /** What Kubernetes itself gives pods, of a resource for more than zero of it, also where the settings switch the rules off. */
    private static final List<Rule> OF_KUBERNETES = List.of(
            new DaemonSet(TolerationSeconds.NEVER),
            new MemoryPressure(),
            new ExtendedResources(false, Set.of(), Map.of()));

    /** The first toleration of the draft that the namespace does not admit; null if there is none. */
    @Nullable
    Toleration violation(Draft draft) {
        Situation situation = offers.situation();
        NamespaceFacts namespace = situation.namespace();
        StoredTolerations stored = new StoredTolerations(situation.review().oldPod());
        Offers ofKubernetes = new Offers(situation);
        OF_KUBERNETES.forEach(rule -> rule.offer(situation, ofKubernetes));
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            // An update is compared with the stored pod instead of asking who wrote an entry.
            boolean judged =
                    situation.review().oldPod() != null || draft.origin(i).isJudged();
            boolean isExempt = stored.contains(toleration)
                    || offers.isGivenAnyway(toleration, defaults)
                    || ofKubernetes.isGivenAnyway(toleration, defaults)
                    || (defaults.hasShapeOf(toleration) && stored.restores(toleration));
            if (judged && !isExempt && !namespace.admits(toleration)) {
                return toleration;
            }
        }
        return null;
    }
}

package dev.tolerant.engine.rule;

import dev.tolerant.engine.controlplane.AdmissionPlugins;
import dev.tolerant.engine.controlplane.DaemonSetController;
import dev.tolerant.engine.controlplane.DefaultTolerationSeconds;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.toleration.Toleration;
import org.jspecify.annotations.Nullable;

/**
 * Judges a pod by the tolerations that its namespace admits: those that its author wrote. What a rule, the DaemonSet controller or the
 * API server gives the pod passes, whoever wrote it, and on UPDATE what the stored pod has.
 */
final class Whitelist {
    private final NamespaceFacts namespace;
    private final Offers offers;
    private final DefaultTolerationSeconds defaults;
    private final boolean update;
    private final PodFacts pod;
    private final StoredTolerations stored;

    Whitelist(Situation situation, Offers offers, DefaultTolerationSeconds defaults) {
        this.namespace = situation.namespace();
        this.offers = offers;
        this.defaults = defaults;
        this.update = situation.review().oldPod() != null;
        this.pod = situation.review().pod();
        this.stored = new StoredTolerations(situation.review().oldPod());
    }

    /** The first toleration of the draft that the namespace does not admit; null if there is none. */
    @Nullable
    Toleration violation(Draft draft) {
        if (namespace.whitelist().isEmpty()) {
            return null;
        }
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            // Whose an entry is matters only where there is no stored pod to compare with.
            boolean judged = update || draft.origin(i).isJudged();
            if (judged && !isGivenAnyway(toleration) && !namespace.admits(toleration)) {
                return toleration;
            }
        }
        return null;
    }

    private boolean isGivenAnyway(Toleration toleration) {
        return stored.contains(toleration)
                || offers.contains(toleration, defaults)
                || isControllers(toleration)
                || isOfMemoryPressure(toleration)
                || (defaults.hasShapeOf(toleration) && stored.restores(toleration));
    }

    private boolean isControllers(Toleration toleration) {
        return pod.isDaemonSetPod()
                && DaemonSetController.tolerations(pod.hostNetwork()).contains(toleration);
    }

    private boolean isOfMemoryPressure(Toleration toleration) {
        return toleration.equals(AdmissionPlugins.MEMORY_PRESSURE) && !pod.isBestEffort();
    }
}

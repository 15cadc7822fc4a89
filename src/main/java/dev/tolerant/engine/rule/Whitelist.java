package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.rule.UpdatedPod.StoredTolerations;
import org.jspecify.annotations.Nullable;

/**
 * Judges the tolerations that a pod's author wrote by those that its namespace admits. It does not judge a toleration that a rule, the
 * DaemonSet controller or the API server gives the pod, nor on UPDATE one that the stored pod has.
 */
record Whitelist(Offers offers, DefaultTolerationSeconds defaults) {

    /** The first toleration of the draft that the namespace does not admit; null if there is none. */
    @Nullable
    Toleration violation(Draft draft) {
        Situation situation = offers.situation();
        NamespaceFacts namespace = situation.namespace();
        if (namespace.whitelist().isEmpty()) {
            return null;
        }
        StoredTolerations stored = new StoredTolerations(situation.review().oldPod());
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            // An update is compared with the stored pod instead of asking who wrote an entry.
            boolean judged =
                    situation.review().oldPod() != null || draft.origin(i).isJudged();
            if (judged && !isExempt(toleration, stored) && !namespace.admits(toleration)) {
                return toleration;
            }
        }
        return null;
    }

    private boolean isExempt(Toleration toleration, StoredTolerations stored) {
        PodFacts pod = offers.situation().review().pod();
        return stored.contains(toleration)
                || offers.isGivenAnyway(toleration, defaults)
                || isControllers(toleration, pod)
                || isOfMemoryPressure(toleration, pod)
                || (defaults.hasShapeOf(toleration) && stored.restores(toleration));
    }

    private static boolean isControllers(Toleration toleration, PodFacts pod) {
        return pod.isDaemonSetPod()
                && DaemonSetController.tolerations(pod.hostNetwork()).contains(toleration);
    }

    /** Whether PodTolerationRestriction adds it: of tolerations that no plugin of the API server adds, the offers say whose they are. */
    private static boolean isOfMemoryPressure(Toleration toleration, PodFacts pod) {
        return toleration.equals(AdmissionPlugins.MEMORY_PRESSURE) && !pod.isBestEffort();
    }
}

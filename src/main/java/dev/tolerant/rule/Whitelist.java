package dev.tolerant.rule;

import dev.tolerant.decision.Refusal;
import dev.tolerant.pod.ApiServerDefaults;
import dev.tolerant.pod.PodFacts;
import dev.tolerant.policy.NamespaceFacts;
import dev.tolerant.toleration.Toleration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tolerations that a namespace lets its pods have, as PodTolerationRestriction judges them, but without those that
 * a rule or the API server gives anyway.
 */
record Whitelist(ApiServerDefaults defaults) {

    /** Judges what the author wrote; with a stored pod, only what that one does not have. */
    Optional<Refusal> judge(Draft draft, @Nullable PodFacts oldPod, NamespaceFacts namespace, Offers offers) {
        for (int i = 0; i < draft.received(); i++) {
            Toleration toleration = draft.tolerations().get(i);
            boolean judged = draft.origin(i).isJudged()
                    && !namespace.admits(toleration)
                    && !offers.contains(toleration, defaults)
                    && !isStored(oldPod, toleration);
            if (judged) {
                return Optional.of(refusal(toleration, namespace));
            }
        }
        return Optional.empty();
    }

    private static boolean isStored(@Nullable PodFacts oldPod, Toleration toleration) {
        List<Toleration> stored = oldPod == null ? List.of() : oldPod.tolerations();
        return stored.contains(toleration);
    }

    private static Refusal refusal(Toleration toleration, NamespaceFacts namespace) {
        return new Refusal(
                Refusal.Reason.WHITELIST,
                "toleration " + toleration + " is not in the whitelist of namespace " + namespace.name()
                        + "; remove it from spec.tolerations, or have it added to the namespace's annotation "
                        + NamespaceFacts.TOLERATIONS_WHITELIST);
    }
}

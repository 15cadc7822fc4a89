package dev.tolerant.core.rule;

import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Optional;

/** The tolerations that a namespace lets the authors of its pods write, as PodTolerationRestriction judges them. */
final class Whitelist {
    private Whitelist() {}

    static Optional<Refusal> judge(List<Toleration> authors, NamespaceFacts namespace) {
        for (Toleration toleration : authors) {
            if (!namespace.admits(toleration)) {
                return Optional.of(refusal(toleration, namespace));
            }
        }
        return Optional.empty();
    }

    private static Refusal refusal(Toleration toleration, NamespaceFacts namespace) {
        return new Refusal(
                Refusal.Reason.WHITELIST,
                "toleration " + toleration + " is not in the whitelist of namespace " + namespace.name()
                        + "; remove it from spec.tolerations, or have it added to the namespace's annotation "
                        + NamespaceFacts.TOLERATIONS_WHITELIST);
    }
}

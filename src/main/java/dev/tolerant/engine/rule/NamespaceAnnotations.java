package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.Refusal;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.toleration.Toleration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies a namespace's annotations: default tolerations and their whitelist, as PodTolerationRestriction does, and the
 * node selector, as PodNodeSelector does.
 */
public record NamespaceAnnotations() implements Rule {

    @Override
    public RuleId id() {
        return RuleId.NAMESPACE_ANNOTATIONS;
    }

    @Override
    public void offer(Situation situation, Offers offers) {
        NamespaceFacts namespace = situation.namespace();
        for (String problem : namespace.problems()) {
            offers.note(new Step.Problem(id(), "namespace-annotation", problem));
        }
        if (namespace.defaults().isEmpty()) {
            offers.note(new Step.NotConcerned(id(), "the namespace has no default tolerations"));
        }
        for (Toleration toleration : namespace.defaults()) {
            offers.give(Offer.of(id(), toleration));
        }
        namespace.nodeSelector().forEach((key, value) -> offers.selectNodes(id(), key, value));
    }

    @Override
    public @Nullable Refusal refusal(Situation situation, Whitelist whitelist, Draft draft) {
        NamespaceFacts namespace = situation.namespace();
        Toleration violation = whitelist.violation(draft);
        if (violation != null) {
            return new Refusal(
                    Refusal.Reason.WHITELIST,
                    "toleration " + violation + " is not in the whitelist of namespace " + namespace.name()
                            + "; remove it from spec.tolerations, or have it added to the namespace's annotation "
                            + NamespaceFacts.TOLERATIONS_WHITELIST);
        }
        boolean created = situation.review().operation() == Operation.CREATE;
        return created ? nodeSelectorConflict(situation.review().pod(), namespace) : null;
    }

    private static @Nullable Refusal nodeSelectorConflict(PodFacts pod, NamespaceFacts namespace) {
        for (Map.Entry<String, String> label : namespace.nodeSelector().entrySet()) {
            String own = pod.nodeSelector().get(label.getKey());
            if (own != null && !own.equals(label.getValue())) {
                return new Refusal(
                        Refusal.Reason.NODE_SELECTOR,
                        "spec.nodeSelector has " + label.getKey() + "=" + own + ", but namespace " + namespace.name()
                                + " requires " + label.getKey() + "=" + label.getValue()
                                + "; remove the label from the pod, or have the namespace's annotation "
                                + NamespaceFacts.NODE_SELECTOR + " changed");
            }
        }
        return null;
    }
}

package dev.tolerant.engine.rule;

import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.toleration.Toleration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a stored pod does not get although it would as a new one: nobody knows who wrote its reference to a controller, and
 * its affinity can no longer be changed.
 */
final class Unproven {
    private static final String BY_OWNER =
            "a policy denies it, and nobody knows whether the stored pod's controller is the one that it names";
    private static final String BY_AFFINITY = "the stored pod does not require the policy's nodes, and can no longer";

    private Unproven() {}

    static void withhold(Offers offers, Situation situation, PolicySet all) {
        // The node of any other pod is the scheduler's choice, and not one of the policy's by demand.
        Situation lasting = situation.review().pod().isDaemonSetPod() ? situation : situation.on(null);
        Set<RuleId> byOwner = new HashSet<>(Set.of(RuleId.DAEMON_SET));
        Set<RuleId> astray = new HashSet<>();
        for (Policy policy : situation.policies()) {
            if (!policy.match().criteria().ownerKinds().isEmpty()) {
                byOwner.add(RuleId.policy(policy.name()));
            }
            if (!lasting.keepsToNodesOf(policy)) {
                astray.add(RuleId.policy(policy.name()));
            }
        }
        for (Offer offer : List.copyOf(offers.tolerations())) {
            if (byOwner.contains(offer.rule()) && isDenied(offer.toleration(), all)) {
                offers.withhold(offer, BY_OWNER);
            } else if (astray.contains(offer.rule()) && !offer.forOneTaint()) {
                offers.withhold(offer, BY_AFFINITY);
            }
        }
    }

    private static boolean isDenied(Toleration toleration, PolicySet all) {
        for (Policy policy : all.policies()) {
            boolean denies = policy.mode() != PolicyMode.DISABLED
                    && policy.restriction() != null
                    && policy.restriction().denied(toleration).isPresent();
            if (denies) {
                return true;
            }
        }
        return false;
    }
}

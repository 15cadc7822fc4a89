package dev.tolerant.engine.rule;

import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.RuleId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Withholds offers of what policies reserve for others, and tells explanations whether the guard in the API server,
 * which refuses pods that tolerate it, would refuse one.
 *
 * @param enabled true where there is such a guard
 * @param exempt the names of namespaces that the guard leaves out, beside kube-system
 */
public record ReservedOffers(boolean enabled, Set<String> exempt) {

    /** Takes back the offers that are closed to the pod, by the policies or by the reservations that the guard has stored. */
    void withhold(Offers offers, Review review, Snapshot snapshot) {
        NamespaceFacts namespace = offers.situation().namespace();
        if (!isGuarded(namespace)) {
            return;
        }
        for (Reservations reservations :
                List.of(snapshot.policies().reservations().reservations(), snapshot.stored())) {
            offers.withhold(offer -> {
                Reservations.Entry closed = reservations.closing(offer.toleration(), review, namespace);
                return closed == null ? null : closed.sentence(namespace.name());
            });
        }
    }

    /** Null if the guard admits the finished pod once it has what the policies reserve. */
    Step.@Nullable Refused refusal(Review finished, Snapshot snapshot, NamespaceFacts namespace) {
        if (!isGuarded(namespace)) {
            return null;
        }
        Reservations.Breach breach =
                snapshot.policies().reservations().reservations().breach(finished, namespace);
        if (breach == null) {
            return null;
        }
        return new Step.Refused(
                RuleId.policy(breach.entry().openTo().get(0).policy()),
                new Refusal(
                        breach.toleration() == null ? Refusal.Reason.RESERVED_NODE : Refusal.Reason.RESERVED,
                        breach.sentence(namespace.name())));
    }

    private boolean isGuarded(NamespaceFacts namespace) {
        return enabled && !namespace.isUnrestricted() && !exempt.contains(namespace.name());
    }
}

package dev.tolerant.engine.rule;

import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Reservations;
import dev.tolerant.engine.policy.Snapshot;
import java.util.List;
import java.util.Set;

/**
 * Withholds from pods what policies reserve for others, because the guard in the API server would refuse the pod for it.
 *
 * @param enabled whether there is such a guard
 * @param exempt the names of namespaces that the guard leaves out, beside kube-system
 */
public record Withholding(boolean enabled, Set<String> exempt) {

    /** Takes back the offers that are closed to the pod, by the policies or by the reservations that the guard has stored. */
    void apply(Offers offers, Review review, Snapshot snapshot, NamespaceFacts namespace) {
        if (!enabled || namespace.isUnrestricted() || exempt.contains(namespace.name())) {
            return;
        }
        withhold(snapshot.policies().reservations().reservations(), offers, review, namespace);
        withhold(snapshot.stored(), offers, review, namespace);
    }

    private static void withhold(Reservations reservations, Offers offers, Review review, NamespaceFacts namespace) {
        if (reservations.taints().isEmpty()) {
            return;
        }
        for (Offer offer : List.copyOf(offers.tolerations())) {
            Reservations.Entry closed = reservations.closing(offer.toleration(), review, namespace);
            if (closed != null) {
                offers.withhold(offer, closed.sentence(namespace.name()));
            }
        }
    }
}

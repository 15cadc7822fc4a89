package dev.tolerant.tools.whatif;

import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.engine.pod.Provenance;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import java.util.Optional;

/** Whether what is not known of a cluster could decide about a refusal. */
final class Doubts {
    private final ClusterFacts facts;
    private final ClusterView after;
    private final boolean prune;

    /**
     * @param after the cluster as it would be
     * @param prune whether today's policies do not count there
     */
    Doubts(ClusterView after, boolean prune) {
        this.facts = after.facts();
        this.after = after;
        this.prune = prune;
    }

    /**
     * Why nobody can tell whether a pod is newly refused, as a clause; empty if it can be told.
     *
     * @param stored as it comes to the API server
     * @param fate what becomes of it in the cluster as it would be
     */
    Optional<String> about(StoredPod stored, Fate fate) {
        PodFacts pod = stored.pod();
        boolean named = stored.uid().isEmpty() && !stored.node().isEmpty();
        boolean judged = fate.unasked() == null
                && !NamespaceFacts.plain(stored.namespace()).isUnrestricted();
        boolean refusable = pod.tolerations().stream().anyMatch(each -> isWritten(each, stored.provenance()))
                || !pod.nodeSelector().isEmpty()
                || named;
        if (!judged || !refusable) {
            return Optional.empty();
        }
        Optional<String> policies = facts.unknown(FactKind.POLICY).map(why -> "today's policies are not known: " + why);
        if (policies.isPresent() && (!prune || fate.isRefused())) {
            return policies;
        }
        boolean refuses = after.snapshot().policies().policies().stream().anyMatch(Policy::refuses);
        boolean annotations = after.config().rules().namespaceAnnotations().enabled();
        Optional<String> namespaces = facts.unknown(FactKind.NAMESPACE).map(why -> "namespaces are not known: " + why);
        if (namespaces.isPresent() && (refuses || annotations)) {
            return namespaces;
        }
        boolean pools = after.snapshot().policies().policies().stream().anyMatch(policy -> policy.pool() != null);
        return refuses && (pools || named)
                ? facts.unknown(FactKind.NODE).map(why -> "nodes are not known: " + why)
                : Optional.empty();
    }

    /** Whether it may be the author's: an entry of the API server's own shape is refused to nobody. */
    private boolean isWritten(Toleration toleration, Provenance provenance) {
        return provenance != Provenance.UNOWNED
                && !after.controlPlane().defaults().hasShapeOf(toleration);
    }
}

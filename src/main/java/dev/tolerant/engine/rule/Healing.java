package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Origins;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.StoredPod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The decision about a stored pod in the making.
 *
 * @param node that the pod keeps to; null if it is the scheduler's choice, or not known
 * @param given by the API server, perhaps
 */
record Healing(StoredPod stored, @Nullable Node node, AdmissionPlugins plugins, PodPlugins given) {

    static Healing of(StoredPod stored, Snapshot snapshot, AdmissionPlugins plugins, PodPlugins given) {
        PodFacts pod = stored.pod();
        String pinned = pod.pinnedNode();
        Node node = pod.isDaemonSetPod() || !pinned.isEmpty()
                ? snapshot.nodes().get(stored.node().isEmpty() ? pinned : stored.node())
                : null;
        return new Healing(stored, node, plugins, given);
    }

    Decision skipped(SkipReason reason) {
        return draft().skipped(reason);
    }

    /**
     * Takes back what comes with a policy's nodes, unless the pod requires them: its affinity can no longer be changed.
     * A pool's tolerations come with its nodes even where the policy does not require those, and a value from a label
     * with the nodes of that value: the namespace may have had another one. The same offers' seconds count as for the
     * new pod.
     */
    void withhold(Offers offers) {
        offers.settleSeconds();
        for (Policy policy : offers.situation().policies()) {
            RuleId id = RuleId.policy(policy.name());
            boolean lacksPolicyNodes = !keepsTo(policy.requiredNodeAffinity());
            boolean elsewhere = policy.pool() != null && !keepsTo(policy.pool().requirements());
            offers.withhold(offer -> {
                boolean comesWithNodes = lacksPolicyNodes
                        || (elsewhere && policy.givesForItsPool(offer.toleration()))
                        || policy.values().givesAlone(offer.toleration());
                return offer.rule().equals(id) && comesWithNodes && !offer.forOneTaint()
                        ? "the stored pod does not require the policy's nodes, and cannot be made to"
                        : null;
            });
        }
    }

    /**
     * True where the pod asks for nodes that meet all requirements, or its node is one of them: the kubelet checks
     * affinity where a pod names its node.
     */
    private boolean keepsTo(List<Requirement> requirements) {
        PodFacts pod = stored.pod();
        for (Requirement requirement : requirements) {
            boolean asked = requirement.isMetByAllWith(pod.nodeSelector())
                    || pod.nodeAffinity().requires(requirement);
            if (!asked && (node == null || !requirement.matches(node.labels()))) {
                return false;
            }
        }
        return true;
    }

    Draft draft(Offers offers) {
        Draft draft = draft();
        new Application(draft, offers, plugins).applyToStored();
        return draft;
    }

    private Draft draft() {
        return new Draft(stored.pod(), Origins.ofStored(given, stored.provenance()));
    }
}

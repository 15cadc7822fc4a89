package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.observed.explain.Agents.Agent;
import dev.tolerant.text.JsonTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The patch by which a DaemonSet reaches all nodes that it selects, as manifests to be committed. */
public record AgentFix(Agent agent) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The patch, and a policy in its place where one would do, as YAML documents; a comment above each says what it is for. */
    public String yaml(ClusterView view, Collection<Node> nodes) {
        ObjectNode policy = policy();
        boolean isEnough =
                policy.at("/spec/match").has("podSelector") && reachesAll(agent.daemonSet(), view, policy, nodes);
        return "# DaemonSet " + agent.title() + ": " + agent.sentence() + "\n# A strategic merge patch:\n"
                + JsonTree.yaml(patch())
                + (isEnough
                        ? "---\n# Or this, which the webhook gives its template:\n" + JsonTree.yaml(policy)
                        : "# A TolerationPolicy would not do: the DaemonSet has no selector, the webhook is not asked about it or leaves it"
                                + " alone,\n# or another policy reserves the taint.\n");
    }

    private static boolean reachesAll(Manifest daemonSet, ClusterView view, ObjectNode policy, Collection<Node> nodes) {
        List<Manifest> policies = new ArrayList<>(view.policies());
        policies.add(daemonSet.with(policy));
        ClusterView proposed = ClusterView.of(view.clusterObjects(), view.config(), policies);
        return Agents.of(proposed, List.of(daemonSet), nodes).all().stream().allMatch(Agent::reachesAll);
    }

    private ObjectNode patch() {
        Manifest daemonSet = agent.daemonSet();
        ObjectNode patch = JSON.createObjectNode().put("apiVersion", "apps/v1").put("kind", Owner.DAEMON_SET.kind());
        patch.putObject("metadata").put("name", daemonSet.name()).put("namespace", daemonSet.namespace());
        ArrayNode tolerations =
                patch.putObject("spec").putObject("template").putObject("spec").putArray("tolerations");
        // A patch takes the place of the whole list.
        daemonSet.object().at("/spec/template/spec/tolerations").forEach(tolerations::add);
        agent.missing().forEach(each -> tolerations.add(Patch.toleration(each)));
        return patch;
    }

    private ObjectNode policy() {
        Manifest daemonSet = agent.daemonSet();
        ObjectNode policy = JSON.createObjectNode()
                .put("apiVersion", "tolerant.dev/v1alpha1")
                .put("kind", "TolerationPolicy");
        policy.putObject("metadata").put("name", daemonSet.namespace() + "-" + daemonSet.name());
        ObjectNode spec = policy.putObject("spec");
        ObjectNode match = spec.putObject("match");
        match.putObject("namespaceSelector")
                .putObject("matchLabels")
                .put(NamespaceFacts.NAME_LABEL, daemonSet.namespace());
        match.putArray("ownerKinds").add(Owner.DAEMON_SET.kind());
        // Without one, the policy would open the nodes to every DaemonSet of the namespace.
        JsonNode selector = daemonSet.object().at("/spec/selector");
        if (!selector.isEmpty()) {
            match.set("podSelector", selector);
        }
        spec.put("daemonSetTemplates", true);
        ArrayNode tolerations = spec.putArray("tolerations");
        agent.missing().forEach(each -> tolerations.add(Patch.toleration(each)));
        return policy;
    }
}

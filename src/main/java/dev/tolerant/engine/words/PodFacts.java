package dev.tolerant.engine.words;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a pod that rules look at; absent, null and empty are the same here.
 *
 * @param name the generateName of a pod that does not have a name yet
 * @param mirror true where the pod has the annotation of a static pod's mirror
 * @param controller the kind of the owner with {@code controller: true}
 * @param nodeName the node that the pod's author, and not the scheduler, has chosen
 * @param os {@code spec.os.name}
 */
public record PodFacts(
        String name,
        Map<String, String> labels,
        boolean mirror,
        Owner controller,
        String priorityClassName,
        String runtimeClassName,
        String serviceAccountName,
        String nodeName,
        String os,
        boolean hostNetwork,
        Map<String, String> nodeSelector,
        NodeAffinity nodeAffinity,
        List<Toleration> tolerations,
        Resources.OfPod resources) {

    public static final PodFacts NONE = new PodFacts(
            "",
            Map.of(),
            false,
            Owner.NONE,
            "",
            "",
            "",
            "",
            "",
            false,
            Map.of(),
            NodeAffinity.NONE,
            List.of(),
            Resources.OfPod.NONE);

    /** The longest list of tolerations that is judged, also by the chart's expressions, which an API server gives a budget. */
    public static final int MAX_TOLERATIONS = 350;

    /** The longest list that is made by giving: others give too, and what is stored must not be too long to be read again. */
    public static final int GIVEN_UP_TO = MAX_TOLERATIONS - 50;

    /** The label of pods and namespaces that turns additions off with the value {@code "false"}. */
    public static final String INJECT_LABEL = "tolerant.dev/inject";

    public PodFacts withTolerations(List<Toleration> others) {
        return with(name, labels, nodeName, nodeAffinity, others, resources);
    }

    public PodFacts withAffinity(NodeAffinity affinity) {
        return with(name, labels, nodeName, affinity, tolerations, resources);
    }

    public PodFacts withoutNode() {
        return with(name, labels, "", nodeAffinity, tolerations, resources);
    }

    /** Without name and node, and with these in place of its own labels and resources. */
    public PodFacts alike(Map<String, String> otherLabels, Resources.OfPod otherResources) {
        return with("", otherLabels, "", nodeAffinity, tolerations, otherResources);
    }

    private PodFacts with(
            String named,
            Map<String, String> labelled,
            String node,
            NodeAffinity affinity,
            List<Toleration> list,
            Resources.OfPod using) {
        return new PodFacts(
                named,
                labelled,
                mirror,
                controller,
                priorityClassName,
                runtimeClassName,
                serviceAccountName,
                node,
                os,
                hostNetwork,
                nodeSelector,
                affinity,
                list,
                using);
    }

    public boolean isOptedOut() {
        return "false".equals(labels.get(INJECT_LABEL));
    }

    public boolean isDaemonSetPod() {
        return controller.equals(Owner.DAEMON_SET);
    }

    /**
     * The one node whose name every term of the required affinity demands, as the DaemonSet controller does; else empty. Empty terms match
     * no node.
     */
    public String pinnedNode() {
        return namedBy(NodeAffinity.NodeSelectorTerm::node);
    }

    /** The one host that the pod asks for by its label, as what must run beside another pod does; else empty. */
    public String host() {
        String selected = nodeSelector.getOrDefault(Requirement.HOSTNAME, "");
        return selected.isEmpty() ? namedBy(NodeAffinity.NodeSelectorTerm::host) : selected;
    }

    /** A clause that says how the pod's author has chosen its node; null if not. */
    public @Nullable String bound() {
        if (!nodeName.isEmpty()) {
            return "spec.nodeName binds the pod to node " + nodeName;
        }
        String pinned = pinnedNode();
        if (!pinned.isEmpty()) {
            return "the pod's own node affinity names node " + pinned;
        }
        String host = host();
        return host.isEmpty() ? null : "the pod asks for host " + host;
    }

    /** A clause about something that the pod asks of nodes and none meets which meets the requirement; null if there is none. */
    public @Nullable String contradiction(Requirement requirement) {
        String selected = nodeSelector.get(requirement.key());
        if (selected != null && !requirement.matches(nodeSelector)) {
            return "selects nodes with " + requirement.key() + "=" + selected;
        }
        Requirement own = nodeAffinity.contradiction(requirement);
        return own == null ? null : "requires nodes with " + own;
    }

    private String namedBy(Function<NodeAffinity.NodeSelectorTerm, String> name) {
        String named = "";
        for (NodeAffinity.NodeSelectorTerm term : nodeAffinity.terms()) {
            if (term.isEmpty()) {
                continue;
            }
            String own = name.apply(term);
            if (own.isEmpty() || (!named.isEmpty() && !named.equals(own))) {
                return "";
            }
            named = own;
        }
        return named;
    }
}

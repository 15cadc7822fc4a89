package dev.tolerant.engine.policy;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.pod.NodePreference;
import dev.tolerant.engine.pod.Requirement;
import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Taint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The nodes that a policy is for, which say themselves what its pods must tolerate.
 *
 * @param ignore taint keys that are not the pool's: a key, or {@code prefix/*} for all with that prefix
 */
public record Pool(LabelSelector selector, Binding binding, List<String> ignore) {
    /** The most taints that one pool gives tolerations of. */
    public static final int MAX_TAINTS = 32;

    /** What is said of a pool with more, of which the policy stays in use. */
    public static final String TOO_MANY_TAINTS = "the nodes that spec.nodes selects have more than " + MAX_TAINTS
            + " different taints: narrow spec.nodes.selector, or name keys that are not the pool's in spec.nodes.ignore; the"
            + " policy stays in use, with the last set of taints that was small enough";

    /** How the pool's pods are kept to its nodes. */
    public enum Binding {
        REQUIRED,
        PREFERRED,
        NONE
    }

    private static final int WEIGHT = 50;

    /**
     * Marks that come and go: conditions, and what autoscalers and agents put on nodes that start or leave. A pod that
     * tolerated them would run where nothing runs yet, or not any more.
     */
    static final List<String> PASSING = List.of(
            "node.kubernetes.io/*",
            "node.cloudprovider.kubernetes.io/*",
            "ToBeDeletedByClusterAutoscaler",
            "DeletionCandidateOfClusterAutoscaler",
            "startup-taint.cluster-autoscaler.kubernetes.io/*",
            "ignore-taint.cluster-autoscaler.kubernetes.io/*",
            "status-taint.cluster-autoscaler.kubernetes.io/*",
            "karpenter.sh/disrupted",
            "karpenter.sh/disruption",
            "karpenter.sh/unregistered",
            "node.cilium.io/agent-not-ready",
            "ebs.csi.aws.com/agent-not-ready",
            "efs.csi.aws.com/agent-not-ready",
            "readiness.k8s.io/*");

    /** The order in which a pool's taints are given. */
    public static final Comparator<Taint> ORDER =
            Comparator.comparing(Taint::key).thenComparing(Taint::value).thenComparing(Taint::effect);

    public boolean selects(Node node) {
        return selector.matches(node.labels());
    }

    /** Whether the pool's pods tolerate the taint where a node of the pool has it. */
    public boolean counts(Taint taint) {
        return (taint.effect() == Effect.NO_SCHEDULE || taint.effect() == Effect.NO_EXECUTE)
                && !isPassing(taint.key())
                && !isNamed(taint.key(), ignore);
    }

    /** Drops remembered taints that this pool would not give, and sorts the others. */
    public List<Taint> usable(List<Taint> remembered) {
        return remembered.stream()
                .filter(this::counts)
                .distinct()
                .sorted(ORDER)
                .limit(MAX_TAINTS)
                .toList();
    }

    /** Whether taints with this key come and go on nodes of every pool. */
    public static boolean isPassing(String key) {
        return isNamed(key, PASSING);
    }

    /** Whether a taint is there to stay, and keeps pods off. */
    public static boolean isLasting(Taint taint) {
        return taint.effect() != Effect.PREFER_NO_SCHEDULE && !isPassing(taint.key());
    }

    private static boolean isNamed(String key, List<String> names) {
        for (String name : names) {
            boolean all = name.endsWith("/*");
            if (all ? key.startsWith(name.substring(0, name.length() - 1)) : key.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** What the pool's pods require of nodes. */
    List<Requirement> required() {
        return binding == Binding.REQUIRED ? requirements() : List.of();
    }

    /** What the pool's pods prefer of nodes. */
    List<NodePreference> preferred() {
        return binding == Binding.PREFERRED ? List.of(new NodePreference(WEIGHT, requirements())) : List.of();
    }

    private List<Requirement> requirements() {
        List<Requirement> requirements = new ArrayList<>();
        for (Map.Entry<String, String> label : selector.matchLabels().entrySet()) {
            requirements.add(new Requirement(label.getKey(), Requirement.Operator.IN, List.of(label.getValue())));
        }
        requirements.sort(Comparator.comparing(Requirement::key));
        for (Requirement each : selector.matchExpressions()) {
            requirements.add(new Requirement(
                    each.key(), each.operator(), each.values().stream().sorted().toList()));
        }
        return requirements;
    }
}

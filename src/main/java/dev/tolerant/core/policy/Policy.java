package dev.tolerant.core.policy;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.SecondsOverride;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A validated TolerationPolicy, ready to be applied.
 *
 * @param priority higher values come first; policies with equal values are ordered by name
 * @param override which of the API server's injected entries may get the policy's seconds
 * @param restriction what the policy forbids; null if nothing
 */
public record Policy(
        String name,
        int priority,
        PolicyMode mode,
        Match match,
        List<Toleration> tolerations,
        List<NodeRequirement> requiredNodeAffinity,
        NodeFailure nodeFailure,
        SecondsOverride override,
        @Nullable Restriction restriction) {

    /** The order of precedence. */
    public static final Comparator<Policy> PRECEDENCE =
            Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);

    /** How long a policy lets its pods stay on failed nodes; null where the policy sets nothing. */
    public record NodeFailure(
            @Nullable TolerationSeconds notReady, @Nullable TolerationSeconds unreachable) {
        public static final NodeFailure UNSAID = new NodeFailure(null, null);
    }

    /** Whether the policy can refuse pods. */
    public boolean refuses() {
        return mode == PolicyMode.ENFORCE && restriction != null;
    }

    /** The same policy without anything to give. */
    public Policy givingNothing() {
        return new Policy(name, priority, mode, match, List.of(), List.of(), NodeFailure.UNSAID, override, restriction);
    }
}

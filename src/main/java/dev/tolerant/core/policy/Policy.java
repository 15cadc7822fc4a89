package dev.tolerant.core.policy;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.SecondsOverride;
import dev.tolerant.core.toleration.Toleration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A TolerationPolicy, checked and ready to be applied.
 *
 * @param priority higher first; of equal ones, by name
 * @param override in which entries of the API server the policy's seconds may replace theirs
 * @param restriction what it forbids, null for nothing
 */
public record Policy(
        String name,
        int priority,
        PolicyMode mode,
        Match match,
        List<Toleration> tolerations,
        List<NodeRequirement> requiredNodeAffinity,
        NodeFailureSeconds nodeFailure,
        SecondsOverride override,
        @Nullable Restriction restriction) {

    /** The order of precedence. */
    public static final Comparator<Policy> PRECEDENCE =
            Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);
}

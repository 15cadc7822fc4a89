package dev.tolerant.core.policy;

import dev.tolerant.core.pod.NodeRequirement;
import dev.tolerant.core.pod.Reach;
import dev.tolerant.core.toleration.Toleration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A TolerationPolicy, checked and ready to be applied.
 *
 * @param priority higher first; of equal ones, by name
 * @param reach whose seconds the policy's tolerations may replace
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
        Reach reach,
        @Nullable Restriction restriction) {

    /** The order of precedence. */
    public static final Comparator<Policy> PRECEDENCE =
            Comparator.comparingInt(Policy::priority).reversed().thenComparing(Policy::name);
}

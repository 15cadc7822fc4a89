package dev.tolerant.core.decision;

import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;
import org.jspecify.annotations.Nullable;

/**
 * A toleration of a pod after a decision, with its origin.
 *
 * @param giver the rule that gave the toleration or its seconds; null if it came with the pod and no rule changed it
 */
public record AttributedToleration(
        Toleration toleration, Origin origin, @Nullable RuleId giver) {}

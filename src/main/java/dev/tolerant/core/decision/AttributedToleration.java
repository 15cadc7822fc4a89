package dev.tolerant.core.decision;

import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;
import org.jspecify.annotations.Nullable;

/**
 * A toleration of a pod after a decision, and where it comes from.
 *
 * @param giver what gave it, or its seconds; null if it is as it came
 */
public record AttributedToleration(
        Toleration toleration, Origin origin, @Nullable RuleId giver) {}

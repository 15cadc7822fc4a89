package dev.tolerant.engine.model;

import org.jspecify.annotations.Nullable;

/**
 * A toleration of a pod after a decision, with its origin.
 *
 * @param giver the rule that gave the toleration or its seconds; null if it came with the pod and no rule changed it
 */
public record AttributedToleration(
        Toleration toleration, Origin origin, @Nullable RuleId giver) {}

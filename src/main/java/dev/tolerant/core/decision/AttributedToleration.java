package dev.tolerant.core.decision;

import dev.tolerant.core.pod.Origin;
import dev.tolerant.core.toleration.Toleration;

/**
 * A toleration of a pod as a decision leaves it, and whom it comes from.
 *
 * @param giver the rule that gave it, or its seconds, {@code update} for what an update gets back; empty if it is as it
 *     came
 */
public record AttributedToleration(Toleration toleration, Origin origin, String giver) {}

package dev.tolerant.core.policy;

import dev.tolerant.core.toleration.TolerationSeconds;
import org.jspecify.annotations.Nullable;

/** How long a policy lets its pods stay on failed nodes; null where the policy sets nothing. */
public record NodeFailureSeconds(
        @Nullable TolerationSeconds notReady, @Nullable TolerationSeconds unreachable) {
    public static final NodeFailureSeconds UNSAID = new NodeFailureSeconds(null, null);
}

package dev.tolerant.core.controlplane;

import static dev.tolerant.core.controlplane.NodeTaints.NOT_READY;
import static dev.tolerant.core.controlplane.NodeTaints.UNREACHABLE;

import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;

/** The two tolerations that the API server's DefaultTolerationSeconds appends, with the seconds of its flags. */
public record ApiServerDefaults(Toleration notReady, Toleration unreachable) {

    /** The seconds of {@code --default-not-ready-toleration-seconds} and {@code --default-unreachable-...}. */
    public static ApiServerDefaults of(long notReady, long unreachable) {
        return new ApiServerDefaults(
                Toleration.of(NOT_READY, TolerationSeconds.of(notReady)),
                Toleration.of(UNREACHABLE, TolerationSeconds.of(unreachable)));
    }

    /** Whether the toleration is one of the two, but for its seconds. */
    public boolean hasShapeOf(Toleration toleration) {
        return toleration.matches(notReady) || toleration.matches(unreachable);
    }

    /** Whether the toleration is one of the two, to the second. */
    public boolean contains(Toleration toleration) {
        return toleration.equals(notReady) || toleration.equals(unreachable);
    }
}

package dev.tolerant.observed.facts;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a pod belongs to: the outermost of the controllers that make it again, such as the Deployment of its
 * ReplicaSet, or the pod itself.
 *
 * @param object null if it is not among the facts
 * @param template the object from which the pod's controller makes the next pod; null if it is not among the facts, and for
 *     a pod without a controller
 */
public record PodOwner(
        String kind,
        String namespace,
        String name,
        @Nullable Fact object,
        @Nullable Fact template) {

    /** Whether nothing makes the pod again. */
    public boolean isPod() {
        return kind.equals("Pod");
    }

    public boolean isDaemonSet() {
        return kind.equals("DaemonSet");
    }

    /** {@code kind/name} in lower case, as kubectl takes it. */
    public String title() {
        return kind.toLowerCase(Locale.ROOT) + "/" + name;
    }
}

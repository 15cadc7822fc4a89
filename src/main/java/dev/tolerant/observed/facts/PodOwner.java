package dev.tolerant.observed.facts;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who makes pods: a controller, such as the Deployment of their ReplicaSets, or the pod itself.
 *
 * @param object null if it is not among the facts
 * @param template the object from which the next pod is made; null if it is not among the facts, and for a pod itself
 */
public record PodOwner(
        String kind,
        String namespace,
        String name,
        @Nullable Fact object,
        @Nullable Fact template) {

    static PodOwner itself(Fact pod) {
        return new PodOwner("Pod", pod.namespace(), pod.name(), pod, null);
    }

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

package dev.tolerant.tools.whatif;

import java.util.Locale;

/** Who makes pods: a workload, another owner, or for a pod without a controller the pod itself. */
public record Maker(String kind, String namespace, String name) {

    /** {@code kind/name} in lower case, as kubectl takes it. */
    public String title() {
        return kind.toLowerCase(Locale.ROOT) + "/" + name;
    }
}

package dev.tolerant.core.policy;

import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Map;

/**
 * What a namespace says about tolerations: its labels, and its annotations as read and checked once.
 *
 * @param defaults the tolerations of {@code scheduler.alpha.kubernetes.io/defaultTolerations} that the API would accept
 * @param whitelist the tolerations of {@code scheduler.alpha.kubernetes.io/tolerationsWhitelist}; empty admits all
 * @param nodeSelector the labels of {@code scheduler.alpha.kubernetes.io/node-selector}
 * @param known whether the namespace has been seen; if not, it counts as one without labels and annotations
 * @param problems a sentence for each part of an annotation that could not be read
 */
public record NamespaceFacts(
        String name,
        boolean known,
        Map<String, String> labels,
        List<Toleration> defaults,
        List<Toleration> whitelist,
        Map<String, String> nodeSelector,
        List<String> problems) {

    public static final String DEFAULT_TOLERATIONS = "scheduler.alpha.kubernetes.io/defaultTolerations";
    public static final String TOLERATIONS_WHITELIST = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
    public static final String NODE_SELECTOR = "scheduler.alpha.kubernetes.io/node-selector";

    /** A namespace without labels and annotations. */
    public static NamespaceFacts plain(String name) {
        return new NamespaceFacts(name, true, Map.of(), List.of(), List.of(), Map.of(), List.of());
    }

    /** A namespace of which nothing could be learnt in time. */
    public static NamespaceFacts unknown(String name) {
        return new NamespaceFacts(name, false, Map.of(), List.of(), List.of(), Map.of(), List.of());
    }

    public boolean isOptedOut() {
        return "false".equals(labels.get(PodFacts.INJECT_LABEL));
    }

    /** Whether the whitelist lets a pod have the toleration; an empty one lets it have any. */
    public boolean admits(Toleration toleration) {
        if (whitelist.isEmpty()) {
            return true;
        }
        for (Toleration entry : whitelist) {
            if (entry.covers(toleration)) {
                return true;
            }
        }
        return false;
    }
}

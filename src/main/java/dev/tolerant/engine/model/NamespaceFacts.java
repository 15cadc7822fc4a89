package dev.tolerant.engine.model;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A namespace's labels, and its annotations about tolerations, parsed and validated once.
 *
 * @param defaults the tolerations of {@code scheduler.alpha.kubernetes.io/defaultTolerations} that the API would accept
 * @param whitelist the tolerations of {@code scheduler.alpha.kubernetes.io/tolerationsWhitelist}; an empty list admits
 *     every toleration
 * @param known whether the program has read the namespace; if not, no policy matches that asks for its labels, and it counts as one
 *     without annotations that is outside every policy
 * @param problems one sentence for each part of an annotation that is malformed or that the API would refuse
 */
public record NamespaceFacts(
        String name,
        boolean known,
        Map<String, String> labels,
        List<Toleration> defaults,
        List<Toleration> whitelist,
        List<String> problems) {

    public static final String DEFAULT_TOLERATIONS = "scheduler.alpha.kubernetes.io/defaultTolerations";
    public static final String TOLERATIONS_WHITELIST = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

    private static final String KUBE_SYSTEM = "kube-system";
    /** The label that the API server gives every namespace. */
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /** A namespace without labels and annotations. */
    public static NamespaceFacts plain(String name) {
        return new NamespaceFacts(name, true, Map.of(), List.of(), List.of(), List.of());
    }

    /** A namespace that the program could not read in time. */
    public static NamespaceFacts unknown(String name) {
        return new NamespaceFacts(name, false, Map.of(), List.of(), List.of(), List.of());
    }

    /** Whether whitelists and reservations leave the namespace's pods alone, because the cluster cannot start without them. */
    public boolean isUnrestricted() {
        return name.equals(KUBE_SYSTEM);
    }

    /** Whether it is known if the selector selects the namespace: the name alone says nothing of other labels. */
    boolean answers(LabelSelector selector) {
        return known || Set.of(NAME_LABEL).containsAll(selector.keys());
    }

    /** The labels by which policies match. */
    Map<String, String> matchedLabels() {
        return known ? labels : Map.of(NAME_LABEL, name);
    }

    public boolean isOptedOut() {
        return "false".equals(labels.get(PodFacts.INJECT_LABEL));
    }

    /** Whether the whitelist admits the toleration; an empty whitelist admits every one. */
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

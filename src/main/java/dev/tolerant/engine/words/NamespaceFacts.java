package dev.tolerant.engine.words;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A namespace's labels, and its annotations about tolerations, parsed and validated once.
 *
 * @param labels with {@value #NAME_LABEL}, which the API server sets to the name whatever a file or a request says
 *     (SetDefaults_Namespace in k8s.io/kubernetes, pkg/apis/core/v1); of an unknown namespace that one alone
 * @param defaults the tolerations of {@code scheduler.alpha.kubernetes.io/defaultTolerations} that the API would accept
 * @param whitelist the tolerations of {@code scheduler.alpha.kubernetes.io/tolerationsWhitelist}; an empty list admits
 *     every toleration
 * @param known false if the program has not read the namespace: then no policy matches that asks for its labels, and it
 *     counts as one without annotations that is outside every policy
 * @param problems one for each part of an annotation that is malformed or that the API would refuse
 * @param annotations where there is a whitelist, the texts of both annotations by name, empty for none
 */
public record NamespaceFacts(
        String name,
        boolean known,
        Map<String, String> labels,
        List<Toleration> defaults,
        List<Toleration> whitelist,
        List<AnnotationProblem> problems,
        Map<String, String> annotations) {

    public static final String DEFAULT_TOLERATIONS = "scheduler.alpha.kubernetes.io/defaultTolerations";
    public static final String TOLERATIONS_WHITELIST = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";
    public static final String NAME_LABEL = "kubernetes.io/metadata.name";

    /**
     * @param why from the verb on
     * @param sentence the same, and of which annotation of which namespace
     */
    public record AnnotationProblem(String annotation, String why, String sentence) {
        private static final int MAX = 500;

        public static AnnotationProblem of(String namespace, String annotation, String why) {
            return new AnnotationProblem(
                    annotation,
                    OneLine.of(why, MAX),
                    OneLine.of("namespace " + namespace + ", annotation " + annotation + ", " + why, MAX));
        }
    }

    public NamespaceFacts {
        labels = withName(labels, name);
    }

    private static Map<String, String> withName(Map<String, String> labels, String name) {
        if (name.equals(labels.get(NAME_LABEL))) {
            return labels;
        }
        if (labels.isEmpty()) {
            return Map.of(NAME_LABEL, name);
        }
        Map<String, String> all = new HashMap<>(labels);
        all.put(NAME_LABEL, name);
        return Map.copyOf(all);
    }

    /** Without annotations, and without labels but its name. */
    public static NamespaceFacts plain(String name) {
        return new NamespaceFacts(name, true, Map.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** A namespace that the program could not read in time. */
    public static NamespaceFacts unknown(String name) {
        return new NamespaceFacts(name, false, Map.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** True where whitelists and reservations leave the namespace's pods alone, because the cluster cannot start without them. */
    public boolean isUnrestricted() {
        return name.equals("kube-system");
    }

    /** True where it is known if the selector selects the namespace: the name alone says nothing of other labels. */
    public boolean answers(LabelSelector selector) {
        return known || Set.of(NAME_LABEL).containsAll(selector.keys());
    }

    public boolean isOptedOut() {
        return "false".equals(labels.get(PodFacts.INJECT_LABEL));
    }

    /** True where its whitelist judges pods, as far as the settings let it. */
    public boolean isRestricted() {
        return !isUnrestricted() && !isOptedOut() && !whitelist.isEmpty();
    }

    /** An empty whitelist admits every toleration. */
    public boolean admits(Toleration toleration) {
        return whitelist.isEmpty() || whitelist.stream().anyMatch(entry -> entry.covers(toleration));
    }
}

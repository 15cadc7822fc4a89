package dev.tolerant.engine.words;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A pod's node affinity, and how many of the objects that contain its required part exist.
 *
 * @param depth the innermost object that exists
 * @param terms the alternatives that are required; empty unless the depth is {@link Depth#REQUIRED}
 * @param preferred in order
 */
public record NodeAffinity(Depth depth, List<NodeSelectorTerm> terms, List<Preference> preferred) {
    public static final NodeAffinity NONE = new NodeAffinity(Depth.NONE, List.of(), List.of());

    /** True where every node that the affinity admits meets the requirement, because each of its terms has it. */
    public boolean requires(Requirement requirement) {
        for (NodeSelectorTerm term : terms) {
            if (!term.isEmpty() && !term.requires(requirement)) {
                return false;
            }
        }
        return !terms.isEmpty();
    }

    public NodeAffinity without(List<Requirement> requirements) {
        return new NodeAffinity(
                depth,
                terms.stream()
                        .map(term -> new NodeSelectorTerm(
                                term.matchExpressions().stream()
                                        .filter(own -> requirements.stream().noneMatch(own::isSameAs))
                                        .toList(),
                                term.matchFields()))
                        .toList(),
                preferred);
    }

    /** Something in each term that no node meets which meets the requirement; null if there is none. */
    @Nullable
    Requirement contradiction(Requirement requirement) {
        Requirement found = null;
        for (NodeSelectorTerm term : terms) {
            Optional<Requirement> own = term.matchExpressions().stream()
                    .filter(requirement::contradicts)
                    .findFirst();
            if (own.isEmpty()) {
                return null;
            }
            found = own.get();
        }
        return found;
    }

    public boolean prefers(NodePreference preference) {
        return preferred.stream().anyMatch(own -> own.isSameAs(preference));
    }

    /** The nested objects of {@code spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution}. */
    public enum Depth {
        NONE,
        AFFINITY,
        NODE_AFFINITY,
        REQUIRED
    }

    /** One entry of {@code preferredDuringSchedulingIgnoredDuringExecution}. */
    public record Preference(long weight, NodeSelectorTerm term) {

        public boolean isSameAs(NodePreference preference) {
            List<Requirement> requirements = preference.requirements();
            List<Requirement> own = term.matchExpressions();
            return weight == preference.weight()
                    && own.size() == requirements.size()
                    && term.matchFields().isEmpty()
                    && IntStream.range(0, own.size()).allMatch(i -> own.get(i).isSameAs(requirements.get(i)));
        }
    }

    /** One of the alternatives of required node affinity; a node matches it by meeting all of its requirements. */
    public record NodeSelectorTerm(List<Requirement> matchExpressions, List<Requirement> matchFields) {

        /** An empty term matches no node (k8s.io/component-helpers, nodeaffinity). */
        public boolean isEmpty() {
            return matchExpressions.isEmpty() && matchFields.isEmpty();
        }

        /** The name of the one node that the term demands; empty if it demands none. */
        String node() {
            return single(matchFields, "metadata.name");
        }

        /** The label of the one host that the term demands; empty if it demands none. */
        String host() {
            return single(matchExpressions, Requirement.HOSTNAME);
        }

        private static String single(List<Requirement> requirements, String key) {
            for (Requirement requirement : requirements) {
                if (requirement.key().equals(key) && requirement.single().isPresent()) {
                    return requirement.single().get();
                }
            }
            return "";
        }

        public boolean requires(Requirement requirement) {
            return matchExpressions.stream().anyMatch(own -> own.isSameAs(requirement));
        }
    }

    /**
     * @param weight from 1 to 100
     * @param requirements which the preferred nodes all meet
     */
    public record NodePreference(int weight, List<Requirement> requirements) {

        /** In the selector syntax of {@code kubectl}, with the weight. */
        @Override
        public String toString() {
            return requirements.stream().map(Requirement::toString).collect(Collectors.joining(",")) + " (weight "
                    + weight + ")";
        }
    }
}

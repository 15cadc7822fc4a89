package dev.tolerant.engine.standing;

import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Toleration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The policies, namespaces and nodes with which a review is decided; the set of policies is only ever replaced as a
 * whole.
 *
 * @param namespaces by name; in a cluster this is a concurrent map, in which each namespace is replaced as a whole
 * @param nodes by name, in a cluster a concurrent map as well; empty while the cluster's nodes are not watched
 * @param runtimeClasses by name, the tolerations that the API server gives new pods that name it; likewise
 * @param stored the reservations by which the guard in the API server judges at this moment, which may be older or
 *     newer than the policies' own
 * @param injections given to new pods by the API server itself, once that is stored
 * @param judging by whose whitelists it judges pods at this moment, while something else is stored than is wanted
 * @param outdated given at this moment, perhaps, because that is stored still; a taint of failed nodes with each number
 *     of seconds
 */
public record Snapshot(
        PolicySet policies,
        Map<String, NamespaceFacts> namespaces,
        Map<String, Node> nodes,
        Map<String, List<Toleration>> runtimeClasses,
        Reservations stored,
        Injections injections,
        Injections judging,
        Set<Toleration> outdated) {
    public static final Snapshot EMPTY = new Snapshot(PolicySet.EMPTY, Map.of(), Map.of());

    /** No guard judges by anything else, and the API server gives nothing by itself. */
    public Snapshot(PolicySet policies, Map<String, NamespaceFacts> namespaces, Map<String, Node> nodes) {
        this(
                policies,
                namespaces,
                nodes,
                Map.of(),
                Reservations.NONE,
                Injections.NOTHING,
                Injections.NOTHING,
                Set.of());
    }

    public static Snapshot of(Collection<Node> nodes) {
        return new Snapshot(
                PolicySet.EMPTY,
                Map.of(),
                nodes.stream()
                        .collect(Collectors.toUnmodifiableMap(Node::name, node -> node, (first, again) -> again)));
    }

    public Snapshot with(Map<String, List<Toleration>> others) {
        return new Snapshot(policies, namespaces, nodes, others, stored, injections, judging, outdated);
    }

    public Snapshot with(PolicySet others) {
        return new Snapshot(others, namespaces, nodes, runtimeClasses, stored, injections, judging, outdated);
    }

    public Snapshot with(Reservations others) {
        return new Snapshot(policies, namespaces, nodes, runtimeClasses, others, injections, judging, outdated);
    }

    public Snapshot with(Injections others) {
        return with(others, Injections.NOTHING, Set.of());
    }

    /** It is to give {@code others} by itself, and may give what is outdated and judge by {@code judging}. */
    public Snapshot with(Injections others, Injections judging, Set<Toleration> outdated) {
        return new Snapshot(policies, namespaces, nodes, runtimeClasses, stored, others, judging, outdated);
    }
}

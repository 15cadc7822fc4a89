package dev.tolerant.observed.findings;

import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The taints that nodes have, that NodePools declare, and that policies remember of nodes which are gone.
 *
 * @param areKnown true where nodes are known, so that a taint that is missing here is missing there
 */
record KnownTaints(Set<Taint> taints, boolean areKnown) {

    static KnownTaints of(Collection<Policy> policies, Known known) {
        Set<Taint> taints = Stream.of(
                        known.nodes().stream().flatMap(node -> node.taints().stream()),
                        known.nodePools().stream().flatMap(pool -> pool.taints().stream()),
                        known.nodePools().stream().flatMap(pool -> pool.startupTaints().stream()),
                        policies.stream().flatMap(KnownTaints::remembered))
                .flatMap(each -> each)
                .collect(Collectors.toUnmodifiableSet());
        return new KnownTaints(taints, !known.nodes().isEmpty());
    }

    /** Also while the policy's pool has no nodes. */
    private static Stream<Taint> remembered(Policy policy) {
        KnownPool pool = policy.known();
        PoolTaints gives = pool == null ? null : pool.gives();
        return gives == null ? Stream.of() : gives.all().stream();
    }

    boolean lack(Predicate<Taint> wanted) {
        return areKnown && taints.stream().noneMatch(wanted);
    }

    /** The nearest names to the key of a taint, or to its value where the key exists. */
    List<String> near(String key, String value) {
        Set<String> values = taints.stream()
                .filter(taint -> taint.key().equals(key))
                .map(Taint::value)
                .collect(Collectors.toSet());
        return values.isEmpty()
                ? NearNames.to(key, taints.stream().map(Taint::key).toList())
                : NearNames.to(value, values).stream()
                        .filter(near -> !near.isEmpty() && !near.equals(value))
                        .map(near -> key + "=" + near)
                        .toList();
    }
}

package dev.tolerant.tools.whatif;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Works out what becomes of new pods in one view of a cluster, and which policies match any of them. */
final class Forecast {
    private final ClusterView view;
    private final Places places;
    private final List<Taint> evicting;
    private final boolean audit;
    private final Set<String> matching = new HashSet<>();
    private final Set<String> matchingUnasked = new HashSet<>();

    Forecast(ClusterView view, Places places) {
        this.view = view;
        this.places = places;
        this.evicting = places.evictingTaints();
        this.audit = view.config().mode() == Mode.AUDIT;
    }

    /** The names of the policies that match a pod about which the webhook is asked. */
    Set<String> matching() {
        return matching;
    }

    /** Whether the policy matches a pod, even one about which the webhook is not asked. */
    boolean matchesAny(String policy) {
        return matching.contains(policy) || matchingUnasked.contains(policy);
    }

    /**
     * The fate of a pod, or of the next pod of a workload.
     *
     * @param written the node affinity with which the pod comes
     * @throws InvalidManifestException if it does not match the API's schema
     */
    Fate of(Manifest manifest, NodeAffinity written) throws InvalidManifestException {
        Explanation asked = view.explainer().explain(manifest, view.snapshot(), null);
        Set<String> matched = asked.unasked() == null ? matching : matchingUnasked;
        PodFacts matchable = asked.pod().withoutNode();
        for (Policy policy : view.snapshot().policies().matching(matchable, view.namespace(manifest.namespace()))) {
            matched.add(policy.name());
        }
        // In audit mode the webhook answers, and changes and refuses nothing.
        Explanation happens =
                audit ? view.explainer().with(Registration.NOTHING).explain(manifest, view.snapshot(), null) : asked;
        Placement placement = happens.placement();
        Map<Taint, EvictionTime> evictions = new LinkedHashMap<>();
        evicting.forEach(
                taint -> evictions.put(taint, placement.rules().outcome(taint).eviction()));
        NodeAffinity affinity = happens.pod().nodeAffinity();
        List<Requirement> given = affinity.terms().stream()
                .flatMap(term -> term.matchExpressions().stream())
                .filter(requirement -> affinity.requires(requirement) && !written.requires(requirement))
                .toList();
        return new Fate(
                asked.unasked(),
                audit ? null : happens.refusal(),
                happens.pod().tolerations(),
                evictions,
                affinity,
                given,
                demands(happens.pod()),
                places.open(placement));
    }

    /** What the pod demands and prefers of nodes, in words. */
    private static List<String> demands(PodFacts pod) {
        List<String> words = new ArrayList<>();
        pod.nodeSelector().entrySet().stream()
                .map(label -> "requires " + label.getKey() + "=" + label.getValue())
                .sorted()
                .forEach(words::add);
        NodeAffinity affinity = pod.nodeAffinity();
        if (!affinity.terms().isEmpty()) {
            words.add(
                    "requires " + affinity.terms().stream().map(Forecast::words).collect(Collectors.joining(" or ")));
        }
        affinity.preferred()
                .forEach(wish -> words.add("prefers " + words(wish.term()) + " (weight " + wish.weight() + ")"));
        return List.copyOf(words);
    }

    private static String words(NodeAffinity.Term term) {
        return Stream.concat(term.matchExpressions().stream(), term.matchFields().stream())
                .map(Requirement::toString)
                .collect(Collectors.joining(" and "));
    }
}

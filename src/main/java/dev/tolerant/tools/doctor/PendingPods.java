package dev.tolerant.tools.doctor;

import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Obstacle;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The pods that wait for a node, and those among them that wait for a taint. */
record PendingPods(ClusterView view, Places places, List<Policy> policies) {

    /** Some {@code nodes} would take the pod but for their {@code taints}. */
    record PendingPod(ClusterPod pod, List<String> nodes, List<Taint> taints, Hint hint) {}

    /**
     * @param tolerations empty where the taints are marks that come and go
     * @param policy that gives them to other pods; empty if none does
     * @param mismatch why that policy does not give them to this pod, as a sentence; empty if it would
     */
    record Hint(List<Toleration> tolerations, Optional<String> policy, String mismatch) {

        @Override
        public String toString() {
            if (tolerations.isEmpty()) {
                return "wait until the nodes are back: these taints come and go";
            }
            String tolerate =
                    "tolerate " + tolerations.stream().map(Toleration::toString).collect(Collectors.joining(" and "));
            return policy.map(name -> tolerate + "; policy " + name
                            + (mismatch.isEmpty()
                                    ? " gives it to such pods, so recreate the pod"
                                    : " gives it, but " + mismatch))
                    .orElse(
                            tolerate
                                    + ", if the pod is meant for these nodes, by a TolerationPolicy with these tolerations that matches it");
        }
    }

    /** In the order of the API. */
    List<PendingPod> waiting(List<ClusterPod> pods) {
        return pods.stream()
                .filter(pod -> pod.stored().node().isEmpty()
                        && !pod.stored().terminating()
                        && !pod.stored().gated())
                .flatMap(pod -> waiting(pod).stream())
                .toList();
    }

    /** Empty if a node could take the pod, or none could even without its taints. */
    private Optional<PendingPod> waiting(ClusterPod pod) {
        List<@Nullable Obstacle> reasons =
                places.obstacles(Placement.of(pod.stored().pod(), view.controlPlane()));
        if (reasons.contains(null)) {
            return Optional.empty();
        }
        List<String> names = places.names();
        Map<List<Taint>, List<String>> obstacles = new LinkedHashMap<>();
        for (int number = 0; number < reasons.size(); number++) {
            List<Taint> closing = Objects.requireNonNull(reasons.get(number)).taints();
            if (!closing.isEmpty()) {
                obstacles.computeIfAbsent(closing, none -> new ArrayList<>()).add(names.get(number));
            }
        }
        // Nodes that only lasting taints close are the first choice: a toleration of a passing mark would not be right.
        return obstacles.entrySet().stream()
                .min(Comparator.comparing((Map.Entry<List<Taint>, List<String>> each) ->
                                !each.getKey().stream().allMatch(Pool::isLasting))
                        .thenComparing(each -> each.getKey().size())
                        .thenComparing(each -> -each.getValue().size())
                        .thenComparing(each -> each.getKey().toString()))
                .map(least -> new PendingPod(pod, least.getValue(), least.getKey(), hint(pod, least.getKey())));
    }

    private Hint hint(ClusterPod pod, List<Taint> taints) {
        List<Taint> lasting = taints.stream().filter(Pool::isLasting).toList();
        List<Toleration> tolerations = lasting.stream().map(Toleration::exactly).toList();
        NamespaceFacts namespace = view.namespace(pod.object().namespace());
        for (Policy policy : policies) {
            String lacking = policy.values().lacking(namespace);
            boolean gives = lasting.stream()
                    .allMatch(taint -> lacking == null ? policy.gives(taint, namespace) : policy.gives(taint));
            if (!lasting.isEmpty() && gives) {
                Mismatch mismatch = policy.mismatch(pod.stored().pod(), namespace);
                String why = mismatch == null ? lacking : mismatch.sentence();
                return new Hint(tolerations, Optional.of(policy.name()), why == null ? "" : why);
            }
        }
        return new Hint(tolerations, Optional.empty(), "");
    }
}

package dev.tolerant.tools.whatif;

import dev.tolerant.engine.controlplane.EvictionTime;
import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.decision.AttributedToleration;
import dev.tolerant.engine.decision.Change;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.review.HealedPod;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.settings.KeeperMode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the fleet keeper of a cluster does to pods that run. */
final class Keeper {
    private final ClusterView view;
    private final boolean enforces;
    private final Set<Long> earlierSeconds;
    /** Policies of which nobody knows what they say. */
    private final Set<String> frozen;

    Keeper(ClusterView view) {
        this.view = view;
        this.enforces = view.config().fleet().mode().under(view.config().mode()) == KeeperMode.ENFORCE;
        this.earlierSeconds = view.config().fleet().earlierSeconds().orElse(Set.of());
        Set<String> usable = view.snapshot().policies().policies().stream()
                .map(policy -> policy.name())
                .collect(Collectors.toSet());
        this.frozen = view.policies().stream()
                .map(Manifest::name)
                .filter(name -> !usable.contains(name))
                .collect(Collectors.toSet());
    }

    /** What the keeper does to a pod. */
    record Care(List<Change> changes, boolean waits) {
        static final Care NONE = new Care(List.of(), false);
    }

    /** Whether it changes any pod. */
    boolean enforces() {
        return enforces;
    }

    /** What it gives the pod; the API server must ask the webhook about such pods. */
    Care of(RunningPod running) {
        StoredPod pod = running.pod();
        if (!enforces || pod.applied() || pod.pod().mirror()) {
            return Care.NONE;
        }
        HealedPod healed =
                view.engine().heal(pod, earlierSeconds, view.snapshot(), view.namespace(pod.namespace()), frozen);
        Decision decision = healed.decision();
        if (decision.refusal().isPresent() || healed.patch().isEmpty()) {
            return Care.NONE;
        }
        return new Care(decision.changes(), leavesOtherwise(pod, decision));
    }

    /** No change comes while it would change when the pod leaves its node for a taint that is there. */
    private boolean leavesOtherwise(StoredPod pod, Decision decision) {
        if (pod.node().isEmpty()) {
            return false;
        }
        Node node = view.nodes().get(pod.node());
        List<Toleration> after = decision.tolerations().stream()
                .map(AttributedToleration::toleration)
                .toList();
        return node == null
                || node.taints().stream()
                        .anyMatch(taint ->
                                !eviction(pod.pod().tolerations(), taint).equals(eviction(after, taint)));
    }

    private static EvictionTime eviction(List<Toleration> tolerations, Taint taint) {
        return EvictionTime.of(tolerations, List.of(taint));
    }
}

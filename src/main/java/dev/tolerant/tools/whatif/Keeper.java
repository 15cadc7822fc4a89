package dev.tolerant.tools.whatif;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.verdict.Circumstances;
import dev.tolerant.observed.verdict.Verdict;
import dev.tolerant.settings.KeeperMode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the fleet keeper of a cluster gives pods that run. */
final class Keeper {
    private final ClusterView view;
    private final boolean enforces;
    private final Circumstances circumstances;

    Keeper(ClusterView view) {
        this.view = view;
        this.enforces = view.config().fleet().mode().under(view.config().mode()) == KeeperMode.ENFORCE;
        Set<String> usable =
                view.snapshot().policies().policies().stream().map(Policy::name).collect(Collectors.toSet());
        this.circumstances = new Circumstances(
                view.engine(),
                view.config().fleet().earlierSeconds().orElse(Set.of()),
                view.snapshot(),
                view.policies().stream()
                        .map(Manifest::name)
                        .filter(name -> !usable.contains(name))
                        .collect(Collectors.toSet()),
                (namespace, pod) -> view.registration().asksAboutNewPod(namespace, pod.labels()));
    }

    /** Tolerations that a pod gets, now or later. */
    record Care(List<Toleration> meant, boolean waits) {
        static final Care NONE = new Care(List.of(), false);
    }

    /** Whether it changes any pod. */
    boolean enforces() {
        return enforces;
    }

    /** What it gives the pod. */
    Care of(StoredPod pod) {
        if (!enforces) {
            return Care.NONE;
        }
        Verdict verdict = circumstances.verdict(pod, view.namespace(pod.namespace()));
        if (verdict instanceof Verdict.Waiting waiting) {
            return new Care(waiting.change().meant(), true);
        }
        return verdict instanceof Verdict.Change change ? new Care(change.meant(), false) : Care.NONE;
    }
}

package dev.tolerant.observed.stored;

import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges stored pods by what is known of their cluster; immutable, so threads may share it.
 *
 * @param registered true where the API server would ask the webhook about the pod if it were new
 */
public record StoredPodJudge(Engine engine, Snapshot snapshot, BiPredicate<NamespaceFacts, PodFacts> registered) {

    /**
     * @param namespace null if it is not known, which the pod waits for
     */
    public Judgement judge(StoredPod pod, @Nullable NamespaceFacts namespace) {
        if (pod.finished()) {
            return new Judgement.Alone(PodState.FINISHED);
        }
        if (pod.terminating()) {
            return new Judgement.Alone(PodState.TERMINATING);
        }
        if (pod.pod().mirror()) {
            return new Judgement.Alone(PodState.MIRROR_POD);
        }
        if (namespace == null) {
            return new Judgement.Alone(PodState.WAITING);
        }
        if (!registered.test(namespace, pod.pod())) {
            // The selectors of the chart's registration leave out who opts out.
            boolean isOptedOut = namespace.isOptedOut() || pod.pod().isOptedOut();
            return new Judgement.Alone(isOptedOut ? PodState.OPTED_OUT : PodState.UNREGISTERED);
        }
        return judge(pod, engine.heal(pod, snapshot, namespace));
    }

    private Judgement judge(StoredPod pod, HealedPod healed) {
        Decision decision = healed.decision();
        for (Step step : decision.steps()) {
            if (step instanceof Step.Refused refused) {
                return new Judgement.Violation(refused.rule(), refused.sentence());
            }
        }
        if (decision.skipReason().isPresent()) {
            return new Judgement.Alone(PodState.OPTED_OUT);
        }
        byte[] patch = healed.patch();
        if (patch == null) {
            return new Judgement.Alone(PodState.RIGHT);
        }
        if (pod.applied()) {
            return new Judgement.Alone(PodState.SERVER_SIDE_APPLY);
        }
        Judgement.Change change = new Judgement.Change(patch, decision.plainTolerations(), rules(decision));
        if (pod.gated()) {
            return new Judgement.Waiting(change, PodState.GATED);
        }
        return leavesOtherwise(pod, change.meant()) ? new Judgement.Waiting(change, PodState.WAITING) : change;
    }

    private boolean leavesOtherwise(StoredPod pod, List<Toleration> meant) {
        if (pod.node().isEmpty()) {
            return false;
        }
        Node node = snapshot.nodes().get(pod.node());
        return node == null || leavesOtherwise(pod.pod().tolerations(), meant, node);
    }

    private static Set<RuleId> rules(Decision decision) {
        Set<RuleId> rules = new TreeSet<>(Comparator.comparing(RuleId::toString));
        decision.changes().forEach(change -> rules.add(change.rule()));
        return rules;
    }

    /** True where a change of tolerations moves the time when the pod leaves for a taint that its node has now. */
    static boolean leavesOtherwise(List<Toleration> before, List<Toleration> after, Node node) {
        return node.taints().stream()
                .map(List::of)
                .anyMatch(taint -> !EvictionTime.of(before, taint).equals(EvictionTime.of(after, taint)));
    }
}

package dev.tolerant.server.fleet;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.decision.Change;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.HealedPod;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Decides what is to be done about stored pods, with what is known of the cluster at the moment. */
final class Judge {
    private static final Logger LOG = Logger.getLogger(Judge.class);

    private final Engine engine;
    private final CurrentSnapshot cluster;
    private final Set<Long> earlierSeconds;
    private final FewLines complaints;

    /** {@code earlierSeconds} are seconds that this program may have set in pods without a record. */
    Judge(Engine engine, CurrentSnapshot cluster, Set<Long> earlierSeconds, FewLines complaints) {
        this.engine = engine;
        this.cluster = cluster;
        this.earlierSeconds = earlierSeconds;
        this.complaints = complaints;
    }

    /** Decides about a pod of which there are only the bytes; one that cannot be decided about is left alone. */
    Judged judge(byte[] json) {
        try {
            StoredPod pod = read(json);
            if (pod != null) {
                return new Judged(pod, judge(pod));
            }
        } catch (RuntimeException ours) {
            LOG.debugf(ours, "a pod cannot be decided about");
            complaints.warn("a pod cannot be decided about, and is left alone: " + OneLine.logged(ours));
        }
        return new Judged(null, new Verdict.Alone(PodState.UNREADABLE));
    }

    /** A pod of which there are only the bytes; null if it cannot be read. */
    @Nullable
    StoredPod read(byte[] json) {
        try {
            return StoredPod.read(json);
        } catch (IOException | UnexpectedJsonException notAPod) {
            complaints.warn("a pod cannot be read, and is left alone: " + OneLine.logged(notAPod));
            return null;
        }
    }

    /**
     * A pod and what is to be done about it.
     *
     * @param pod null if it cannot be read
     */
    record Judged(@Nullable StoredPod pod, Verdict verdict) {}

    private Verdict judge(StoredPod pod) {
        if (pod.finished()) {
            return new Verdict.Alone(PodState.FINISHED);
        }
        if (pod.terminating()) {
            return new Verdict.Alone(PodState.TERMINATING);
        }
        if (pod.pod().mirror()) {
            return new Verdict.Alone(PodState.MIRROR_POD);
        }
        NamespaceFacts namespace = cluster.current().namespaces().get(pod.namespace());
        if (namespace == null) {
            return new Verdict.Alone(PodState.WAITING);
        }
        if (!isAskedAbout(namespace, pod)) {
            // The selectors of the chart's registration leave out who opts out.
            boolean isOptedOut = namespace.isOptedOut() || pod.pod().isOptedOut();
            return new Verdict.Alone(isOptedOut ? PodState.OPTED_OUT : PodState.UNREGISTERED);
        }
        HealedPod healed = engine.heal(pod, earlierSeconds, cluster.current(), namespace, cluster.unusable());
        return of(pod, healed);
    }

    /** Whether the webhook would be asked about the pod if it were new. */
    private boolean isAskedAbout(NamespaceFacts namespace, StoredPod pod) {
        WholeCluster whole = cluster.cluster();
        return whole != null
                && whole.coverage().stream()
                        .anyMatch(coverage ->
                                coverage.covers(namespace.labels(), pod.pod().labels()));
    }

    private Verdict of(StoredPod pod, HealedPod healed) {
        Decision decision = healed.decision();
        for (Step step : decision.steps()) {
            if (step instanceof Step.Refused refused) {
                return new Verdict.Violation(refused.rule(), refused.sentence());
            }
        }
        if (decision.skipReason().isPresent()) {
            return new Verdict.Alone(PodState.OPTED_OUT);
        }
        if (!healed.isRecordable()) {
            return new Verdict.Alone(PodState.UNRECORDABLE);
        }
        byte[] patch = healed.patchOrNull();
        if (patch == null) {
            return new Verdict.Alone(PodState.RIGHT);
        }
        if (pod.applied()) {
            return new Verdict.Alone(PodState.APPLIED);
        }
        List<Toleration> meant = decision.plainTolerations();
        return leavesOtherwise(pod, meant)
                ? new Verdict.Alone(PodState.WAITING)
                : new Verdict.Change(patch, meant, givers(decision));
    }

    private boolean leavesOtherwise(StoredPod pod, List<Toleration> meant) {
        if (pod.node().isEmpty()) {
            return false;
        }
        Node node = cluster.current().nodes().get(pod.node());
        return node == null || Departure.changes(pod.pod().tolerations(), meant, node);
    }

    private static Set<RuleId> givers(Decision decision) {
        Set<RuleId> givers = new TreeSet<>(Comparator.comparing(RuleId::toString));
        int appended = decision.tolerations().size();
        for (Change change : decision.changes()) {
            appended -= change instanceof Change.Append ? 1 : 0;
        }
        for (Change change : decision.changes()) {
            int index = change instanceof Change.SetSeconds set ? set.index() : appended++;
            RuleId giver = decision.tolerations().get(index).giver();
            if (giver != null) {
                givers.add(giver);
            }
        }
        return givers;
    }
}

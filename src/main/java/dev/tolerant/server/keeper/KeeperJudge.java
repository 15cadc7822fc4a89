package dev.tolerant.server.keeper;

import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.observed.stored.StoredPodJudge;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.CurrentSnapshot.WholeCluster;
import dev.tolerant.server.keeper.Backlog.PodKey;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Judges stored pods by what is known of the cluster then; any thread may ask, and it remembers nothing of a pod. */
final class KeeperJudge {
    private static final Logger LOG = Logger.getLogger(KeeperJudge.class);
    private static final Judged UNREADABLE =
            new Judged(null, new Judgement.Alone(PodState.UNREADABLE), new TaintedNode("", null));

    private final Engine engine;
    private final CurrentSnapshot cluster;
    private final WholeCluster whole;
    private final FewLines complaints;

    /** {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    KeeperJudge(Engine engine, CurrentSnapshot cluster, WholeCluster whole, LongSupplier nanos) {
        this.engine = engine;
        this.cluster = cluster;
        this.whole = whole;
        this.complaints = new FewLines(LOG, Duration.ofMinutes(1), nanos);
    }

    /** {@code pod} is null if it cannot be read; the taints are those of its node before the judgement. */
    record Judged(@Nullable StoredPod pod, Judgement judgement, TaintedNode taints) {
        @Nullable
        PodKey key() {
            return pod == null ? null : new PodKey(pod.namespace(), pod.name());
        }

        /** True where the pod itself says that it is to be left alone, which it may take back. */
        boolean isSetAside() {
            return pod != null
                    && (pod.gated()
                            || (judgement.state() == PodState.OPTED_OUT
                                    && pod.pod().isOptedOut()));
        }

        boolean waits() {
            return judgement.state() == PodState.WAITING;
        }
    }

    /** The taints of a node at some time; null if the node was not known. */
    record TaintedNode(String node, @Nullable List<Taint> taints) {}

    /** Everything that decides about all pods; when it changes, all are judged again. */
    record Basis(PolicySet policies, Set<Coverage> coverage, Map<String, NamespaceFacts> namespaces) {}

    /** One that cannot be decided about is left alone. */
    Judged judge(byte[] json) {
        try {
            StoredPod pod = read(json);
            if (pod != null) {
                Snapshot now = cluster.current();
                // Before the judgement: taints that change meanwhile have the pod looked at again.
                TaintedNode taints = taints(pod.node(), now);
                return new Judged(pod, judge(pod, now), taints);
            }
        } catch (RuntimeException ours) {
            LOG.debugf(ours, "a pod cannot be judged");
            complaints.warn("a pod cannot be judged, and is left alone: " + OneLine.logged(ours));
        }
        return UNREADABLE;
    }

    /** Null if it cannot be read. */
    @Nullable
    StoredPod read(byte[] json) {
        try {
            return PodReader.stored(json);
        } catch (IOException | UnexpectedJsonException notAPod) {
            complaints.warn("a pod cannot be read, and is left alone: " + OneLine.logged(notAPod));
            return null;
        }
    }

    private Judgement judge(StoredPod pod, Snapshot now) {
        return new StoredPodJudge(engine, now, this::isRegistered)
                .judge(pod, now.namespaces().get(pod.namespace()));
    }

    private boolean isRegistered(NamespaceFacts namespace, PodFacts pod) {
        return whole.coverage().stream().anyMatch(coverage -> coverage.covers(namespace.labels(), pod.labels()));
    }

    TaintedNode taints(String node) {
        return taints(node, cluster.current());
    }

    private static TaintedNode taints(String name, Snapshot now) {
        Node node = now.nodes().get(name);
        return new TaintedNode(name, node == null ? null : node.taints());
    }

    /** True while the cluster is known as it is now, so that pods may be judged. */
    boolean isInformed() {
        return whole.isWatched();
    }

    /** Null if the cluster is not known as it is. */
    @Nullable
    Basis basis() {
        if (!isInformed()) {
            return null;
        }
        Snapshot now = cluster.current();
        return new Basis(now.policies(), whole.coverage(), Map.copyOf(now.namespaces()));
    }
}

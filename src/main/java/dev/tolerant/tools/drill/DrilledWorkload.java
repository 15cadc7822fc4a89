package dev.tolerant.tools.drill;

import dev.tolerant.observed.facts.Owners.PodOwner;
import java.util.List;
import java.util.OptionalLong;

/**
 * A workload with pods on the nodes of a drill.
 *
 * @param pods those on the nodes that nobody has deleted before
 * @param replicas how many pods it has on all nodes; those that are being deleted do not count
 * @param elsewhere how many of them are on other nodes that have not failed
 * @param replacement whether and how it gets pods in place of those that leave
 * @param destination where these pods may go
 */
public record DrilledWorkload(
        PodOwner owner,
        List<DrilledPod> pods,
        int replicas,
        int elsewhere,
        Replacement replacement,
        Destination destination) {

    /** Whether and how pods are replaced. */
    public enum Replacement {
        MADE("made"),
        NOWHERE("nowhere"),
        REFUSED("refused"),
        /** The controller waits until the old pod is gone. */
        AFTER_DELETION("after-deletion"),
        /** Nobody makes the pods again. */
        NOT_MADE("not-made"),
        /** Each pod belongs to its node: those of DaemonSets, and static pods. */
        OF_THE_NODE("of-the-node"),
        /** The pods do not leave, so there is nothing to replace. */
        NONE_LEAVES("none-leaves"),
        UNKNOWN("unknown");

        private final String code;

        Replacement(String code) {
            this.code = code;
        }

        public String code() {
            return code;
        }
    }

    /** Whether at some time none of its pods serves anybody: all are down before the first new one is made. */
    public boolean losesAll() {
        if (replacement == Replacement.OF_THE_NODE
                || elsewhere > 0
                || downAfter().isEmpty()) {
            return false;
        }
        return replacement != Replacement.MADE
                || replacedAfter().orElse(0) >= downAfter().getAsLong();
    }

    /** Whether it loses all of its pods and gets none back until somebody does something. */
    public boolean isLost() {
        return losesAll() && replacement != Replacement.MADE && replacement != Replacement.UNKNOWN;
    }

    /** Seconds from now until the last of its pods on these nodes serves nobody any more; empty if one goes on. */
    public OptionalLong downAfter() {
        return pods.stream().allMatch(pod -> pod.downAfter().isPresent())
                ? pods.stream().mapToLong(pod -> pod.downAfter().getAsLong()).max()
                : OptionalLong.empty();
    }

    /** Seconds from now to the first pod that leaves, which is when the first new one is made; empty if none leaves. */
    public OptionalLong replacedAfter() {
        return pods.stream().flatMapToLong(pod -> pod.leavesAfter().stream()).min();
    }

    /** How many of its pods on these nodes serve nobody any more at some time. */
    long down() {
        return pods.stream().filter(pod -> pod.downAfter().isPresent()).count();
    }

    /** How many of its pods are on other nodes, which have failed already. */
    public int onFailedNodes() {
        return replicas - pods.size() - elsewhere;
    }

    /** How many of its pods leave. */
    public long leaving() {
        return pods.stream().filter(DrilledPod::leaves).count();
    }
}

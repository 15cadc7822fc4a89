package dev.tolerant.tools.drill;

import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The assumptions of a drill.
 *
 * @param nodes the names of the nodes to which it happens, all at the same time
 * @param taints empty if the nodes stop answering or are deleted
 * @param grace from now to these taints; or from the nodes' last sign of life to the taints of the control plane
 * @param because the reason for the grace period, as a sentence; empty where the user named it or it needs no reason
 * @param deleted the node objects are deleted instead
 */
public record Scenario(List<String> nodes, List<Taint> taints, Duration grace, String because, boolean deleted) {
    /** The node objects are deleted now. */
    public static Scenario deletionOf(List<String> nodes) {
        return new Scenario(nodes, List.of(), Duration.ZERO, "", true);
    }

    /** The user's taints come at once; without {@code named}, the grace is the control plane's default in this version. */
    public static Scenario of(List<String> nodes, List<Taint> taints, @Nullable Duration named, String serverVersion) {
        if (named != null || !taints.isEmpty()) {
            return new Scenario(nodes, taints, named == null ? Duration.ZERO : named, "", false);
        }
        OptionalLong ofVersion = ControlPlane.graceSeconds(serverVersion);
        long seconds = ofVersion.orElse(ControlPlane.NODE_MONITOR_GRACE_SECONDS);
        String reason = seconds < ControlPlane.NODE_MONITOR_GRACE_SECONDS
                ? " as Kubernetes before 1.32 does by default"
                : ofVersion.isPresent()
                        ? " as Kubernetes 1.32 and later do by default"
                        : " as Kubernetes 1.32 and later do; the version of the API server is not known, and earlier ones"
                                + " wait 40s";
        return new Scenario(
                nodes,
                taints,
                Duration.ofSeconds(seconds),
                "The control plane waits " + seconds + "s for a sign of a node before it taints it," + reason
                        + "; --after sets another time.",
                false);
    }

    /** True if the nodes stop answering. */
    public boolean fails() {
        return taints.isEmpty() && !deleted;
    }

    List<String> assumptions() {
        List<String> assumed = new ArrayList<>();
        if (!because.isEmpty()) {
            assumed.add(because);
        }
        if (deleted) {
            assumed.add(
                    "A deleted node counts as off. The control plane then deletes its pods without asking tolerations,"
                            + " PodDisruptionBudgets or the kubelet: it waits 40s, and looks every 20s.");
        } else if (fails()) {
            assumed.add(ZoneLimits.ASSUMED);
            assumed.add("PodDisruptionBudgets keep no pod on a node that does not answer.");
        } else if (taints.stream().noneMatch(taint -> taint.effect() == Effect.NO_EXECUTE)) {
            assumed.add("Only taints with NoExecute evict pods.");
        } else {
            assumed.add(
                    "A taint ignores PodDisruptionBudgets and evicts pods of DaemonSets too; kubectl drain respects the budgets and leaves those pods.");
        }
        return assumed;
    }
}

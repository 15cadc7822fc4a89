package dev.tolerant.cli.drill;

import dev.tolerant.core.controlplane.Node;
import dev.tolerant.core.controlplane.TaintHistory;
import dev.tolerant.core.toleration.Taint;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a drill.
 *
 * @param history its taints, past and to come
 * @param silentSince when nobody can reach its kubelet any more; null if the node answers
 * @param undated NoExecute taints that it has, nobody knows since when; they count from now
 */
public record DrilledNode(
        Node node, TaintHistory history, @Nullable Instant silentSince, List<Taint> undated) {

    public String name() {
        return node.name();
    }

    /** Whether nobody can reach its kubelet at this time, so that deleted pods stay Terminating. */
    boolean isSilent(Instant at) {
        return silentSince != null && !at.isBefore(silentSince);
    }
}

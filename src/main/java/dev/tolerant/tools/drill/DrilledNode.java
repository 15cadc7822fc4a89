package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.TaintHistory;
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

    /**
     * Whether pods that are deleted at this time stay Terminating, because nobody can reach the kubelet. Somebody who taints
     * the node as out of service has them removed (podgc, gc_controller.go, gcTerminating).
     */
    boolean keepsDeleted(Instant at) {
        boolean off = history.taints().stream().anyMatch(taint -> taint.key().equals(NodeTaints.OUT_OF_SERVICE.key()));
        return silentSince != null && !at.isBefore(silentSince) && !off;
    }
}

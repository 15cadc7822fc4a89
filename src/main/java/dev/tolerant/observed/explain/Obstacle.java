package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import java.util.List;

/** Why a pod may not run on a node; as text, the first reason. */
public sealed interface Obstacle {

    /** The pod names another node. */
    record OtherNode(String name) implements Obstacle {
        @Override
        public String toString() {
            return "spec.nodeName " + name;
        }
    }

    /** The node lacks what the pod's node selector or required node affinity asks for. */
    record Demands() implements Obstacle {
        @Override
        public String toString() {
            return "node selector or affinity";
        }
    }

    /** Taints that the pod does not tolerate, at least one; {@code spec.unschedulable} counts as its taint. */
    record Untolerated(List<Taint> taints) implements Obstacle {
        @Override
        public String toString() {
            Taint first = taints.get(0);
            return first.equals(NodeTaints.UNSCHEDULABLE) ? "cordon" : "taint " + first;
        }
    }
}

package dev.tolerant.tools.drill;

import java.util.List;
import java.util.Map;

/**
 * Where the next pod of a workload may go.
 *
 * @param nodes the names of those nodes
 * @param obstacles what keeps it off other nodes, and off how many; the most frequent first
 * @param problem why it is not known, or why the pod is refused; empty if it is known
 */
public record Destination(Code code, List<String> nodes, Map<String, Integer> obstacles, String problem) {

    /** Whether there is a node for it. */
    public enum Code {
        NODES,
        NOWHERE,
        REFUSED,
        UNKNOWN,
        /** No new pod is made. */
        NOT_ASKED
    }

    static final Destination NOT_ASKED = new Destination(Code.NOT_ASKED, List.of(), Map.of(), "");

    /** Whether it was worked out. */
    boolean isAsked() {
        return code == Code.NODES || code == Code.NOWHERE;
    }

    static Destination nodes(List<String> nodes, Map<String, Integer> obstacles) {
        return new Destination(nodes.isEmpty() ? Code.NOWHERE : Code.NODES, nodes, obstacles, "");
    }

    static Destination refused(String message) {
        return new Destination(Code.REFUSED, List.of(), Map.of(), message);
    }

    static Destination unknown(String problem) {
        return new Destination(Code.UNKNOWN, List.of(), Map.of(), problem);
    }
}

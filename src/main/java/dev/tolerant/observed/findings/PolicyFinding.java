package dev.tolerant.observed.findings;

import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something odd about a policy that a cluster accepts all the same, usually a mistyped name.
 *
 * @param path the field that it is about
 * @param sentence begins with a verb, of which the policy or the field is the subject
 */
public record PolicyFinding(String policy, Code code, String path, String sentence) {

    public enum Code implements Coded {
        RESERVES_NOTHING(
                Topic.RESERVATIONS, "a policy has reserve, and neither names nor gives a taint that can be reserved"),
        NO_SUCH_TAINT(Topic.RESERVATIONS, "a policy reserves a taint that no known node has"),
        ON_OTHER_NODES(
                Topic.RESERVATIONS, "a policy reserves a taint that nodes have to which it does not keep its pods"),
        CONTRADICTS(
                Topic.RESERVATIONS,
                "a policy reserves every value or effect of a key of which another policy reserves one, and so refuses that"
                        + " one's pods"),
        MATCHES_NO_NAMESPACE(Topic.SELECTIONS, "match.namespaceSelector selects none of the known namespaces"),
        SELECTS_NO_NODE(
                Topic.NODES,
                "no known node or NodePool meets nodes.selector, or a requirement of requiredNodeAffinity"),
        NO_NODE_HAS_TAINT(
                Topic.NODES,
                "no known node or NodePool has the taint of an explicit toleration, or of an entry of nodes.taintKeys"),
        NO_NODE_MEETS_BOTH(Topic.NODES, "known nodes meet two requirements one at a time, and none meets both"),
        NO_SUCH_NAMESPACE(Topic.SELECTIONS, "reserve.exempt names a namespace that is not known"),
        NO_SUCH_SERVICE_ACCOUNT(
                Topic.SELECTIONS,
                "reserve.exempt names a service account that is not among those of its namespace, where these are known"),
        NEVER_WINS(
                Topic.SELECTIONS,
                "a policy that goes before gives the same pods, or every pod, all that this one gives them");

        /** The subject of a finding; pools of nodes come and go, so a finding about them alone is a notice. */
        private enum Topic {
            RESERVATIONS,
            SELECTIONS,
            NODES
        }

        private final Topic topic;
        private final String meaning;

        Code(Topic topic, String meaning) {
            this.topic = topic;
            this.meaning = meaning;
        }

        public String reason() {
            return Arrays.stream(name().split("_"))
                    .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining());
        }

        public String meaning() {
            return meaning;
        }

        /** True of what is said and fails nothing, because a pool may have no nodes for a while. */
        public boolean isNotice() {
            return topic == Topic.NODES;
        }

        public boolean isOfReservation() {
            return topic == Topic.RESERVATIONS;
        }

        public boolean isOfNodes() {
            return topic == Topic.NODES || this == NO_SUCH_TAINT;
        }
    }

    /**
     * Kinds without objects were not read, and are not reported; except NodePools, which most clusters do not have.
     *
     * @param serviceAccounts the names of those that are known, by namespace
     */
    public record Known(
            Collection<NamespaceFacts> namespaces,
            Map<String, Set<String>> serviceAccounts,
            Collection<Node> nodes,
            Collection<NodePool> nodePools) {}

    /** A question that ends a sentence, with the nearest name; empty if no other name is near. */
    static String meant(List<String> near) {
        return near.isEmpty() ? "" : "; did you mean " + near.get(0) + "?";
    }
}

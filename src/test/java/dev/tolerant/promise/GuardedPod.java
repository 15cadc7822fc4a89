package dev.tolerant.promise;

import static dev.tolerant.promise.ApiRules.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** The pod of a review and who asks, as the design reads them. */
record GuardedPod(GuardedCluster cluster, JsonNode request) {
    private static final String ACCOUNT = "system:serviceaccount:kube-system:";
    private static final Map<String, String> GROUPS = Map.of(
            "ReplicaSet", "apps",
            "StatefulSet", "apps",
            "DaemonSet", "apps",
            "Job", "batch",
            "ReplicationController", "");
    private static final Map<String, String> ACCOUNTS = Map.of(
            "ReplicaSet", "replicaset-controller",
            "StatefulSet", "statefulset-controller",
            "DaemonSet", "daemon-set-controller",
            "Job", "job-controller",
            "ReplicationController", "replication-controller");

    PodView view() {
        return new PodView(request.get("object"));
    }

    JsonNode spec() {
        return request.get("object").path("spec");
    }

    boolean isNew() {
        return text(request, "operation").equals("CREATE");
    }

    String namespace() {
        return text(request, "namespace");
    }

    String user() {
        return text(request.path("userInfo"), "username");
    }

    boolean isMember(String group) {
        for (JsonNode own : request.path("userInfo").path("groups")) {
            if (own.asText().equals(group)) {
                return true;
            }
        }
        return false;
    }

    boolean isNodesMirror() {
        return view().isMirror() && user().startsWith("system:node:") && isMember("system:nodes");
    }

    boolean isOptedOut() {
        return (cluster.podsOptOut() && view().isOptedOut())
                || "false".equals(cluster.labelsOf(namespace()).get(GuardedCluster.OPT_OUT));
    }

    /** The believed controller as {@code match.ownerKinds} names it; empty if there is none. */
    String owner() {
        return isNew() ? owner(this::believed) : "";
    }

    /** The controller that restrictions go by: on updates the one that the pod names. */
    private String restrictedOwner() {
        return isNew() ? owner() : owner((group, kind) -> group.equals(GROUPS.get(kind)) ? kind : group + "/" + kind);
    }

    private String owner(BinaryOperator<String> read) {
        for (JsonNode owner : request.get("object").path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                String version = text(owner, "apiVersion");
                String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
                return read.apply(group, text(owner, "kind"));
            }
        }
        return "";
    }

    private String believed(String group, String kind) {
        if (group.equals(GROUPS.get(kind))) {
            boolean believed = user().equals(ACCOUNT + ACCOUNTS.get(kind))
                    || user().equals("system:kube-controller-manager")
                    || isMember("system:masters");
            return believed ? kind : "";
        }
        String name = group + "/" + kind;
        return user().equals(cluster.settings().get("controllers.\"" + name + "\"")) ? name : "";
    }

    boolean isDaemonSetPod() {
        return owner().equals("DaemonSet") || owner().endsWith("/DaemonSet");
    }

    /** Whether a policy with this match gives the pod something. */
    boolean isGivenBy(JsonNode match) {
        return matches(match, owner());
    }

    /** Whether a policy with this match restricts the pod. */
    boolean isRestrictedBy(JsonNode match) {
        return matches(match, restrictedOwner());
    }

    private boolean matches(JsonNode match, String owner) {
        return (!match.has("namespaceSelector")
                        || isSelected(match.get("namespaceSelector"), cluster.labelsOf(namespace())))
                && (!match.has("podSelector") || isSelected(match.get("podSelector"), labels()))
                && (!match.has("ownerKinds") || texts(match.get("ownerKinds")).contains(owner))
                && (!match.has("resources") || asksForAny(match.get("resources")));
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        request.get("object")
                .path("metadata")
                .path("labels")
                .fields()
                .forEachRemaining(
                        label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    private boolean asksForAny(JsonNode resources) {
        for (JsonNode resource : resources) {
            for (String side : List.of("requests", "limits")) {
                for (JsonNode container : spec().path("containers")) {
                    if (container
                                    .path("resources")
                                    .path(side)
                                    .path(resource.asText())
                                    .asLong()
                            > 0) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    boolean isExempt(JsonNode exempt) {
        String account = text(spec(), "serviceAccountName");
        Set<String> accounts = texts(exempt.path("serviceAccounts"));
        return texts(exempt.path("users")).contains(user())
                || texts(exempt.path("groups")).stream().anyMatch(this::isMember)
                || texts(exempt.path("namespaces")).contains(namespace())
                || accounts.contains(namespace() + "/*")
                || accounts.contains(namespace() + "/" + (account.isEmpty() ? "default" : account))
                || (exempt.has("namespaceSelector")
                        && isSelected(exempt.get("namespaceSelector"), cluster.labelsOf(namespace())));
    }

    /** Whether the pod can only run on nodes that meet the requirement. */
    boolean keepsTo(JsonNode requirement) {
        @Nullable
        String label =
                spec().path("nodeSelector").path(text(requirement, "key")).textValue();
        Set<String> values = texts(requirement.path("values"));
        if (label != null && (text(requirement, "operator").equals("Exists") || values.contains(label))) {
            return true;
        }
        JsonNode required =
                spec().path("affinity").path("nodeAffinity").path("requiredDuringSchedulingIgnoredDuringExecution");
        for (JsonNode term : required.path("nodeSelectorTerms")) {
            boolean has = false;
            for (JsonNode own : term.path("matchExpressions")) {
                has |= text(own, "key").equals(text(requirement, "key"))
                        && text(own, "operator").equals(text(requirement, "operator"))
                        && texts(own.path("values")).equals(values);
            }
            boolean matchesNoNode = term.path("matchExpressions").isEmpty()
                    && term.path("matchFields").isEmpty();
            if (!has && !matchesNoNode) {
                return false;
            }
        }
        return !required.isMissingNode();
    }

    private static boolean isSelected(JsonNode selector, Map<String, String> labels) {
        for (var label = selector.path("matchLabels").fields(); label.hasNext(); ) {
            var wanted = label.next();
            if (!wanted.getValue().asText().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            @Nullable String value = labels.get(text(expression, "key"));
            boolean listed = value != null && texts(expression.path("values")).contains(value);
            boolean met = switch (text(expression, "operator")) {
                case "In" -> listed;
                case "NotIn" -> !listed;
                case "Exists" -> value != null;
                default -> value == null;
            };
            if (!met) {
                return false;
            }
        }
        return true;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new HashSet<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }
}

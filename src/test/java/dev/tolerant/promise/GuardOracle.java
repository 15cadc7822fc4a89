package dev.tolerant.promise;

import static dev.tolerant.promise.ApiRules.text;
import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What {@code deny} forbids one pod, written from the design and not from the program: it says of each toleration of a
 * denied taint why it may pass.
 */
final class GuardOracle {
    private static final String PRESSURE = "node.kubernetes.io/memory-pressure";

    /** What the DaemonSet controller tolerates: keys and effects. */
    private static final Map<String, String> CONTROLLERS = Map.ofEntries(
            entry(ModelledApiServer.NOT_READY, "NoExecute"),
            entry(ModelledApiServer.UNREACHABLE, "NoExecute"),
            entry("node.kubernetes.io/disk-pressure", "NoSchedule"),
            entry(PRESSURE, "NoSchedule"),
            entry("node.kubernetes.io/pid-pressure", "NoSchedule"),
            entry("node.kubernetes.io/unschedulable", "NoSchedule"),
            entry("node.kubernetes.io/network-unavailable", "NoSchedule"));

    private final GuardedCluster cluster;
    private final GuardedPod pod;
    private final List<JsonNode> matching = new ArrayList<>();
    private final List<JsonNode> givers = new ArrayList<>();
    private final Set<String> ways = new HashSet<>();

    GuardOracle(GuardedCluster cluster, JsonNode request) {
        this.cluster = cluster;
        this.pod = new GuardedPod(cluster, request);
        for (JsonNode policy : cluster.policies()) {
            JsonNode spec = policy.get("spec");
            if (pod.isRestrictedBy(spec.get("match"))) {
                matching.add(policy);
            }
            if (pod.isGivenBy(spec.get("match")) && text(spec, "mode").matches("Enforce|Warn") && !pod.isOptedOut()) {
                givers.add(spec);
            }
        }
    }

    /** How tolerations of denied taints have passed so far. */
    Set<String> ways() {
        return ways;
    }

    /**
     * Whether its DaemonSet has chosen a node that is not known yet. {@code /mutate} gives such a pod what its policies give,
     * {@code /validate} refuses what is denied elsewhere, and the controller tries again once the node is known.
     */
    boolean awaitsItsNode() {
        String node = text(pod.spec(), "nodeName");
        return pod.isDaemonSetPod() && !node.isEmpty() && cluster.nodes().get(node) == null;
    }

    /**
     * Why the pod may not be stored; null if it may.
     *
     * @param finished whether nothing changes the pod any more, so that its nodes count
     * @param strict whether seconds of not-ready and unreachable have to be the API server's, and not any that a rule
     *     could have given
     */
    @Nullable
    String violation(boolean finished, boolean strict) {
        if (pod.isNodesMirror()) {
            return null;
        }
        for (JsonNode policy : matching) {
            JsonNode restrict = policy.get("spec").path("restrict");
            if (!restrict.has("deny") || !text(policy.get("spec"), "mode").equals("Enforce")) {
                continue;
            }
            @Nullable String why = violation(restrict.get("deny"), finished, strict);
            if (why != null && pod.isExempt(restrict.path("exempt"))) {
                ways.add("exempt");
            } else if (why != null) {
                return text(policy.get("metadata"), "name") + ": " + why;
            }
        }
        return null;
    }

    private @Nullable String violation(JsonNode deny, boolean finished, boolean strict) {
        for (JsonNode toleration : pod.view().tolerations()) {
            if (!isDenied(deny, toleration)) {
                continue;
            }
            String alone = wayAlone(toleration, strict);
            List<JsonNode> own = giversOf(deny, toleration);
            if (!alone.isEmpty()) {
                ways.add(alone);
            } else if (own.isEmpty()) {
                return "toleration " + toleration;
            } else if (finished && strays(deny, toleration, own)) {
                return "nodes of " + toleration;
            } else {
                ways.add(own.stream().anyMatch(giver -> covers(giver, toleration)) ? "given" : "resource");
            }
        }
        if (pod.isNew() && !text(pod.spec(), "nodeName").isEmpty()) {
            for (JsonNode denied : deny) {
                if (text(denied, "effect").matches("|NoSchedule") && forbidsNode(denied, finished)) {
                    return "node " + text(pod.spec(), "nodeName");
                }
            }
            ways.add("node");
        }
        return null;
    }

    private boolean strays(JsonNode deny, JsonNode toleration, List<JsonNode> own) {
        if (!pod.isDaemonSetPod()) {
            return own.stream().noneMatch(this::keepsToNodesOf);
        }
        // Its controller has chosen the node; the nodes have no labels, so a giver that requires any has none of them.
        String node = text(pod.spec(), "nodeName");
        JsonNode taints = cluster.nodes().get(node);
        if (taints == null) {
            return !node.isEmpty()
                    && own.stream()
                            .noneMatch(
                                    giver -> giver.path("requiredNodeAffinity").isEmpty() && covers(giver, toleration));
        }
        return StreamSupport.stream(taints.spliterator(), false)
                .anyMatch(taint -> TolerationMeaning.tolerates(toleration, taint)
                        && StreamSupport.stream(deny.spliterator(), false)
                                .anyMatch(denied -> TolerationMeaning.includes(denied, taint))
                        && givers.stream()
                                .filter(giver ->
                                        giver.path("requiredNodeAffinity").isEmpty())
                                .flatMap(giver -> givenBy(giver).stream())
                                .noneMatch(given -> TolerationMeaning.tolerates(given, taint)));
    }

    private static boolean isDenied(JsonNode deny, JsonNode toleration) {
        for (JsonNode denied : deny) {
            if (TolerationMeaning.toleratesAny(toleration, denied)) {
                return true;
            }
        }
        return false;
    }

    private boolean forbidsNode(JsonNode denied, boolean finished) {
        JsonNode taints = cluster.nodes().get(text(pod.spec(), "nodeName"));
        if (taints == null) {
            return given(finished).noneMatch(given -> TolerationMeaning.toleratesAll(given, denied));
        }
        for (JsonNode taint : taints) {
            if (TolerationMeaning.includes(denied, taint)
                    && given(finished).noneMatch(given -> TolerationMeaning.tolerates(given, taint))) {
                return true;
            }
        }
        return false;
    }

    /** What is given for the pod's node, which has no labels: what is finished must keep to the giver's nodes itself. */
    private Stream<JsonNode> given(boolean finished) {
        return givers.stream()
                .filter(giver -> !finished || keepsToNodesOf(giver))
                .flatMap(giver -> givenBy(giver).stream());
    }

    /** How a toleration passes without a policy that gives it; empty if it does not. */
    private String wayAlone(JsonNode toleration, boolean strict) {
        if (!pod.isNew() && ApiRules.contains(new PodView(pod.request().get("oldObject")).tolerations(), toleration)) {
            return "stored";
        }
        boolean forever = !toleration.has("tolerationSeconds");
        if (pod.isDaemonSetPod() && forever && isControllers(toleration)) {
            return "controller";
        }
        if (forever
                && TolerationMeaning.isExists(toleration, PRESSURE, "NoSchedule")
                && !pod.view().isBestEffort()) {
            return "memory-pressure";
        }
        for (String key : List.of(ModelledApiServer.NOT_READY, ModelledApiServer.UNREACHABLE)) {
            if (TolerationMeaning.isExists(toleration, key, "NoExecute")
                    && (cluster.apiServer().isShape(toleration)
                            || (!strict && secondsOfRules(key).contains(TolerationMeaning.seconds(toleration))))) {
                return "api-server";
            }
        }
        return "";
    }

    private boolean isControllers(JsonNode toleration) {
        for (Map.Entry<String, String> taint : CONTROLLERS.entrySet()) {
            boolean given = !taint.getKey().endsWith("network-unavailable")
                    || pod.spec().path("hostNetwork").asBoolean();
            if (given && TolerationMeaning.isExists(toleration, taint.getKey(), taint.getValue())) {
                return true;
            }
        }
        return false;
    }

    /** The seconds that any rule has for a taint of failed nodes. */
    private Set<Long> secondsOfRules(String key) {
        Set<Long> seconds = new HashSet<>();
        var rules = cluster.config().rules();
        boolean notReady = key.equals(ModelledApiServer.NOT_READY);
        TolerationSeconds ofRule =
                notReady ? rules.nodeFailure().notReady() : rules.nodeFailure().unreachable();
        for (TolerationSeconds set : List.of(ofRule, rules.daemonSet().seconds())) {
            seconds.add(set.never() ? Long.MAX_VALUE : Long.parseLong(set.toString()));
        }
        List<JsonNode> candidates = new ArrayList<>();
        matching.forEach(policy -> candidates.addAll(givenBy(policy.get("spec"))));
        cluster.defaultsOf(pod.namespace()).forEach(candidates::add);
        new PodView(pod.request().path("oldObject")).tolerations().forEach(candidates::add);
        candidates.removeIf(each -> !TolerationMeaning.tolerates(each, key, "", "NoExecute"));
        candidates.forEach(each -> seconds.add(TolerationMeaning.seconds(each)));
        return seconds;
    }

    private List<JsonNode> giversOf(JsonNode deny, JsonNode toleration) {
        List<JsonNode> own = new ArrayList<>();
        for (JsonNode giver : givers) {
            if (covers(giver, toleration)
                    || (givesTaintOfResource(giver, toleration) && opensNoOtherPool(giver, deny, toleration))) {
                own.add(giver);
            }
        }
        return own;
    }

    private static boolean covers(JsonNode giver, JsonNode toleration) {
        return givenBy(giver).stream().anyMatch(given -> TolerationMeaning.covers(given, toleration));
    }

    private boolean givesTaintOfResource(JsonNode giver, JsonNode toleration) {
        String key = text(toleration, "key");
        boolean ofResource = pod.view().extendedResources().contains(key)
                && TolerationMeaning.isExists(toleration, key, "NoSchedule")
                && !toleration.has("tolerationSeconds");
        return ofResource
                && givenBy(giver).stream()
                        .anyMatch(given -> text(given, "key").equals(key)
                                && text(given, "effect").matches("|NoSchedule"));
    }

    /** The nodes have no labels, so a giver that requires any has none of them. */
    private boolean opensNoOtherPool(JsonNode giver, JsonNode deny, JsonNode toleration) {
        if (!giver.path("requiredNodeAffinity").isEmpty()) {
            return true;
        }
        for (JsonNode taints : cluster.nodes().values()) {
            for (JsonNode taint : taints) {
                boolean denied = StreamSupport.stream(deny.spliterator(), false)
                        .anyMatch(each -> TolerationMeaning.includes(each, taint));
                boolean own = givers.stream()
                        .filter(each -> each.path("requiredNodeAffinity").isEmpty())
                        .flatMap(each -> givenBy(each).stream())
                        .anyMatch(each -> TolerationMeaning.tolerates(each, taint));
                if (denied && TolerationMeaning.tolerates(toleration, taint) && !own) {
                    return false;
                }
            }
        }
        return true;
    }

    /** All tolerations that a policy gives, those of its seconds included. */
    private static List<JsonNode> givenBy(JsonNode giver) {
        List<JsonNode> given = new ArrayList<>();
        giver.path("tolerations").forEach(given::add);
        if (giver.has("nodeFailure")) {
            ObjectNode notReady = ModelledApiServer.exists(ModelledApiServer.NOT_READY, "NoExecute");
            given.add(notReady.set("tolerationSeconds", giver.get("nodeFailure").get("notReady")));
            given.add(ModelledApiServer.exists(ModelledApiServer.UNREACHABLE, "NoExecute"));
        }
        return given;
    }

    private boolean keepsToNodesOf(JsonNode giver) {
        for (JsonNode requirement : giver.path("requiredNodeAffinity")) {
            if (!pod.keepsTo(requirement)) {
                return false;
            }
        }
        return true;
    }
}

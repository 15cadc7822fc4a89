package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinityRules;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ClusterFixture;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.Seeds;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.text.JsonTree;
import dev.tolerant.tools.whatif.Comparison;
import dev.tolerant.tools.whatif.Proposal;
import dev.tolerant.tools.whatif.WhatIfReport;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * What {@code whatif} says about a pod before and after is what the webhook answers, and then the API server's guard, for the pod
 * that its controller makes.
 */
class ForeseenTest {
    private static final int CLUSTERS = 10;
    private static final int PODS = 30;
    private static final String ACCOUNT = "system:serviceaccount:kube-system:";
    private static final List<String> KINDS = List.of("Pod", "Deployment", "StatefulSet", "Job");
    private static final Map<String, String> OWNERS =
            Map.of("Deployment", "ReplicaSet", "StatefulSet", "StatefulSet", "Job", "Job");
    private static final Map<String, String> ACCOUNTS = Map.of(
            "Deployment", "replicaset-controller",
            "StatefulSet", "statefulset-controller",
            "Job", "job-controller");
    /** Of several reservations that a pod breaks, the guard need not name the same. */
    private static final Pattern RESERVED = Pattern.compile("does not let namespace|^nodes are reserved");

    private static final String REFUSED_BY_GUARD = "refused by the guard";
    private static final String REFUSED_BY_API = "the API server accepts no such pod";
    private static final String EVERYTHING = """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: tolerant}
            webhooks:
            - {name: create.tolerant.dev, rules: [{operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"]}]}
            """;

    /** A strong reference, because a garbage-collected logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger("dev.tolerant.server.webhook");

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    private final Map<String, Integer> seen = new HashMap<>();

    @ManyTrials
    void whatIsForeseenIsWhatIsAnswered(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster today = GuardedCluster.random(random);
            GuardedCluster proposed = today.proposing(GuardedCluster.random(random));
            Map<String, ObjectNode> objects = objects(random, today);
            JsonNode foreseen = foresee(today, proposed, objects.values());
            for (JsonNode workload : foreseen.get("items")) {
                String name = workload.get("name").asText();
                String where = "-Dtolerant.seed=" + seed + "\ntoday " + today.describe() + "\nproposed "
                        + proposed.describe() + "\nobject " + objects.get(name) + "\nforeseen " + workload;
                assertForeseen(workload, objects.get(name), today, proposed, where);
            }
            assertThat(foreseen.get("items")).hasSize(PODS);
        }
        if (Seeds.isFixed(seed)) {
            assertThat(seen.keySet()).contains("refused", "admitted", "same", "other", "sooner");
        }
    }

    private void assertForeseen(
            JsonNode workload, ObjectNode object, GuardedCluster today, GuardedCluster proposed, String where) {
        JsonNode before = answered(today, object);
        JsonNode after = answered(proposed, object);
        String impact = workload.get("impact").asText();
        seen.merge(impact, 1, Integer::sum);
        boolean refusedBefore = before.isTextual();
        boolean refusedAfter = after.isTextual();
        assertThat(impact.equals("refused")).as(where).isEqualTo(refusedAfter && !refusedBefore);
        assertThat(impact.equals("admitted")).as(where).isEqualTo(refusedBefore && !refusedAfter);
        if (impact.equals("same")) {
            // Policies that change places give the same entries in another order.
            assertThat(refusedBefore ? after : before).as(where).containsExactlyInAnyOrderElementsOf(after);
            return;
        }
        assertAnswered(workload.get("before"), before, where);
        assertAnswered(workload.get("after"), after, where);
    }

    private static void assertAnswered(JsonNode foreseen, JsonNode answered, String where) {
        if (answered.isTextual()) {
            String message = foreseen.at("/refusal/message").asText();
            String inShort = message.startsWith(REFUSED_BY_API) ? REFUSED_BY_API : OneLine.of(message, 1000);
            assertThat(RESERVED.matcher(message).find() ? REFUSED_BY_GUARD : inShort)
                    .as(where)
                    .isEqualTo(answered.asText());
        } else {
            assertThat(foreseen.has("refusal")).as(where).isFalse();
            assertThat(foreseen.get("tolerations")).as(where).isEqualTo(answered);
        }
    }

    private static JsonNode foresee(GuardedCluster today, GuardedCluster proposed, Iterable<ObjectNode> objects) {
        StringBuilder yaml = new StringBuilder(EVERYTHING);
        objects.forEach(object -> yaml.append("---\n").append(object).append('\n'));
        today.namespaces()
                .values()
                .forEach(namespace -> yaml.append("---\n")
                        .append(WholeProgram.JSON.valueToTree(namespace).toString())
                        .append('\n'));
        today.nodes().forEach((name, taints) -> {
            ObjectNode node =
                    WholeProgram.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Node");
            node.putObject("metadata").put("name", name);
            node.putObject("spec").set("taints", taints);
            yaml.append("---\n").append(node).append('\n');
        });
        ClusterObjects clusterObjects = ClusterFixture.clusterObjects(yaml.toString());
        ClusterView view = ClusterView.of(clusterObjects, today.config(), manifests(today));
        Proposal proposal = new Proposal(manifests(proposed), true, proposed.config());
        return JsonTree.of(WhatIfReport.Document.of(Comparison.of(view, proposal, "")));
    }

    private static List<Manifest> manifests(GuardedCluster cluster) {
        StringBuilder yaml = new StringBuilder();
        for (JsonNode policy : cluster.policies()) {
            ObjectNode complete = policy.deepCopy();
            complete.put("apiVersion", "tolerant.dev/v1alpha1").put("kind", "TolerationPolicy");
            yaml.append("---\n").append(complete).append('\n');
        }
        return ClusterFixture.manifests(yaml.toString());
    }

    /** Pods that are stored, and workloads with the same pods as their templates. */
    private static Map<String, ObjectNode> objects(Random random, GuardedCluster cluster) {
        Map<String, ObjectNode> objects = new LinkedHashMap<>();
        IntruderGenerator intruders = new IntruderGenerator(random, cluster);
        while (objects.size() < PODS) {
            JsonNode request = intruders.review().get("request");
            ObjectNode pod = (ObjectNode) request.get("object");
            String name = "object-" + objects.size();
            ObjectNode metadata = (ObjectNode) pod.get("metadata");
            metadata.put("name", name).put("namespace", request.get("namespace").asText());
            metadata.remove("annotations");
            String kind = KINDS.get(random.nextInt(KINDS.size()));
            if (kind.equals("Pod")) {
                metadata.remove("ownerReferences");
                objects.put(name, pod.put("apiVersion", "v1").put("kind", "Pod"));
                metadata.put("uid", name);
            } else {
                objects.put(name, workload(kind, pod));
            }
        }
        return objects;
    }

    private static ObjectNode workload(String kind, ObjectNode pod) {
        ObjectNode workload = WholeProgram.JSON
                .createObjectNode()
                .put("apiVersion", kind.equals("Job") ? "batch/v1" : "apps/v1")
                .put("kind", kind);
        ObjectNode metadata = workload.putObject("metadata");
        metadata.set("name", pod.at("/metadata/name"));
        metadata.set("namespace", pod.at("/metadata/namespace"));
        ObjectNode template = workload.putObject("spec").putObject("template");
        template.putObject("metadata")
                .set("labels", pod.at("/metadata").path("labels").deepCopy());
        if (!template.path("metadata").path("labels").isObject()) {
            ((ObjectNode) template.get("metadata")).remove("labels");
        }
        template.set("spec", pod.get("spec"));
        return workload;
    }

    /** The tolerations of the pod that is stored, or the sentence with which it is refused. */
    private static JsonNode answered(GuardedCluster cluster, ObjectNode object) {
        ObjectNode review = review(cluster, object);
        WholeProgram.Answer mutated = cluster.webhook().ask(review);
        if (!mutated.allowed()) {
            return mutated.response().at("/status/message");
        }
        List<String> refusals = cluster.guard()
                .refusals(
                        WholeProgram.withObject(review, mutated.object()),
                        cluster.labelsOf(object.at("/metadata/namespace").asText()),
                        Set.of());
        if (!refusals.isEmpty()) {
            return WholeProgram.JSON.getNodeFactory().textNode(REFUSED_BY_GUARD);
        }
        ArrayNode tolerations = WholeProgram.JSON.createArrayNode();
        mutated.tolerations().forEach(tolerations::add);
        boolean comparison = cluster.config().comparisonOperators();
        boolean isValid = StreamSupport.stream(tolerations.spliterator(), false)
                .allMatch(each -> ApiRules.violation(each, comparison).isEmpty());
        NodeAffinity affinity = RequestFixture.reviewOf(WholeProgram.withObject(review, mutated.object()))
                .pod()
                .nodeAffinity();
        if (!isValid || !NodeAffinityRules.violations(affinity).isEmpty()) {
            return WholeProgram.JSON.getNodeFactory().textNode(REFUSED_BY_API);
        }
        return normal(tolerations);
    }

    /** What the API server asks about the pod that is made next. */
    private static ObjectNode review(GuardedCluster cluster, ObjectNode object) {
        String kind = object.get("kind").asText();
        ObjectNode pod = kind.equals("Pod") ? object.deepCopy() : made(object);
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        ObjectNode spec = (ObjectNode) pod.get("spec");
        boolean stored = metadata.has("uid");
        if (!stored) {
            ObjectNode owned = WholeProgram.JSON.createObjectNode();
            owned.putObject("f:containers");
            if (!spec.path("tolerations").isEmpty()) {
                owned.putObject("f:tolerations");
            }
            metadata.putArray("managedFields").addObject().putObject("fieldsV1").set("f:spec", owned);
        } else {
            spec.remove("nodeName");
        }
        ArrayNode written = WholeProgram.JSON.createArrayNode();
        spec.path("tolerations").forEach(written::add);
        ArrayNode defaulted = cluster.apiServer().defaulted(written);
        boolean isRestricted =
                !stored && cluster.config().rules().namespaceAnnotations().apiServerEnforces();
        spec.set("tolerations", isRestricted ? restricted(cluster, object, defaulted, new PodView(pod)) : defaulted);
        ObjectNode review = WholeProgram.JSON
                .createObjectNode()
                .put("kind", "AdmissionReview")
                .put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request").put("uid", "uid").put("operation", "CREATE");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.set("namespace", object.at("/metadata/namespace"));
        ObjectNode user = request.putObject("userInfo");
        user.put("username", kind.equals("Pod") ? "" : ACCOUNT + ACCOUNTS.get(kind));
        ArrayNode groups = user.putArray("groups").add("system:authenticated");
        if (!kind.equals("Pod")) {
            groups.add("system:serviceaccounts").add("system:serviceaccounts:kube-system");
        }
        request.set("object", pod);
        request.putNull("oldObject");
        return review;
    }

    /** The list after PodTolerationRestriction, which merges it only where it adds something. */
    private static ArrayNode restricted(GuardedCluster cluster, ObjectNode object, ArrayNode list, PodView pod) {
        Namespace namespace =
                cluster.namespaces().get(object.at("/metadata/namespace").asText());
        ArrayNode all = list.deepCopy();
        NamespaceFixture.read(namespace, cluster.config()).defaults().forEach(each -> all.add(Patch.toleration(each)));
        if (!pod.isBestEffort()) {
            all.add(ModelledApiServer.exists("node.kubernetes.io/memory-pressure", "NoSchedule"));
        }
        if (all.size() == list.size()) {
            return list;
        }
        ObjectNode tolerating = WholeProgram.JSON.createObjectNode();
        tolerating.putObject("spec").set("tolerations", all);
        List<Toleration> read = assertDoesNotThrow(() -> PodReader.tolerations(Fields.of(tolerating)));
        ArrayNode merged = WholeProgram.JSON.createArrayNode();
        for (Toleration left : Toleration.merged(read)) {
            merged.add(all.get(read.indexOf(left)));
        }
        return merged;
    }

    private static ObjectNode made(ObjectNode workload) {
        ObjectNode pod =
                WholeProgram.JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata").put("generateName", "made-");
        if (workload.at("/spec/template/metadata").has("labels")) {
            metadata.set("labels", workload.at("/spec/template/metadata/labels").deepCopy());
        }
        String kind = workload.get("kind").asText();
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", kind.equals("Job") ? "batch/v1" : "apps/v1")
                .put("kind", OWNERS.get(kind))
                .put("name", "made")
                .put("controller", true);
        pod.set("spec", workload.at("/spec/template/spec").deepCopy());
        return pod;
    }

    /** Entries without fields that are empty or null. */
    private static ArrayNode normal(ArrayNode tolerations) {
        ArrayNode normal = WholeProgram.JSON.createArrayNode();
        List<String> order = new ArrayList<>(List.of("key", "operator", "value", "effect", "tolerationSeconds"));
        for (JsonNode toleration : tolerations) {
            ObjectNode entry = normal.addObject();
            for (String field : order) {
                JsonNode value = toleration.path(field);
                if (value.isNumber() || (value.isTextual() && !value.asText().isEmpty())) {
                    entry.set(field, value.isNumber() ? entry.numberNode(value.asLong()) : value);
                }
            }
        }
        return normal;
    }
}

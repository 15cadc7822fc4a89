package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.review.Patch;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ObjectKind.Controller;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of a manifest that describes pods: a pod itself, or the template of a workload.
 *
 * @param fields that lead to the template; none for a pod itself
 */
public record PodTemplate(Manifest manifest, List<String> fields) {
    /** Of a label that only a controller knows: no label has this value, and no selector asks for it. */
    private static final String UNKNOWN = "?";

    private static final List<String> IN_POD_TEMPLATE = List.of("template");
    private static final List<List<String>> USUAL = Stream.concat(
                    ObjectKind.WORKLOADS.stream().map(ObjectKind::template), Stream.of(IN_POD_TEMPLATE))
            .distinct()
            .toList();

    /** The object itself where it has no pods. */
    public static PodTemplate of(Manifest manifest) {
        return anyIn(manifest).orElseGet(() -> new PodTemplate(manifest, List.of()));
    }

    /** The template of any object that has one where workloads do, such as a Rollout, even if its controller is unknown. */
    public static Optional<PodTemplate> anyIn(Manifest manifest) {
        if (isIn(manifest)) {
            return ObjectKind.of(manifest.type()).map(kind -> new PodTemplate(manifest, kind.template()));
        }
        if (manifest.type().equals("v1/PodTemplate")) {
            return Optional.of(new PodTemplate(manifest, IN_POD_TEMPLATE));
        }
        return USUAL.stream()
                .filter(fields -> manifest.object()
                        .at(pointer(fields))
                        .at("/spec/containers")
                        .isArray())
                .findFirst()
                .map(fields -> new PodTemplate(manifest, fields));
    }

    /** True for a pod, or a workload that makes pods. */
    public static boolean isIn(Manifest manifest) {
        return ObjectKind.of(manifest.type()).filter(ObjectKind::hasPods).isPresent();
    }

    /** The controller that makes pods of the template, or is assumed to; empty for a pod itself. */
    Optional<Controller> controller() {
        return isAssumed()
                ? Optional.of(Controller.REPLICA_SET)
                : ObjectKind.of(manifest.type()).flatMap(ObjectKind::controller);
    }

    /** True where it is unknown which controller makes pods of the template, so that it is taken for a ReplicaSet's. */
    boolean isAssumed() {
        return !fields.isEmpty() && !isIn(manifest);
    }

    /** The controller of a DaemonSet keeps its pods on failed nodes. */
    public boolean isOfDaemonSet() {
        return manifest.kind().equals(Owner.DAEMON_SET.kind());
    }

    /** True where its controller adds the six tolerations: Kubernetes' own, or OpenKruise's, which has taken over its code. */
    boolean getsDaemonSetTolerations() {
        return isOfDaemonSet() && (isIn(manifest) || manifest.type().startsWith("apps.kruise.io/"));
    }

    /** With a dot after it, for messages; empty for a pod itself. */
    public String path() {
        return fields.isEmpty() ? "" : String.join(".", fields) + ".";
    }

    /** Empty for a pod itself. */
    public JsonPointer pointer() {
        return pointer(fields);
    }

    static JsonPointer pointer(List<String> fields) {
        return JsonPointer.compile(fields.stream().map(field -> "/" + field).collect(Collectors.joining()));
    }

    /** The pod as its controller sends it to the API server, or the pod itself. */
    public ObjectNode pod() throws InvalidManifestException {
        Optional<Controller> controller = controller();
        if (controller.isEmpty()) {
            return manifest.object();
        }
        ObjectNode pod = made(controller.get());
        if (controller.get() == Controller.DAEMON_SET) {
            nameNode(pod);
        }
        if (getsDaemonSetTolerations()) {
            replaceTolerations(
                    pod, template -> DaemonSetController.addedTo(template.tolerations(), template.hostNetwork()));
        }
        return pod;
    }

    /** Its controller replaces all required terms by one that names the node (ReplaceDaemonSetPodNodeNameNodeAffinity). */
    private static void nameNode(ObjectNode pod) {
        if (pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution")
                instanceof ObjectNode required) {
            required.putArray("nodeSelectorTerms")
                    .addObject()
                    .putArray("matchFields")
                    .addObject()
                    .put("key", "metadata.name")
                    .put("operator", "In")
                    .putArray("values")
                    .add("its-node");
        }
    }

    Set<JsonNode> addedByController() {
        Set<JsonNode> added = new HashSet<>();
        if (getsDaemonSetTolerations()) {
            try {
                pod().at("/spec/tolerations").forEach(added::add);
                manifest.child(fields).at("/spec/tolerations").forEach(added::remove);
            } catch (InvalidManifestException saidElsewhere) {
                return Set.of();
            }
        }
        return added;
    }

    private ObjectNode made(Controller controller) throws InvalidManifestException {
        ObjectNode template = manifest.child(fields);
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata");
        if (controller == Controller.STATEFUL_SET) {
            metadata.put("name", manifest.name() + "-" + firstOrdinal());
        } else {
            metadata.put("generateName", manifest.name() + "-");
        }
        metadata.put("namespace", manifest.namespace());
        for (String field : new String[] {"labels", "annotations"}) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.get("metadata").get(field).deepCopy());
            }
        }
        if (metadata.path("labels").isObject() || !metadata.has("labels")) {
            labels(controller).forEach(metadata.withObject("/labels")::put);
        }
        metadata.putArray("ownerReferences")
                .addObject()
                .put(
                        "apiVersion",
                        isAssumed()
                                ? ObjectKind.REPLICA_SET.apiVersion()
                                : manifest.object().path("apiVersion").asText())
                .put("kind", controller.owner().kind())
                .put("name", manifest.name())
                .put("controller", true);
        if (template.has("spec")) {
            pod.set("spec", template.get("spec").deepCopy());
        }
        return pod;
    }

    /**
     * The labels that controllers add to the pods that they make (k8s.io/kubernetes, pkg/controller: job/indexed_job_utils.go,
     * statefulset/stateful_set_utils.go, daemon/util, deployment/sync.go). Some of their values only the controller knows.
     */
    private Map<String, String> labels(Controller controller) {
        return switch (controller) {
            case REPLICA_SET -> Map.of("pod-template-hash", UNKNOWN);
            case DAEMON_SET ->
                Map.of(
                        "controller-revision-hash",
                        UNKNOWN,
                        "pod-template-generation",
                        manifest.object()
                                .at("/metadata/annotations/deprecated.daemonset.template.generation")
                                .asText(UNKNOWN));
            case STATEFUL_SET ->
                Map.of(
                        "controller-revision-hash",
                        UNKNOWN,
                        "apps.kubernetes.io/pod-index",
                        firstOrdinal(),
                        "statefulset.kubernetes.io/pod-name",
                        manifest.name() + "-" + firstOrdinal());
            case JOB -> labelsOfJob();
            case REPLICATION_CONTROLLER -> Map.of();
        };
    }

    private Map<String, String> labelsOfJob() {
        boolean isJob = manifest.kind().equals(ObjectKind.JOB.kind());
        String name = isJob ? manifest.name() : UNKNOWN;
        String uid = isJob ? manifest.object().at("/metadata/uid").asText(UNKNOWN) : UNKNOWN;
        Map<String, String> labels = new TreeMap<>(Map.of(
                "batch.kubernetes.io/job-name", name,
                "job-name", name,
                "batch.kubernetes.io/controller-uid", uid,
                "controller-uid", uid));
        JsonNode spec = manifest.object().path("spec");
        JsonNode job = isJob ? spec : spec.at("/jobTemplate/spec");
        if (job.path("completionMode").asText().equals("Indexed")) {
            labels.put("batch.kubernetes.io/job-completion-index", "0");
        }
        return labels;
    }

    private String firstOrdinal() {
        return manifest.object().at("/spec/ordinals/start").asText("0");
    }

    /** The labels with unknown values by which one of these policies selects pods. */
    static List<String> unknownLabels(PodFacts pod, Collection<Policy> policies) {
        return pod.labels().entrySet().stream()
                .filter(label -> label.getValue().equals(UNKNOWN))
                .map(Map.Entry::getKey)
                .filter(key -> policies.stream()
                        .anyMatch(policy -> policy.match().podLabels().contains(key)))
                .sorted()
                .toList();
    }

    /**
     * @throws InvalidManifestException if the pod does not match the API's schema, or is too large
     */
    public List<Toleration> tolerations() throws InvalidManifestException {
        return manifest.read(fields, PodReader::tolerations);
    }

    /**
     * @throws InvalidManifestException if the pod does not match the API's schema, or is too large
     */
    public NodeAffinity nodeAffinity() throws InvalidManifestException {
        return manifest.read(fields, PodReader::nodeAffinity);
    }

    /** @throws InvalidManifestException if an amount is no quantity, which the API server refuses and reviews just lack */
    public void checkAmounts() throws InvalidManifestException {
        manifest.read(fields, PodReader::checkAmounts);
    }

    /**
     * Writes another list in place of a pod's tolerations: the same entries with other values, and further ones after
     * them. A pod that does not match the API's schema stays as it is, and the engine's reader reports it later.
     */
    static void replaceTolerations(ObjectNode pod, Function<PodFacts, List<Toleration>> change) {
        PodFacts facts;
        try {
            facts = PodReader.read(pod);
        } catch (UnexpectedJsonException reportedLater) {
            return;
        }
        List<Toleration> present = facts.tolerations();
        List<Toleration> tolerations = change.apply(facts);
        if (!(pod.get("spec") instanceof ObjectNode spec) || tolerations.equals(present)) {
            return;
        }
        ArrayNode list = spec.path("tolerations") instanceof ArrayNode found ? found : spec.putArray("tolerations");
        for (int i = 0; i < tolerations.size(); i++) {
            if (i >= present.size()) {
                list.add(Patch.toleration(tolerations.get(i)));
            } else if (!tolerations.get(i).equals(present.get(i))) {
                list.set(i, Patch.toleration(tolerations.get(i)));
            }
        }
        while (list.size() > tolerations.size()) {
            list.remove(list.size() - 1);
        }
    }
}

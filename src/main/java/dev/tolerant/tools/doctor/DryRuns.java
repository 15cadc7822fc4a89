package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.observed.explain.AdmissionReview;
import dev.tolerant.observed.explain.Away;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.stream.Stream;

/** Two pods as dry runs: one about which the webhook should be asked, and one that it should leave alone. */
record DryRuns(ClusterView view, String namespace, ApiAnswer asked, ApiAnswer unasked) {

    /** No node offers it, and whatever adds tolerations for extended resources adds this one. */
    static final String RESOURCE = "tolerant.dev/doctor";

    /** It shows what plugins and webhooks add, and breaks no rule of Pod Security. */
    private static final String POD = """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"generateName": "tolerant-doctor-"}, "spec": {
              "restartPolicy": "Never",
              "automountServiceAccountToken": false,
              "securityContext": {
                "runAsNonRoot": true, "runAsUser": 65534, "seccompProfile": {"type": "RuntimeDefault"}},
              "containers": [{
                "name": "probe",
                "image": "registry.k8s.io/pause:3.10",
                "resources": {
                  "requests": {"cpu": "10m", "memory": "16Mi", "%1$s": "1"},
                  "limits": {"cpu": "10m", "memory": "16Mi", "%1$s": "1"}},
                "securityContext": {
                  "allowPrivilegeEscalation": false,
                  "readOnlyRootFilesystem": true,
                  "capabilities": {"drop": ["ALL"]}}}]}}
            """.formatted(RESOURCE);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The object is a missing node if the API server refuses; then the message is for people. */
    record ApiAnswer(int code, JsonNode object, String message) {
        boolean isRefusal() {
            return code >= HttpURLConnection.HTTP_BAD_REQUEST;
        }
    }

    /** Tries {@code first}, then {@code default}; where the API server {@code injects}, only replicas tolerate so much. */
    static DryRuns make(KubernetesClient cluster, ClusterView view, String first, boolean injects)
            throws UnansweredException {
        int resources = injects ? Injections.MAX_OF_RESOURCES + 1 : 1;
        List<String> namespaces = namespaces(view, first);
        String covered = namespaces.stream()
                .filter(name -> isAsked(view, pod(name, false, resources)))
                .findFirst()
                .orElseThrow(() -> new UnansweredException(
                        "the registration leaves out every namespace, so that a dry run would show nothing"));
        ObjectNode bystander = Stream.concat(
                        Stream.of(pod(covered, true, resources)),
                        Stream.concat(namespaces.stream(), Stream.of("kube-system"))
                                .map(name -> pod(name, false, resources)))
                .filter(pod -> !isAsked(view, pod))
                .findFirst()
                .orElseThrow(() -> new UnansweredException(
                        "pods cannot opt out and no namespace is left out, so that there is nothing to"
                                + " compare with"));
        return new DryRuns(view, covered, send(cluster, pod(covered, false, resources)), send(cluster, bystander));
    }

    /** In this order; {@code default} is there in every cluster. */
    private static List<String> namespaces(ClusterView view, String first) {
        return Stream.concat(
                        Stream.of(first, "default"),
                        view.clusterObjects().manifests(ObjectKind.NAMESPACE).stream()
                                .filter(namespace ->
                                        !namespace.object().path("metadata").has("deletionTimestamp"))
                                .map(Manifest::name)
                                .sorted())
                .filter(name -> !name.isEmpty())
                .distinct()
                .toList();
    }

    private static boolean isAsked(ClusterView view, ObjectNode pod) {
        try {
            Explanation explanation =
                    view.explain(new Manifest(Place.NOWHERE, pod)).decided();
            return explanation.unasked() == null && explanation.verdict() != Verdict.SKIPPED;
        } catch (InvalidManifestException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ApiAnswer send(KubernetesClient cluster, ObjectNode pod) throws UnansweredException {
        String path = "/api/v1/namespaces/" + pod.at("/metadata/namespace").asText() + "/pods?dryRun=All";
        try {
            return new ApiAnswer(HttpURLConnection.HTTP_CREATED, tree(cluster.raw(path, "POST", pod.toString())), "");
        } catch (KubernetesClientException failed) {
            if (failed.getCode() <= 0) {
                throw UnansweredException.of(failed, "");
            }
            return new ApiAnswer(failed.getCode(), MissingNode.getInstance(), UnansweredException.message(failed));
        }
    }

    /** The program should have given it, or set its seconds; some come from a replica alone. */
    record Due(JsonNode toleration, boolean ofReplica) {}

    List<Due> due() throws UnansweredException {
        List<JsonNode> before = tolerations(unasked);
        try {
            Explanation decided =
                    view.explain(new Manifest(Place.NOWHERE, review())).decided();
            Away away = decided.away();
            return decided.tolerations().stream()
                    .filter(each -> !before.contains(each.json()))
                    .map(each -> new Due(each.json(), away == null || away.lacks(each.toleration())))
                    .toList();
        } catch (InvalidManifestException unreadable) {
            throw new UnansweredException("the pod of the dry run cannot be read: " + unreadable.problem());
        }
    }

    /** Sent by the API server about the excluded pod, if it were not excluded. */
    private ObjectNode review() throws InvalidManifestException {
        ObjectNode pod = unasked.object().deepCopy();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = (ObjectNode) pod.path("metadata");
        metadata.put("namespace", namespace);
        if (metadata.path("labels") instanceof ObjectNode labels) {
            labels.remove(PodFacts.INJECT_LABEL);
        }
        Requester doctor = new Requester("doctor", List.of("system:authenticated"));
        return AdmissionReview.creation(new Manifest(Place.NOWHERE, pod), pod, doctor, List.of(), null)
                .review();
    }

    static List<JsonNode> tolerations(ApiAnswer answer) {
        return answer.object().at("/spec/tolerations").valueStream().toList();
    }

    /** The label opts the pod out; {@code resources} is the number of extended resources that it asks for. */
    private static ObjectNode pod(String namespace, boolean optedOut, int resources) {
        ObjectNode pod = tree(POD);
        for (String list : List.of("requests", "limits")) {
            for (int i = 1; i < resources; i++) {
                pod.withObject("/spec/containers/0/resources/" + list).put(RESOURCE + "-" + i, "1");
            }
        }
        ObjectNode metadata = pod.withObject("/metadata").put("namespace", namespace);
        if (optedOut) {
            metadata.putObject("labels").put(PodFacts.INJECT_LABEL, "false");
        }
        return pod;
    }

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (JsonProcessingException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }
}

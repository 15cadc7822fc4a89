package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.pod.PodFacts;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.doctor.ClusterApi.ApiAnswer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Two pods that the API server admits without storing them.
 *
 * @param namespace of the pod about which the webhook should be asked
 * @param asked what became of that pod
 * @param unasked what became of the pod about which the webhook should not be asked, or that it should leave alone
 */
record DryRuns(ClusterView view, String namespace, ApiAnswer asked, ApiAnswer unasked) {

    static DryRuns of(Patient patient) throws UnansweredException {
        return patient.once(DryRuns.class, () -> make(patient));
    }

    private static DryRuns make(Patient patient) throws UnansweredException {
        ClusterApi cluster = patient.probed();
        ClusterView view = patient.view();
        List<String> namespaces = namespaces(patient);
        String covered = namespaces.stream()
                .filter(name -> isAsked(view, ProbePod.in(name, false)))
                .findFirst()
                .orElseThrow(() -> new UnansweredException(
                        "the registration leaves out every namespace, so that a dry run would show nothing"));
        ObjectNode bystander = namespaces.stream()
                .filter(covered::equals)
                .map(name -> ProbePod.in(name, true))
                .filter(pod -> !isAsked(view, pod))
                .findFirst()
                .or(() -> excluded(view, namespaces))
                .orElseThrow(() -> new UnansweredException(
                        "pods cannot opt out and no namespace is left out, so that there is nothing to"
                                + " compare with"));
        return new DryRuns(view, covered, send(cluster, ProbePod.in(covered, false)), send(cluster, bystander));
    }

    private static Optional<ObjectNode> excluded(ClusterView view, List<String> namespaces) {
        return Stream.concat(namespaces.stream(), Stream.of("kube-system"))
                .map(name -> ProbePod.in(name, false))
                .filter(pod -> !isAsked(view, pod))
                .findFirst();
    }

    /** Those to try, in this order; {@code default} is there in every cluster. */
    private static List<String> namespaces(Patient patient) {
        return Stream.concat(
                        Stream.of(patient.namespace(), "default"),
                        patient.facts().manifests(FactKind.NAMESPACE).stream()
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
            Explanation explanation = view.explainer().explain(new Manifest(Place.NOWHERE, pod), view.snapshot(), null);
            return explanation.unasked() == null && !explanation.verdictCode().equals("skipped");
        } catch (InvalidManifestException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static ApiAnswer send(ClusterApi cluster, ObjectNode pod) throws UnansweredException {
        return cluster.post(
                "/api/v1/namespaces/" + pod.at("/metadata/namespace").asText() + "/pods?dryRun=All", pod);
    }

    /** The tolerations that the program should have given, or whose seconds it should have set. */
    List<JsonNode> due() throws UnansweredException {
        List<JsonNode> before = tolerations(unasked);
        try {
            return view
                    .explainer()
                    .explain(new Manifest(Place.NOWHERE, review()), view.snapshot(), null)
                    .tolerations()
                    .stream()
                    .map(toleration -> toleration.json())
                    .filter(toleration -> !before.contains(toleration))
                    .toList();
        } catch (InvalidManifestException unreadable) {
            throw new UnansweredException("the pod of the dry run cannot be read: " + unreadable.problem());
        }
    }

    /** What the API server would send about the pod that was left alone, if it had not been. */
    private ObjectNode review() {
        ObjectNode pod = unasked.object().deepCopy();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = (ObjectNode) pod.path("metadata");
        metadata.put("namespace", namespace);
        if (metadata.path("labels") instanceof ObjectNode labels) {
            labels.remove(PodFacts.INJECT_LABEL);
        }
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "doctor");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", namespace).put("operation", "CREATE");
        request.putObject("userInfo")
                .put("username", "doctor")
                .putArray("groups")
                .add("system:authenticated");
        request.set("object", pod);
        request.putNull("oldObject");
        return review;
    }

    static List<JsonNode> tolerations(ApiAnswer answer) {
        return StreamSupport.stream(answer.object().at("/spec/tolerations").spliterator(), false)
                .toList();
    }
}

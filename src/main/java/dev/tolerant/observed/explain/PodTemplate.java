package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import java.util.List;
import java.util.Optional;

/** The part of a manifest that describes pods: a pod itself, or the template of a workload. */
public final class PodTemplate {
    private static final List<String> IN_POD_TEMPLATE = List.of("template");
    private static final List<List<String>> USUAL =
            List.of(Workload.DEPLOYMENT.templateFields(), Workload.CRON_JOB.templateFields());

    private final Manifest manifest;
    private final List<String> fields;

    /** @param fields that lead to the template; none for a pod itself */
    private PodTemplate(Manifest manifest, List<String> fields) {
        this.manifest = manifest;
        this.fields = fields;
    }

    /** The template of a manifest that has pods. */
    public static PodTemplate of(Manifest manifest) {
        return new PodTemplate(
                manifest, Workload.of(manifest).map(Workload::templateFields).orElse(List.of()));
    }

    /** The template of any object that has one where workloads do, such as a Rollout, also if the program does not know who makes its pods. */
    public static Optional<PodTemplate> anyIn(Manifest manifest) {
        if (isIn(manifest)) {
            return Optional.of(of(manifest));
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

    /** Whether it is a pod, or a workload that makes pods. */
    public static boolean isIn(Manifest manifest) {
        return manifest.type().equals("v1/Pod") || Workload.of(manifest).isPresent();
    }

    /** Whether the pods belong to a DaemonSet, whose controller keeps them on failed nodes. */
    public boolean isOfDaemonSet() {
        return manifest.kind().equals(Owner.DAEMON_SET.kind());
    }

    /** The path of the template with a dot after it, for messages; empty for a pod itself. */
    public String path() {
        return fields.isEmpty() ? "" : String.join(".", fields) + ".";
    }

    /** The path of the template; empty for a pod itself. */
    public JsonPointer pointer() {
        return pointer(fields);
    }

    private static JsonPointer pointer(List<String> fields) {
        JsonPointer pointer = JsonPointer.empty();
        for (String field : fields) {
            pointer = pointer.appendProperty(field);
        }
        return pointer;
    }

    /**
     * The tolerations in the template.
     *
     * @throws InvalidManifestException if the pod does not match the API's schema, or is too large
     */
    public List<Toleration> tolerations() throws InvalidManifestException {
        ObjectNode object = manifest.child(fields);
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata");
        if (object.has("spec")) {
            pod.set("spec", object.get("spec"));
        }
        AdmissionReview question = AdmissionReview.creation(manifest, pod, AuthenticatedUser.ANYBODY, List.of());
        if (question.read() instanceof Unread unread) {
            throw Answer.wrong(manifest, path(), unread);
        }
        return question.pod().tolerations();
    }
}

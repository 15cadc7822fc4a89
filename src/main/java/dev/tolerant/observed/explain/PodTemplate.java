package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.toleration.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a manifest that describes pods: a pod itself, or the template of a workload. */
public final class PodTemplate {
    private final Manifest manifest;
    private final @Nullable Workload workload;

    private PodTemplate(Manifest manifest, @Nullable Workload workload) {
        this.manifest = manifest;
        this.workload = workload;
    }

    /** The template of a manifest that has pods. */
    public static PodTemplate of(Manifest manifest) {
        return new PodTemplate(manifest, Workload.of(manifest).orElse(null));
    }

    /** Whether it is a pod, or a workload that makes pods. */
    public static boolean isIn(Manifest manifest) {
        return manifest.type().equals("v1/Pod") || Workload.of(manifest).isPresent();
    }

    /** Whether the pods belong to a DaemonSet, whose controller keeps them on failed nodes. */
    public boolean isOfDaemonSet() {
        return workload == Workload.DAEMON_SET;
    }

    /** The path of the template with a dot after it, for messages; empty for a pod itself. */
    public String path() {
        return workload == null ? "" : workload.templatePath() + ".";
    }

    /** The path of the template; empty for a pod itself. */
    public JsonPointer pointer() {
        return workload == null ? JsonPointer.empty() : workload.template();
    }

    /**
     * The tolerations in the template.
     *
     * @throws InvalidManifestException if the pod does not match the API's schema, or is too large
     */
    public List<Toleration> tolerations() throws InvalidManifestException {
        ObjectNode object = workload == null ? manifest.object() : manifest.child(workload.templateFields());
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata");
        if (object.has("spec")) {
            pod.set("spec", object.get("spec"));
        }
        AdmissionReview question = AdmissionReview.creation(manifest, pod, AuthenticatedUser.ANYBODY, List.of());
        AdmissionRequest read = question.read();
        if (read instanceof Unread unread) {
            throw Answer.wrong(manifest, path(), unread);
        }
        return read instanceof Decidable decidable ? decidable.review().pod().tolerations() : List.of();
    }
}

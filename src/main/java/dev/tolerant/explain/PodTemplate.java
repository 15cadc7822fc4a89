package dev.tolerant.explain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.review.AdmissionRequest;
import dev.tolerant.review.AdmissionRequest.Decidable;
import dev.tolerant.review.AdmissionRequest.Malformed;
import java.util.List;

/**
 * What a manifest says of pods: a pod itself, or the template of a workload.
 *
 * @param path where it stands in the manifest, with a dot behind it; empty for a pod itself
 */
public record PodTemplate(Manifest manifest, String path) {

    /** The template of a manifest that has pods. */
    public static PodTemplate of(Manifest manifest) {
        return new PodTemplate(
                manifest,
                Workload.of(manifest)
                        .map(workload -> workload.templatePath() + ".")
                        .orElse(""));
    }

    /** Whether the pods are a DaemonSet's, whose controller adds tolerations that stay for good. */
    public boolean isOfDaemonSet() {
        return Workload.of(manifest).filter(Workload.DAEMON_SET::equals).isPresent();
    }

    /**
     * The tolerations as they are written there.
     *
     * @throws InvalidManifestException if the pod is not in the form of the API
     */
    public List<Toleration> tolerations() throws InvalidManifestException {
        ObjectNode object = path.isEmpty() ? manifest.object() : manifest.child(path.substring(0, path.length() - 1));
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata");
        if (object.has("spec")) {
            pod.set("spec", object.get("spec"));
        }
        Question question = Question.creation(manifest, pod, "", List.of());
        AdmissionRequest read = Answer.read(question, question.review());
        if (read instanceof Malformed malformed) {
            throw manifest.wrong(path + malformed.inObject());
        }
        return read instanceof Decidable decidable ? decidable.review().pod().tolerations() : List.of();
    }
}

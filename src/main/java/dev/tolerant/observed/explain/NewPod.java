package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.explain.Creators.PodMaker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod on its way through the API server to the webhook: it gets managedFields of what its author wrote, and then what
 * the API server's plugins give it.
 */
record NewPod(ObjectNode pod, Engine engine, DefaultPlugins plugins, Snapshot snapshot) {

    static final String CONTROLLER = "kube-controller-manager";

    /** As the API server sends it, of a pod that a controller makes if it names one. */
    AdmissionReview question(Manifest manifest, Creators creators) throws InvalidManifestException {
        Optional<PodMaker> maker = creators.makerOf(pod);
        if (maker.isEmpty()) {
            return question(manifest, creators.author(), "kubectl", List.of());
        }
        String note = "The pod is explained as if " + maker.get().user().username()
                + " had created it, because its controller is " + maker.get().owner() + ".";
        return question(manifest, maker.get().user(), CONTROLLER, List.of(note));
    }

    /** @param sender the program that creates the pod */
    AdmissionReview question(Manifest manifest, Requester creator, String sender, List<String> remarks)
            throws InvalidManifestException {
        ObjectNode admitted = pod.deepCopy();
        List<String> notes = new ArrayList<>(remarks);
        boolean stored = admitted.path("metadata").hasNonNull("uid");
        boolean managed = !admitted.path("metadata").path("managedFields").isEmpty();
        if (stored) {
            notes.add(
                    "The pod exists already and keeps what it has; this is what it would get if it were created now.");
        } else if (!managed) {
            manage(admitted, sender);
        }
        if (stored && admitted.path("spec") instanceof ObjectNode spec && spec.remove("nodeName") != null) {
            notes.add("Its spec.nodeName does not count: the scheduler writes it after the webhook has answered.");
        }
        if (stored && !managed) {
            notes.add("It comes without managedFields, so every toleration counts as its author's; kubectl get"
                    + " --show-managed-fields shows them.");
        }
        String refusal = stored ? null : plugins.applyTo(admitted, manifest.namespace(), notes);
        PodTemplate.replaceTolerations(admitted, facts -> {
            PodPlugins given =
                    stored ? PodPlugins.alone(facts, apiServer().defaults()) : given(facts, refusal, manifest);
            return given.addedTo(facts.tolerations());
        });
        return AdmissionReview.creation(manifest, admitted, creator, List.copyOf(notes), refusal);
    }

    /** Records the author of the list: its atomic type lets a manager own it only as a whole. */
    private static void manage(ObjectNode pod, String sender) {
        boolean writesTolerations = !pod.path("spec").path("tolerations").isEmpty();
        ObjectNode managed = pod.withObject("/metadata", JsonNode.OverwriteMode.ALL, true)
                .putArray("managedFields")
                .addObject()
                .put("manager", sender)
                .put("operation", "Update")
                .put("apiVersion", "v1")
                .put("fieldsType", "FieldsV1");
        ObjectNode spec = managed.putObject("fieldsV1").putObject("f:spec");
        spec.putObject("f:containers");
        if (writesTolerations) {
            spec.putObject("f:tolerations");
        }
    }

    private AdmissionPlugins apiServer() {
        return engine.injector().plugins();
    }

    private PodPlugins given(PodFacts facts, @Nullable String refusal, Manifest manifest) {
        NamespaceFacts namespace =
                snapshot.namespaces().getOrDefault(manifest.namespace(), NamespaceFacts.plain(manifest.namespace()));
        List<Toleration> ofClass = refusal == null ? plugins.ofRuntimeClass(facts.runtimeClassName()) : null;
        return PodPlugins.of(apiServer(), facts, namespace, ofClass, Set.of());
    }
}

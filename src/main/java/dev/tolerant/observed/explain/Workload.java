package dev.tolerant.observed.explain;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Review.Requester;
import dev.tolerant.engine.model.Toleration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A kind of object from whose template a controller makes pods. */
public enum Workload {
    DEPLOYMENT("apps/v1", "Deployment", Owner.REPLICA_SET),
    REPLICA_SET("apps/v1", "ReplicaSet", Owner.REPLICA_SET),
    STATEFUL_SET("apps/v1", "StatefulSet", Owner.STATEFUL_SET),
    DAEMON_SET("apps/v1", "DaemonSet", Owner.DAEMON_SET),
    REPLICATION_CONTROLLER("v1", "ReplicationController", Owner.REPLICATION_CONTROLLER),
    JOB("batch/v1", "Job", Owner.JOB),
    CRON_JOB("batch/v1", "CronJob", Owner.JOB);

    private final String version;
    private final String kind;
    private final Owner owner;

    Workload(String version, String kind, Owner owner) {
        this.version = version;
        this.kind = kind;
        this.owner = owner;
    }

    public static Optional<Workload> of(Manifest manifest) {
        return Arrays.stream(values())
                .filter(workload -> manifest.type().equals(workload.version + "/" + workload.kind))
                .findFirst();
    }

    /** The kinds, for messages. */
    static String kinds() {
        return Arrays.stream(values()).map(workload -> workload.kind).collect(Collectors.joining(", "));
    }

    /** The service account that creates the pods. */
    Requester creator() {
        return Creators.controllerOf(owner).orElseThrow();
    }

    /** The fields that lead to the template. */
    List<String> templateFields() {
        return this == CRON_JOB ? List.of("spec", "jobTemplate", "spec", "template") : List.of("spec", "template");
    }

    /** The path of the template, for messages. */
    String templatePath() {
        return String.join(".", templateFields());
    }

    /** The path of the template. */
    JsonPointer template() {
        JsonPointer template = JsonPointer.empty();
        for (String field : templateFields()) {
            template = template.appendProperty(field);
        }
        return template;
    }

    /** The pod as its controller sends it to the API server. */
    public ObjectNode pod(Manifest manifest) throws InvalidManifestException {
        ObjectNode pod = ofTemplate(manifest);
        if (this == DAEMON_SET) {
            AdmissionReview question = AdmissionReview.creation(manifest, pod, AuthenticatedUser.ANYBODY, List.of());
            addToDaemonSet(pod, question.pod().tolerations());
        }
        return pod;
    }

    /** The pod as the DaemonSet controller sends it to the API server, where the engine has read the tolerations of the template. */
    static ObjectNode daemonSetPod(Manifest daemonSet, List<Toleration> template) throws InvalidManifestException {
        ObjectNode pod = DAEMON_SET.ofTemplate(daemonSet);
        addToDaemonSet(pod, template);
        return pod;
    }

    private static void addToDaemonSet(ObjectNode pod, List<Toleration> template) {
        boolean hostNetwork = pod.path("spec").path("hostNetwork").asBoolean();
        new PodTolerations(pod, template).replaceWith(DaemonSetController.addedTo(template, hostNetwork));
    }

    private ObjectNode ofTemplate(Manifest manifest) throws InvalidManifestException {
        ObjectNode template = manifest.child(templateFields());
        ObjectNode pod =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata");
        if (this == STATEFUL_SET) {
            metadata.put("name", manifest.name() + "-0");
        } else {
            metadata.put("generateName", manifest.name() + "-");
        }
        metadata.put("namespace", manifest.namespace());
        for (String field : new String[] {"labels", "annotations"}) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.get("metadata").get(field));
            }
        }
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", version)
                .put("kind", owner.kind())
                .put("name", manifest.name())
                .put("controller", true);
        if (template.has("spec")) {
            pod.set("spec", template.get("spec").deepCopy());
        }
        return pod;
    }
}

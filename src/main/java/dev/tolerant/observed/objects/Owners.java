package dev.tolerant.observed.objects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.words.Owner;
import dev.tolerant.engine.words.Owner.ControllerReference;
import dev.tolerant.engine.words.StoredPod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds who made the pods of a cluster: who makes a pod again once it is gone, and who has the template of the next
 * one. A Job makes its own pod again, and its CronJob has the template.
 */
public final class Owners {
    private static final String HASH = "pod-template-hash";

    private final Map<Reference, ClusterObject> workloads = new HashMap<>();
    /**
     * Such a pod's pods are not it, nor those of its ReplicaSets: a driver of Spark owns its executors, and a Deployment of Flink its task
     * managers.
     */
    private static final Owner POD = new Owner("", "Pod");

    private static final Owner DEPLOYMENT = new Owner("apps", "Deployment");

    private final Map<Reference, PodOwner> remakers = new HashMap<>();
    private final Map<Reference, PodOwner> makers = new HashMap<>();

    /** A controller, whichever version of its API names it. */
    private record Reference(Owner kind, String namespace, String name) {
        static Reference of(ClusterObject workload) {
            Owner kind = Owner.of(workload.kind().apiVersion(), workload.kind().kind());
            return new Reference(kind, workload.namespace(), workload.name());
        }

        /** True of one version of what another controller rolls out, as a Deployment does with ReplicaSets. */
        boolean isVersion() {
            return kind.equals(Owner.REPLICA_SET) || kind.equals(Owner.REPLICATION_CONTROLLER);
        }
    }

    public Owners(ClusterObjects clusterObjects) {
        ObjectKind.WORKLOADS.forEach(kind ->
                clusterObjects.all(kind).forEach(object -> workloads.putIfAbsent(Reference.of(object), object)));
    }

    /** The pod's controller or, for a ReplicaSet, the object that rolls it out; the pod itself if it has no controller. */
    public PodOwner remakerOf(ClusterObject object, StoredPod pod) {
        if (!pod.owner().exists()) {
            return PodOwner.itself(object);
        }
        Reference controller = controllerOf(object, pod);
        return remakers.computeIfAbsent(
                controller, same -> remaker(same, pod.pod().labels().get(HASH)));
    }

    /**
     * The owner of the template of the next pod: a workload or, where none is known, the pod's controller without a template. The pod
     * itself stands for the next one if it is static or has no controller.
     */
    public PodOwner makerOf(ClusterObject object, StoredPod pod) {
        return !pod.owner().exists() || pod.pod().mirror()
                ? PodOwner.itself(object)
                : makerOf(controllerOf(object, pod), pod.pod().labels().get(HASH));
    }

    /** The owner of the template of the workload's pods: itself, or the workload that made it. */
    public PodOwner makerOf(ClusterObject workload) {
        return makerOf(Reference.of(workload), null);
    }

    private PodOwner makerOf(Reference controller, @Nullable String hash) {
        return makers.computeIfAbsent(controller, same -> maker(same, hash));
    }

    private PodOwner remaker(Reference controller, @Nullable String hash) {
        Reference outer = controller.isVersion() ? outer(controller, hash) : null;
        return owner(outer == null ? controller : outer, workloads.get(controller));
    }

    private PodOwner maker(Reference controller, @Nullable String hash) {
        Reference outer = outer(controller, hash);
        return owner(outer != null && workloads.containsKey(outer) ? outer : controller, null);
    }

    /**
     * @param otherwise has the template where the owner is not among the objects
     */
    private PodOwner owner(Reference owner, @Nullable ClusterObject otherwise) {
        ClusterObject object = workloads.get(owner);
        return new PodOwner(
                owner.kind().kind(), owner.namespace(), owner.name(), object, object == null ? otherwise : object);
    }

    private static Reference controllerOf(ClusterObject object, StoredPod pod) {
        Owner kind = pod.owner().owner();
        if (kind.equals(DEPLOYMENT) || kind.equals(POD)) {
            kind = new Owner(kind.group(), "Pods of " + kind.kind());
        }
        return new Reference(kind, object.namespace(), pod.owner().name());
    }

    /** Null for a ReplicaSet, a ReplicationController or a Job without a controller, and for any other kind. */
    private @Nullable Reference outer(Reference controller, @Nullable String hash) {
        if (!controller.isVersion() && !controller.kind().equals(Owner.JOB)) {
            return null;
        }
        ClusterObject made = workloads.get(controller);
        if (made == null) {
            return unknownReplicaSets(controller, hash);
        }
        return controllerIn(made.manifest().object())
                .map(owner -> new Reference(owner.owner(), controller.namespace(), owner.name()))
                .orElse(null);
    }

    /** Empty if the object has no controller. */
    public static Optional<ControllerReference> controllerIn(JsonNode object) {
        return object.at("/metadata/ownerReferences")
                .valueStream()
                .filter(reference -> reference.path("controller").asBoolean())
                .findFirst()
                .map(reference -> new ControllerReference(
                        reference.path("apiVersion").asText(),
                        reference.path("kind").asText(),
                        reference.path("name").asText()));
    }

    /** True where its controller made it of a template, where what is wrong with it can be mended. */
    public static boolean isMadeOfTemplate(JsonNode object) {
        return controllerIn(object)
                .flatMap(controller -> ObjectKind.of(controller.apiVersion() + "/" + controller.kind()))
                .flatMap(ObjectKind::controller)
                .isPresent();
    }

    /** Named like the ReplicaSet, which is not among the objects, without the hash. */
    private @Nullable Reference unknownReplicaSets(Reference controller, @Nullable String hash) {
        String name = controller.name();
        if (hash == null || !controller.kind().equals(Owner.REPLICA_SET) || !name.endsWith("-" + hash)) {
            return null;
        }
        String stem = name.substring(0, name.length() - hash.length() - 1);
        Reference deployment = new Reference(DEPLOYMENT, controller.namespace(), stem);
        return workloads.containsKey(deployment) ? deployment : null;
    }

    /**
     * A maker of pods: a controller, such as the Deployment of their ReplicaSets, or the pod itself.
     *
     * @param object null if it is not among the objects
     * @param template of the next pod; null if it is not among the objects, and for a pod itself
     */
    public record PodOwner(
            String kind,
            String namespace,
            String name,
            @Nullable ClusterObject object,
            @Nullable ClusterObject template) {

        static PodOwner itself(ClusterObject pod) {
            return new PodOwner("Pod", pod.namespace(), pod.name(), pod, null);
        }

        public boolean isPod() {
            return kind.equals("Pod");
        }

        public boolean isDaemonSet() {
            return kind.equals("DaemonSet");
        }

        /** {@code kind/name} in lower case, as kubectl takes it. */
        public String title() {
            return kind.toLowerCase(Locale.ROOT) + "/" + name;
        }
    }

    /**
     * @param owner makes the pod again
     */
    public record ClusterPod(ClusterObject object, StoredPod stored, PodOwner owner) {
        /**
         * In the order of the API.
         *
         * @param problems gets the pods that cannot be read
         */
        public static List<ClusterPod> unfinished(ClusterObjects clusterObjects, List<ManifestProblem> problems) {
            return of(clusterObjects, problems, pod -> !pod.finished());
        }

        /** In the order of the API. */
        public static List<ClusterPod> of(
                ClusterObjects clusterObjects, List<ManifestProblem> problems, Predicate<StoredPod> some) {
            Owners owners = new Owners(clusterObjects);
            List<ClusterPod> pods = new ArrayList<>();
            for (ClusterObject object : clusterObjects.all(ObjectKind.POD)) {
                try {
                    StoredPod stored = PodReader.stored(object.json());
                    if (some.test(stored)) {
                        pods.add(new ClusterPod(object, stored, owners.remakerOf(object, stored)));
                    }
                } catch (UnexpectedJsonException | IOException unreadable) {
                    problems.add(new ManifestProblem(
                            object.place(),
                            "Pod " + object.namespace() + "/" + object.name(),
                            unreadable instanceof IOException
                                    ? "is not a JSON object"
                                    : "cannot be read: " + unreadable.getMessage()));
                }
            }
            return pods;
        }

        /** {@code namespace/name}. */
        public String title() {
            return object.namespace() + "/" + object.name();
        }
    }
}

package dev.tolerant.observed.facts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.review.StoredPod;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what pods belong to. */
public final class Owners {
    private static final String HASH = "pod-template-hash";

    private final ClusterFacts facts;
    private final Map<FactKind, Map<Name, Fact>> byName = new EnumMap<>(FactKind.class);
    private final Map<Reference, PodOwner> known = new HashMap<>();

    /** An object's name in its namespace. */
    private record Name(String namespace, String name) {}

    /** A pod's reference to its controller. */
    private record Reference(String apiVersion, String kind, Name name) {}

    public Owners(ClusterFacts facts) {
        this.facts = facts;
    }

    /** What the pod belongs to. */
    public PodOwner of(Fact fact, StoredPod pod) {
        if (!pod.owner().exists()) {
            return new PodOwner("Pod", fact.namespace(), fact.name(), fact, null);
        }
        Reference reference = new Reference(
                pod.owner().apiVersion(),
                pod.owner().kind(),
                new Name(fact.namespace(), pod.owner().name()));
        PodOwner owner = known.get(reference);
        if (owner == null) {
            owner = outermost(reference, pod.pod().labels().get(HASH));
            known.put(reference, owner);
        }
        return owner;
    }

    private PodOwner outermost(Reference controller, @Nullable String hash) {
        Fact made = find(controller);
        Reference outer = made == null ? unknownReplicaSets(controller, hash) : controllerOf(made);
        // A Job makes its pod again; its CronJob makes other Jobs.
        if (outer == null || outer.kind().equals("CronJob")) {
            return owner(controller, made, made);
        }
        Fact object = find(outer);
        return owner(outer, object, object == null ? made : object);
    }

    private static PodOwner owner(Reference reference, @Nullable Fact object, @Nullable Fact template) {
        Name name = reference.name();
        return new PodOwner(reference.kind(), name.namespace(), name.name(), object, template);
    }

    /** The Deployment of a ReplicaSet that is not among the facts: it is named like the ReplicaSet without the hash. */
    private @Nullable Reference unknownReplicaSets(Reference controller, @Nullable String hash) {
        String name = controller.name().name();
        if (hash == null || !controller.kind().equals("ReplicaSet") || !name.endsWith("-" + hash)) {
            return null;
        }
        String stem = name.substring(0, name.length() - hash.length() - 1);
        Reference deployment = new Reference(
                "apps/v1", "Deployment", new Name(controller.name().namespace(), stem));
        return find(deployment) == null ? null : deployment;
    }

    private static @Nullable Reference controllerOf(Fact object) {
        Manifest manifest = object.manifest();
        for (JsonNode owner : manifest.object().at("/metadata/ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return new Reference(
                        owner.path("apiVersion").asText(),
                        owner.path("kind").asText(),
                        new Name(object.namespace(), owner.path("name").asText()));
            }
        }
        return null;
    }

    private @Nullable Fact find(Reference reference) {
        Optional<FactKind> kind = FactKind.of(reference.apiVersion() + "/" + reference.kind());
        return kind.map(each -> byName.computeIfAbsent(each, this::named).get(reference.name()))
                .orElse(null);
    }

    private Map<Name, Fact> named(FactKind kind) {
        Map<Name, Fact> named = new HashMap<>();
        facts.all(kind).forEach(fact -> named.putIfAbsent(new Name(fact.namespace(), fact.name()), fact));
        return named;
    }
}

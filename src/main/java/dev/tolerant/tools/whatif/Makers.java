package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.pod.Owner;
import dev.tolerant.engine.review.ControllerReference;
import dev.tolerant.engine.review.StoredPod;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds who makes the pods of a cluster. What a Deployment or a CronJob made counts as theirs; a workload that makes no pods
 * any more, such as a Job that has ended, does not count.
 */
final class Makers {
    private static final List<FactKind> ALONE = List.of(
            FactKind.DEPLOYMENT,
            FactKind.STATEFUL_SET,
            FactKind.DAEMON_SET,
            FactKind.REPLICATION_CONTROLLER,
            FactKind.CRON_JOB);
    private static final List<FactKind> OWNED = List.of(FactKind.REPLICA_SET, FactKind.JOB);

    private final Map<Maker, MadePods> makers = new LinkedHashMap<>();
    /** Who makes the pods of a workload that another one made. */
    private final Map<Reference, MadePods> byReference = new HashMap<>();

    private final List<Problem> unreadable = new ArrayList<>();
    private final Predicate<String> namespaces;

    /** What a controller reference in a namespace names. */
    private record Reference(Owner kind, String namespace, String name) {}

    private Makers(Predicate<String> namespaces) {
        this.namespaces = namespaces;
    }

    /** @param namespaces of which pods are asked about */
    static Makers in(ClusterFacts facts, Predicate<String> namespaces) {
        Makers makers = new Makers(namespaces);
        ALONE.forEach(kind -> makers.each(facts, kind, makers::addWorkload));
        OWNED.forEach(kind -> makers.each(facts, kind, makers::addOwned));
        makers.each(facts, FactKind.POD, makers::addPod);
        return makers;
    }

    Collection<MadePods> all() {
        return makers.values();
    }

    /** Pods that cannot be read. */
    List<Problem> unreadable() {
        return unreadable;
    }

    private void each(ClusterFacts facts, FactKind kind, Consumer<Fact> reader) {
        facts.all(kind).stream()
                .filter(fact -> namespaces.test(fact.namespace()))
                .forEach(reader);
    }

    private void addWorkload(Fact workload) {
        byReference.put(
                reference(workload), made(workload.kind().kind(), workload, workload.namespace(), workload.name()));
    }

    private void addOwned(Fact workload) {
        JsonNode object = workload.manifest().object();
        Reference owner = controllerOf(object, workload.namespace());
        @Nullable MadePods owners = owner == null ? null : byReference.get(owner);
        if (owners != null) {
            byReference.put(reference(workload), owners);
        } else if (makesPods(object, owner != null)) {
            addWorkload(workload);
        }
    }

    /** An earlier version of what an operator's object deploys has no replicas. */
    private static boolean makesPods(JsonNode object, boolean owned) {
        JsonNode replicas = object.path("spec").path("replicas");
        boolean emptied = owned && replicas.isInt() && replicas.asInt() == 0;
        for (JsonNode condition : object.path("status").path("conditions")) {
            String type = condition.path("type").asText();
            boolean ended = object.path("kind").asText().equals(FactKind.JOB.kind())
                    && (type.equals("Complete") || type.equals("Failed"))
                    && condition.path("status").asText().equals("True");
            if (ended) {
                return false;
            }
        }
        return !emptied;
    }

    private static @Nullable Reference controllerOf(JsonNode object, String namespace) {
        for (JsonNode reference : object.path("metadata").path("ownerReferences")) {
            if (reference.path("controller").asBoolean()) {
                Owner kind = Owner.of(
                        reference.path("apiVersion").asText(),
                        reference.path("kind").asText());
                return new Reference(kind, namespace, reference.path("name").asText());
            }
        }
        return null;
    }

    private void addPod(Fact fact) {
        read(fact)
                .filter(pod -> !pod.finished() && !pod.terminating())
                .ifPresent(pod -> makerOf(pod, fact).running().add(new RunningPod(fact, pod)));
    }

    private Optional<StoredPod> read(Fact fact) {
        try {
            return Optional.of(StoredPod.read(fact.json()));
        } catch (UnexpectedJsonException wrong) {
            unreadable.add(unreadable(fact, wrong.path(), wrong.problem()));
            return Optional.empty();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    static Problem unreadable(Fact fact, String path, String problem) {
        return new Problem(fact.place(), fact.namespace() + " " + fact.title() + ": " + path, problem);
    }

    private MadePods makerOf(StoredPod pod, Fact fact) {
        ControllerReference owner = pod.owner();
        if (!owner.exists() || pod.pod().mirror()) {
            return made(FactKind.POD.kind(), null, fact.namespace(), fact.name());
        }
        MadePods known = byReference.get(
                new Reference(Owner.of(owner.apiVersion(), owner.kind()), fact.namespace(), owner.name()));
        return known == null ? made(owner.kind(), null, fact.namespace(), owner.name()) : known;
    }

    private MadePods made(String kind, @Nullable Fact workload, String namespace, String name) {
        return makers.computeIfAbsent(new Maker(kind, namespace, name), maker -> new MadePods(maker, workload));
    }

    private static Reference reference(Fact workload) {
        return new Reference(
                Owner.of(workload.kind().apiVersion(), workload.kind().kind()), workload.namespace(), workload.name());
    }
}

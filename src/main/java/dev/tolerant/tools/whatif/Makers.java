package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.facts.Owners;
import dev.tolerant.observed.facts.Owners.PodOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Lists who makes the pods of a cluster, with the pods. A workload that makes no pods any more, such as a Job that has ended,
 * does not count.
 */
final class Makers {
    private final Map<PodOwner, MadePods> makers = new LinkedHashMap<>();
    private final List<Problem> unreadable = new ArrayList<>();
    private final Owners owners;
    private final Predicate<String> namespaces;

    private Makers(Owners owners, Predicate<String> namespaces) {
        this.owners = owners;
        this.namespaces = namespaces;
    }

    /** @param namespaces of which pods are asked about */
    static Makers in(ClusterFacts facts, Predicate<String> namespaces) {
        Makers makers = new Makers(new Owners(facts), namespaces);
        FactKind.WORKLOADS.forEach(kind -> makers.each(facts, kind, makers::addWorkload));
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
        PodOwner maker = owners.makerOf(workload);
        if (workload.equals(maker.template()) && makesPods(workload)) {
            made(maker);
        }
    }

    private static boolean makesPods(Fact workload) {
        return switch (workload.kind()) {
            case JOB -> !hasEnded(workload.manifest().object());
            case REPLICA_SET, REPLICATION_CONTROLLER ->
                !isEarlierVersion(workload.manifest().object());
            default -> true;
        };
    }

    private static boolean hasEnded(JsonNode job) {
        for (JsonNode condition : job.path("status").path("conditions")) {
            String type = condition.path("type").asText();
            boolean ended = (type.equals("Complete") || type.equals("Failed"))
                    && condition.path("status").asText().equals("True");
            if (ended) {
                return true;
            }
        }
        return false;
    }

    /** Earlier versions of what somebody rolls out have no replicas. */
    private static boolean isEarlierVersion(JsonNode object) {
        JsonNode replicas = object.path("spec").path("replicas");
        return Owners.controllerIn(object).isPresent() && replicas.isInt() && replicas.asInt() == 0;
    }

    private void addPod(Fact fact) {
        read(fact)
                .filter(pod -> !pod.finished() && !pod.terminating())
                .ifPresent(pod -> made(owners.makerOf(fact, pod)).running().add(new RunningPod(fact, pod)));
    }

    private Optional<StoredPod> read(Fact fact) {
        try {
            return Optional.of(PodReader.stored(fact.json()));
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

    private MadePods made(PodOwner maker) {
        return makers.computeIfAbsent(maker, MadePods::new);
    }
}

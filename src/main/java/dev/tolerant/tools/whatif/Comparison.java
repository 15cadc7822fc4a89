package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.Owners.PodOwner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges the next pods of a cluster's makers as it is and as it would be. */
public final class Comparison {
    private final Forecast before;
    private final Forecast after;
    /** With the policies in force that only audit but reserve something; null if there are none. */
    private final @Nullable Forecast enforced;

    private final List<String> audited = new ArrayList<>();
    private final Keeper keeperBefore;
    private final Keeper keeperAfter;
    private final Set<String> labels;
    private final Map<Likeness, Fates> judged = new HashMap<>();
    private final List<Problem> unjudged = new ArrayList<>();
    private int judgements;

    /** The fates of a pod, what changes between them, and whether policies that only audit would refuse it. */
    private record Fates(Fate before, Fate after, Change change, boolean refusedIfEnforced) {}

    private Comparison(ClusterView today, ClusterView proposed, Places places) {
        this.before = new Forecast(today, places);
        this.after = new Forecast(proposed, places);
        this.enforced = Proposal.enforced(proposed)
                .map(view -> new Forecast(view, places))
                .orElse(null);
        this.keeperBefore = new Keeper(today);
        this.keeperAfter = new Keeper(proposed);
        this.labels = Likeness.labels(today, proposed);
    }

    /**
     * What a proposal changes.
     *
     * @param namespaces of which pods are judged
     */
    public static Outlook of(ClusterView today, Proposal proposal, Predicate<String> namespaces) {
        Places places = new Places(today.nodes().values());
        return new Comparison(today, proposal.appliedTo(today), places).outlook(proposal, namespaces, places);
    }

    private Outlook outlook(Proposal proposal, Predicate<String> namespaces, Places places) {
        ClusterView today = before.view();
        Makers makers = Makers.in(today.facts(), namespaces);
        unjudged.addAll(makers.unreadable());
        List<Prospect> prospects = makers.all().stream()
                .flatMap(this::prospects)
                .sorted(Prospect.WORST_FIRST)
                .toList();
        return new Outlook(
                today.facts(),
                proposal.effects(today),
                proposal.settings() != null,
                places,
                prospects,
                List.copyOf(unjudged),
                after.view().problems(),
                unmatched(),
                List.copyOf(audited),
                keeperAfter.enforces(),
                judgements);
    }

    private List<String> unmatched() {
        return after.view().snapshot().policies().policies().stream()
                .map(policy -> policy.name())
                .filter(name -> !after.matching().contains(name))
                .sorted()
                .toList();
    }

    /** One for a workload; for other owners as many as their pods have different fates. */
    private Stream<Prospect> prospects(MadePods made) {
        Map<Fates, Running> prospects = new LinkedHashMap<>();
        Fact workload = made.maker().template();
        if (workload != null) {
            fates(workload)
                    .ifPresent(fates -> prospects.put(
                            fates,
                            made.running().stream().map(this::running).reduce(new Running(0, 0, 0), Running::and)));
        } else {
            made.running()
                    .forEach(pod -> fates(pod).ifPresent(fates -> prospects.merge(fates, running(pod), Running::and)));
        }
        if (prospects.keySet().stream().anyMatch(Fates::refusedIfEnforced)) {
            audited.add(made.maker().namespace() + "/" + made.maker().title());
        }
        return prospects.entrySet().stream().map(each -> prospect(made.maker(), each.getKey(), each.getValue()));
    }

    private static Prospect prospect(PodOwner maker, Fates fates, Running running) {
        boolean changed = running.given() + running.waiting() > 0;
        Change change = changed ? fates.change().ofRunning() : fates.change();
        return new Prospect(maker, fates.before(), fates.after(), change, running);
    }

    private Running running(RunningPod pod) {
        Keeper.Care care = keeperAfter.of(pod.pod());
        boolean news = !care.meant().isEmpty()
                && !care.meant().equals(keeperBefore.of(pod.pod()).meant());
        return new Running(1, news && !care.waits() ? 1 : 0, news && care.waits() ? 1 : 0);
    }

    private Optional<Fates> fates(Fact workload) {
        try {
            Manifest manifest = workload.manifest();
            ObjectNode pod = PodTemplate.of(manifest).pod();
            return Optional.of(fates(workload.kind().name(), Forecast.read(manifest, pod), () -> manifest));
        } catch (InvalidManifestException unreadable) {
            return unjudged(workload, unreadable);
        }
    }

    private Optional<Fates> fates(RunningPod pod) {
        try {
            return Optional.of(fates("", pod.pod(), pod.fact()::manifest));
        } catch (InvalidManifestException unreadable) {
            return unjudged(pod.fact(), unreadable);
        }
    }

    private Optional<Fates> unjudged(Fact fact, InvalidManifestException unreadable) {
        Problem problem = unreadable.problem();
        unjudged.add(Makers.unreadable(fact, problem.path(), problem.message()));
        return Optional.empty();
    }

    private Fates fates(String kind, StoredPod pod, Supplier<Manifest> source) throws InvalidManifestException {
        Likeness likeness = Likeness.of(kind, pod, labels);
        Fates known = judged.get(likeness);
        if (known != null) {
            return known;
        }
        Manifest manifest = source.get();
        NodeAffinity written = pod.pod().nodeAffinity();
        Fate was = before.of(manifest, written);
        Fate will = after.of(manifest, written);
        judgements += 2;
        boolean refusedIfEnforced = enforced != null
                && !will.isRefused()
                && enforced.of(manifest, written).isRefused();
        Fates fates = new Fates(was, will, Change.between(was, will), refusedIfEnforced);
        judged.put(likeness, fates);
        return fates;
    }
}

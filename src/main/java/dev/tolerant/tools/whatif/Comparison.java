package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.json.UnexpectedJsonException;
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
import dev.tolerant.tools.whatif.NextPods.Forecast;
import dev.tolerant.tools.whatif.NextPods.Likeness;
import dev.tolerant.tools.whatif.RunningPods.Keepers;
import dev.tolerant.tools.whatif.RunningPods.RunningPod;
import dev.tolerant.tools.whatif.WhatIfAnswer.Change;
import dev.tolerant.tools.whatif.WhatIfAnswer.Fate;
import dev.tolerant.tools.whatif.WhatIfAnswer.Prospect;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges the next pods of a cluster's makers as it is and as it would be. */
public final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClusterView today;
    private final ClusterView proposed;
    private final Places places;
    private final Forecast before;
    private final Forecast after;
    /** With the policies in force that only audit but reserve something; null if there are none. */
    private final @Nullable Forecast enforced;

    private final Keepers keepers;
    private final Set<String> labels;
    private final Map<Likeness, Fates> judged = new HashMap<>();
    private final List<String> audited = new ArrayList<>();
    private final List<Problem> unjudged = new ArrayList<>();

    /** The fates of a pod, what changes between them, and whether policies that only audit would refuse it. */
    private record Fates(Fate before, Fate after, Change change, boolean refusedIfEnforced) {}

    private Comparison(ClusterView today, ClusterView proposed) {
        this.today = today;
        this.proposed = proposed;
        this.places = new Places(today.nodes().values());
        this.before = new Forecast(today, places);
        this.after = new Forecast(proposed, places);
        this.enforced = Proposal.enforced(proposed)
                .map(view -> new Forecast(view, places))
                .orElse(null);
        this.keepers = new Keepers(today, proposed);
        this.labels = Likeness.labels(today, proposed);
    }

    /**
     * What a proposal changes.
     *
     * @param namespace of which pods are judged; empty for all
     */
    public static WhatIfAnswer of(ClusterView today, Proposal proposal, String namespace) {
        return new Comparison(today, proposal.appliedTo(today)).answer(proposal, namespace);
    }

    private WhatIfAnswer answer(Proposal proposal, String namespace) {
        NextPods pods = new NextPods(today.facts(), each -> namespace.isEmpty() || namespace.equals(each));
        unjudged.addAll(pods.unreadable());
        List<Prospect> prospects = pods.makers().entrySet().stream()
                .flatMap(made -> prospects(made.getKey(), made.getValue()))
                .sorted(Prospect.WORST_FIRST)
                .toList();
        List<String> unmatched = proposed.snapshot().policies().policies().stream()
                .map(policy -> policy.name())
                .filter(name -> !after.matching().contains(name))
                .sorted()
                .toList();
        return new WhatIfAnswer(
                today.facts(),
                namespace,
                proposal.effects(today),
                proposal.settings() != null,
                places,
                prospects,
                List.copyOf(unjudged),
                proposed.problems(),
                unmatched,
                proposal.policies().stream()
                        .map(Manifest::name)
                        .filter(name -> !after.matchesAny(name))
                        .toList(),
                List.copyOf(audited),
                keepers.enforces(),
                2 * judged.size());
    }

    /** One for a workload; for other owners as many as their pods have different fates. */
    private Stream<Prospect> prospects(PodOwner maker, List<RunningPod> pods) {
        Map<Fates, RunningPods> prospects = new LinkedHashMap<>();
        Fact workload = maker.template();
        if (workload != null) {
            fates(workload)
                    .ifPresent(fates -> prospects.put(
                            fates,
                            pods.stream()
                                    .map(pod -> keepers.of(pod.pod()))
                                    .reduce(RunningPods.NONE, RunningPods::and)));
        } else {
            pods.forEach(pod ->
                    fates(pod).ifPresent(fates -> prospects.merge(fates, keepers.of(pod.pod()), RunningPods::and)));
        }
        if (prospects.keySet().stream().anyMatch(Fates::refusedIfEnforced)) {
            audited.add(maker.namespace() + "/" + maker.title());
        }
        return prospects.entrySet().stream().map(each -> prospect(maker, each.getKey(), each.getValue()));
    }

    private static Prospect prospect(PodOwner maker, Fates fates, RunningPods running) {
        boolean changed = running.given() + running.waiting() > 0;
        Change change = changed ? fates.change().ofRunning() : fates.change();
        return new Prospect(maker, fates.before(), fates.after(), change, running);
    }

    private Optional<Fates> fates(Fact workload) {
        try {
            Manifest manifest = workload.manifest();
            byte[] pod = JSON.writeValueAsBytes(PodTemplate.of(manifest).pod());
            return Optional.of(fates(workload.kind().name(), NextPods.read(pod), () -> manifest));
        } catch (InvalidManifestException unreadable) {
            return unjudged(
                    workload, unreadable.problem().path(), unreadable.problem().message());
        } catch (UnexpectedJsonException wrong) {
            return unjudged(workload, wrong.path(), wrong.problem());
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private Optional<Fates> fates(RunningPod pod) {
        try {
            return Optional.of(fates("", pod.pod(), pod.fact()::manifest));
        } catch (InvalidManifestException unreadable) {
            return unjudged(
                    pod.fact(),
                    unreadable.problem().path(),
                    unreadable.problem().message());
        }
    }

    private Optional<Fates> unjudged(Fact fact, String path, String problem) {
        unjudged.add(NextPods.unreadable(fact, path, problem));
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
        boolean refusedIfEnforced = enforced != null
                && !will.isRefused()
                && enforced.of(manifest, written).isRefused();
        Fates fates = new Fates(was, will, Change.between(was, will), refusedIfEnforced);
        judged.put(likeness, fates);
        return fates;
    }
}

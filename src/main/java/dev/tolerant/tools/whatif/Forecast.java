package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.StoredPod;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.explain.Explanation;
import dev.tolerant.observed.explain.Placement;
import dev.tolerant.observed.explain.Placement.Places;
import dev.tolerant.observed.registration.Registration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Works out what becomes of new pods with some settings and policies, and which policies match any of them. */
final class Forecast {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClusterView view;
    private final Places places;
    private final List<Taint> evicting;
    private final boolean audit;
    private final Set<String> matching = new HashSet<>();

    Forecast(ClusterView view, Places places) {
        this.view = view;
        this.places = places;
        this.evicting = places.evictingTaints();
        this.audit = view.config().mode() == Mode.AUDIT;
    }

    ClusterView view() {
        return view;
    }

    /** The names of the policies that match a pod that the webhook has been asked about. */
    Set<String> matching() {
        return matching;
    }

    /**
     * The fate of a pod, or of the next pod of a workload.
     *
     * @param written the node affinity with which it comes
     * @throws InvalidManifestException if it does not match the API's schema
     */
    Fate of(Manifest manifest, NodeAffinity written) throws InvalidManifestException {
        Explanation asked = view.explainer().explain(manifest, view.snapshot(), null);
        if (asked.unasked() == null) {
            note(asked.pod().withoutNode(), manifest.namespace());
        }
        // In audit mode the webhook answers, and changes and refuses nothing.
        Explanation happens =
                audit ? view.explainer().with(Registration.NOTHING).explain(manifest, view.snapshot(), null) : asked;
        return fate(asked.unasked(), happens, written);
    }

    private Fate fate(@Nullable String unasked, Explanation happens, NodeAffinity written) {
        NodeAffinity affinity = happens.pod().nodeAffinity();
        List<Requirement> given = affinity.terms().stream()
                .flatMap(term -> term.matchExpressions().stream())
                .filter(requirement -> affinity.requires(requirement) && !written.requires(requirement))
                .toList();
        Placement placement = happens.placement();
        Map<Taint, EvictionTime> evictions = new LinkedHashMap<>();
        evicting.forEach(
                taint -> evictions.put(taint, placement.rules().outcome(taint).eviction()));
        return new Fate(
                unasked,
                audit ? null : happens.refusal(),
                happens.pod().tolerations(),
                evictions,
                affinity,
                given,
                NodeWishes.of(happens.pod()),
                places.open(placement));
    }

    /** A pod as the engine reads it. */
    static StoredPod read(Manifest manifest, JsonNode pod) throws InvalidManifestException {
        try {
            return PodReader.stored(JSON.writeValueAsBytes(pod));
        } catch (UnexpectedJsonException wrong) {
            throw manifest.wrong(wrong.path(), wrong.problem());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private void note(PodFacts pod, String namespace) {
        for (Policy policy : view.snapshot().policies().matching(pod, view.namespace(namespace))) {
            matching.add(policy.name());
        }
    }
}

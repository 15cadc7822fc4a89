package dev.tolerant.tools.whatif;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.words.Coded;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.settings.TolerantConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change that the user plans for a cluster.
 *
 * @param policies laid over those of the cluster by their names; with {@code prune}, in place of them
 * @param settings null to leave them as they are
 */
public record Proposal(
        List<Manifest> policies, boolean prune, @Nullable TolerantConfig settings) {

    public boolean isEmpty() {
        return policies.isEmpty() && !prune && settings == null;
    }

    ClusterView appliedTo(ClusterView today) {
        return ClusterView.of(
                today.clusterObjects(),
                settings == null ? today.config() : settings,
                prune ? policies : today.policiesWith(policies));
    }

    /** The cluster if policies were enforced that reserve something and only audit; empty if there are none. */
    static Optional<ClusterView> enforced(ClusterView view) {
        List<Manifest> policies =
                view.policies().stream().map(Proposal::enforced).toList();
        return policies.equals(view.policies())
                ? Optional.empty()
                : Optional.of(ClusterView.of(view.clusterObjects(), view.config(), policies));
    }

    private static Manifest enforced(Manifest policy) {
        JsonNode spec = policy.object().path("spec");
        if (!spec.has("reserve") || !spec.path("mode").asText().equals("Audit")) {
            return policy;
        }
        ObjectNode object = policy.object().deepCopy();
        ((ObjectNode) object.get("spec")).put("mode", "Enforce");
        return policy.with(object);
    }

    enum Effect implements Coded {
        NEW,
        CHANGED,
        UNCHANGED,
        REMOVED
    }

    /** By policy, those in the proposal first. */
    Map<String, Effect> effects(ClusterView today) {
        Map<String, Manifest> before = new LinkedHashMap<>();
        today.policies().forEach(policy -> before.put(policy.name(), policy));
        Map<String, Effect> effects = new LinkedHashMap<>();
        for (Manifest policy : policies) {
            Manifest old = before.get(policy.name());
            boolean same = old != null
                    && Objects.equals(old.object().get("spec"), policy.object().get("spec"));
            effects.put(policy.name(), old == null ? Effect.NEW : same ? Effect.UNCHANGED : Effect.CHANGED);
        }
        if (prune) {
            before.keySet().forEach(name -> effects.putIfAbsent(name, Effect.REMOVED));
        }
        return effects;
    }
}

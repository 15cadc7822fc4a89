package dev.tolerant.tools.whatif;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.settings.TolerantConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What somebody means to change in a cluster.
 *
 * @param policies laid over those of the cluster by their names
 * @param prune whether they replace those of the cluster
 * @param settings null to leave them as they are
 */
public record Proposal(
        List<Manifest> policies, boolean prune, @Nullable TolerantConfig settings) {

    public boolean isEmpty() {
        return policies.isEmpty() && !prune && settings == null;
    }

    /** The cluster with it. */
    ClusterView appliedTo(ClusterView today) {
        return ClusterView.of(
                today.facts(),
                settings == null ? today.config() : settings,
                prune ? policies : today.policiesWith(policies));
    }

    /** What it does to a policy. */
    enum Effect {
        NEW,
        CHANGED,
        UNCHANGED,
        REMOVED
    }

    /** What it does to which policy, those that it has first. */
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
        List<String> others = new ArrayList<>(before.keySet());
        others.removeAll(effects.keySet());
        if (prune) {
            others.forEach(name -> effects.put(name, Effect.REMOVED));
        }
        return effects;
    }
}

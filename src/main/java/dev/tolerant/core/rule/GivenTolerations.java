package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.AdmissionPlugins;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What policies give one pod, and so may not be denied to it; nothing if the pod has opted out. */
final class GivenTolerations {
    private final PodFacts pod;
    private final List<Given> all = new ArrayList<>(2);
    private @Nullable Set<String> resources;

    private record Given(Policy giver, Toleration toleration) {}

    GivenTolerations(Situation situation) {
        this.pod = situation.review().pod();
        if (situation.optOut() != null) {
            return;
        }
        for (Policy policy : situation.policies()) {
            if (policy.mode().gives()) {
                Offers offers = new Offers();
                Policies.give(policy, offers);
                offers.tolerations().forEach(offer -> all.add(new Given(policy, offer.toleration())));
            }
        }
    }

    /** The policies that give the pod the toleration, or more. */
    List<Policy> givers(Toleration toleration) {
        List<Policy> givers = new ArrayList<>(0);
        boolean ofResource = isOfAskedResource(toleration);
        for (Given given : all) {
            Effect effect = given.toleration().effect();
            boolean sameTaint = ofResource
                    && given.toleration().key().equals(toleration.key())
                    && (effect == Effect.NO_SCHEDULE || effect == Effect.ANY);
            if (sameTaint || given.toleration().covers(toleration)) {
                givers.add(given.giver());
            }
        }
        return givers;
    }

    /** Whether a policy gives the pod a toleration of this taint. */
    boolean tolerate(Taint taint) {
        return all.stream().anyMatch(given -> given.toleration().tolerates(taint));
    }

    /** Whether a policy gives the pod a toleration of every taint of the set. */
    boolean tolerateAll(DeniedTaint set) {
        return all.stream().anyMatch(given -> set.isWhollyToleratedBy(given.toleration()));
    }

    /**
     * Whether the API server's ExtendedResourceToleration may have added the toleration, which it also does for a
     * quantity of zero.
     */
    private boolean isOfAskedResource(Toleration toleration) {
        if (!toleration.equals(AdmissionPlugins.ofResource(toleration.key()))) {
            return false;
        }
        resources = resources == null ? pod.resourceNames() : resources;
        return resources.contains(toleration.key());
    }
}

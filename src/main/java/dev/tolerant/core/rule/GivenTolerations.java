package dev.tolerant.core.rule;

import dev.tolerant.core.policy.DeniedTaint;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What policies give one pod, and so may not be denied to it; nothing if the pod has opted out. */
final class GivenTolerations {
    private final List<Given> all = new ArrayList<>(2);

    private record Given(Policy giver, Toleration toleration) {}

    GivenTolerations(Situation situation) {
        if (situation.optOut() != null) {
            return;
        }
        for (Policy policy : situation.policies()) {
            if (policy.mode().gives()) {
                Offers offers = new Offers();
                PolicyOffers.of(policy).tolerationsToPod(offers);
                offers.tolerations().forEach(offer -> all.add(new Given(policy, offer.toleration())));
            }
        }
    }

    /** The policies that give the pod the toleration, or more. */
    List<Policy> giversOf(Toleration toleration) {
        return givers(given -> given.covers(toleration));
    }

    /** The policies that give the pod a toleration of the same key and of NoSchedule, whatever its value. */
    List<Policy> giversOfKey(Toleration toleration) {
        return givers(given -> given.key().equals(toleration.key())
                && (given.effect() == Effect.NO_SCHEDULE || given.effect() == Effect.ANY));
    }

    /** The policies that give the pod a toleration of this taint. */
    List<Policy> giversOf(Taint taint) {
        return givers(given -> given.tolerates(taint));
    }

    /** The policies that give the pod a toleration of every taint of the set. */
    List<Policy> giversOfAll(DeniedTaint set) {
        return givers(set::isWhollyToleratedBy);
    }

    private List<Policy> givers(Predicate<Toleration> which) {
        List<Policy> givers = new ArrayList<>(0);
        for (Given given : all) {
            if (which.test(given.toleration())) {
                givers.add(given.giver());
            }
        }
        return givers;
    }
}

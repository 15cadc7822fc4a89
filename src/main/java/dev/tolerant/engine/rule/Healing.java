package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Origins;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.rule.Offers.Offer;
import java.util.List;

/** What a stored pod gets, in the making. */
final class Healing {
    private final Stored stored;
    private final Situation situation;
    private final AdmissionPlugins plugins;

    Healing(Stored stored, Situation situation, AdmissionPlugins plugins) {
        this.stored = stored;
        this.situation = situation;
        this.plugins = plugins;
    }

    Decision skipped(SkipReason reason) {
        return new Draft(stored.pod(), origins()).skipped(reason);
    }

    /**
     * Takes back what comes with a policy's nodes, unless the pod requires them: its affinity can no longer be changed. A pool's
     * tolerations come with its nodes even where the policy does not require those.
     */
    void withhold(Offers offers) {
        // The node of any other pod is the scheduler's choice, and not one of the policy's by demand.
        Situation lasting = stored.pod().isDaemonSetPod() ? situation : situation.on(null);
        for (Policy policy : situation.policies()) {
            RuleId id = RuleId.policy(policy.name());
            boolean astray = !lasting.keepsTo(policy.requiredNodeAffinity());
            boolean elsewhere =
                    policy.pool() != null && !lasting.keepsTo(policy.pool().requirements());
            for (Offer offer : List.copyOf(offers.tolerations())) {
                boolean comesWithNodes = astray || (elsewhere && policy.givesForItsPool(offer.toleration()));
                if (offer.rule().equals(id) && comesWithNodes && !offer.forOneTaint()) {
                    offers.withhold(offer, "the stored pod does not require the policy's nodes, and can no longer");
                }
            }
        }
    }

    /** The pod with all that it gets. */
    Draft draft(Offers offers) {
        Draft draft = new Draft(stored.pod(), origins());
        draft.noteAll(offers.steps());
        new CreatedPod(draft, situation, offers, plugins).applyToStored();
        return draft;
    }

    private Origins origins() {
        return Origins.ofStored(stored.pod(), stored.provenance(), plugins.defaults());
    }
}

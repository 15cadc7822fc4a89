package dev.tolerant.engine.rule;

import dev.tolerant.engine.controlplane.AdmissionPlugins;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.decision.Step;
import dev.tolerant.engine.pod.Controllers;
import dev.tolerant.engine.pod.Origins;
import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.pod.Review.Operation;
import dev.tolerant.engine.pod.Review.Subject;
import dev.tolerant.engine.pod.Stored;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a pod gets and whether it is refused. There are four questions, about a new pod, an updated pod, a finished pod and a
 * stored pod, and each is answered in the same steps: who is believed about the pod's controller, which policies match, what the rules
 * offer, what of that is withheld, what is applied, and what is refused. Each answer is a pure function of what it is asked.
 */
public final class Injector {
    private final AdmissionPlugins plugins;
    private final Belief belief;
    private final OptOut optOut;
    private final Withholding withholding;
    private final List<Rule> rules;
    private final DaemonSetTemplates templates;

    /**
     * @param plugins the cluster's own admission plugins
     * @param controllers who is believed about the controllers of pods
     * @param optOut whose label turns additions off
     * @param withholding what is not given because policies reserve it
     * @param rules all rules, in any order
     */
    public Injector(
            AdmissionPlugins plugins,
            Controllers controllers,
            OptOut optOut,
            Withholding withholding,
            Collection<Rule> rules) {
        this.plugins = plugins;
        this.belief = new Belief(controllers);
        this.optOut = optOut;
        this.withholding = withholding;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(rule -> rule.id().kind()))
                .toList();
        this.templates = new DaemonSetTemplates(plugins);
    }

    /** Decides what to give a new or updated pod, or the template of a DaemonSet, and whether to refuse it. */
    public Decision decide(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = skipReason(review);
        if (skip != null) {
            return new Draft(review.pod(), origins(review)).skipped(skip);
        }
        Matching matching = new Matching(snapshot, namespace, optOut);
        if (review.subject() == Subject.DAEMON_SET) {
            return template(review, matching);
        }
        return review.operation() == Operation.CREATE ? newPod(review, matching) : updatedPod(review, matching);
    }

    private Decision newPod(Review review, Matching matching) {
        Review believed = belief.believed(review);
        Situation situation = matching.settled(believed, this::offers);

        Offers offers = offers(situation);
        Guard guard = Guard.ofUnfinished(situation, offers, plugins.defaults());
        guard.withholdDenied();
        withholding.apply(offers, review, matching.snapshot(), matching.namespace());

        Draft draft = draft(review, situation);
        give(offers, situation, draft);
        return verdict(JudgedTolerations.of(draft, guard), situation, draft);
    }

    /** An update earns nothing, it only gets back what the stored pod has. */
    private Decision updatedPod(Review review, Matching matching) {
        Review believed = belief.believed(review);
        Situation situation = matching.settled(believed, this::offers);
        Situation claimed = believed == review ? situation : matching.settled(belief.claimed(review), this::offers);

        Offers offers = offers(situation);
        Guard guard = Guard.ofUnfinished(situation, offers, plugins.defaults());
        guard.withholdDenied();

        Draft draft = draft(review, situation);
        if (review.oldPod() != null) {
            Restoration.apply(draft, claimed, review.oldPod());
        }
        return verdict(JudgedTolerations.of(draft, guard), claimed, draft);
    }

    private Decision template(Review review, Matching matching) {
        Situation situation = matching.settled(review, DaemonSetTemplates::offers);
        Offers offers = DaemonSetTemplates.offers(situation);
        withholding.apply(offers, review.byNobody(), matching.snapshot(), matching.namespace());
        return templates.decide(draft(review, situation), situation, offers);
    }

    /**
     * Applies only the restrictions to the pod of one review, as it will be stored, and changes nothing. If a restriction may
     * apply that depends on what the program does not know, the decision is
     * {@linkplain SkipReason#NAMESPACE_UNKNOWN skipped}.
     */
    public Decision judge(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = review.subject() == Subject.POD ? skipReason(review) : SkipReason.KIND;
        return skip != null ? Decision.skipped(skip) : finishedPod(review, new Matching(snapshot, namespace, optOut));
    }

    private Decision finishedPod(Review review, Matching matching) {
        Review believed = belief.believed(review);
        Situation situation = matching.ofFinished(believed);
        Situation claimed = believed == review ? situation : matching.ofFinished(belief.claimed(review));

        Offers offers = offers(situation);
        Guard guard = Guard.ofFinished(situation, offers, plugins.defaults());
        guard.withholdDenied();

        Draft draft = draft(review, situation);
        JudgedTolerations judged = JudgedTolerations.of(draft, guard);
        Decision decision = verdict(judged, claimed, draft);
        return isCertain(decision, judged, claimed) ? decision : Decision.skipped(SkipReason.NAMESPACE_UNKNOWN);
    }

    /**
     * Decides what a stored pod still gets of what it would get as a new one: tolerations and seconds. A refusal says that it
     * violates a restriction whoever created it.
     *
     * @param frozen names of policies that exist, although nobody knows what they say
     */
    public Decision heal(Stored stored, Snapshot snapshot, NamespaceFacts namespace, Set<String> frozen) {
        Situation situation = new Matching(snapshot, namespace, optOut).ofStored(stored);
        Healing healing = new Healing(stored, situation, plugins);
        SkipReason skip = situation.givesNothing();
        if (skip != null) {
            return healing.skipped(skip);
        }

        Offers offers = offers(situation);
        Guard guard = Guard.ofFinished(situation, offers, plugins.defaults());
        guard.withholdDenied();
        Unproven.withhold(offers, situation, snapshot.policies());
        withholding.apply(offers, situation.review(), snapshot, namespace);

        Draft draft = healing.draft(offers, frozen);
        return verdict(JudgedTolerations.of(draft, guard), situation, draft);
    }

    /** Whether a pod of this namespace could be refused at all. */
    public boolean restricts(PolicySet policies, NamespaceFacts namespace) {
        return !namespace.isUnrestricted() && rules.stream().anyMatch(rule -> rule.restricts(policies, namespace));
    }

    /** The review as the rules see it: without the pod's controller, unless whoever asks is believed. */
    public Review believed(Review review) {
        return belief.believed(review);
    }

    private static @Nullable SkipReason skipReason(Review review) {
        if (review.operation() == Operation.OTHER) {
            return SkipReason.OPERATION;
        }
        boolean nodesOwn = review.pod().mirror() && review.requester().isNode();
        return nodesOwn ? SkipReason.MIRROR_POD : null;
    }

    private Offers offers(Situation situation) {
        Offers offers = new Offers();
        for (Rule rule : rules) {
            rule.offer(situation, offers);
        }
        return offers;
    }

    /** The decision before any change, with what is to be said of the review itself. */
    private Draft draft(Review review, Situation situation) {
        Draft draft = new Draft(review.pod(), origins(situation.review()));
        draft.ask(situation.asked());
        if (!situation.namespace().known()) {
            draft.note(new Step.Problem(
                    RuleId.REVIEW,
                    "namespace-unknown",
                    "namespace " + situation.namespace().name()
                            + " is not known yet, so its labels and annotations are ignored"));
        }
        Step doubt = belief.doubt(review);
        if (doubt != null) {
            draft.note(doubt);
        }
        return draft;
    }

    private Origins origins(Review review) {
        return Origins.of(review.pod(), review.provenance(), plugins.defaults());
    }

    private void give(Offers offers, Situation situation, Draft draft) {
        SkipReason skip = situation.givesNothing();
        if (skip != null) {
            draft.note(new Step.Skipped(skip));
            return;
        }
        draft.noteAll(offers.steps());
        new Creation(draft, situation, offers, plugins).apply();
        UnenforcedPolicies.note(draft, situation, (policy, untouched) -> {
            Offers own = new Offers();
            PolicyOffers.of(policy).toPod(situation.review().pod(), own);
            new Creation(untouched, situation, own, plugins).apply();
        });
    }

    /** Refuses the pod if a rule does, the first in their order; else decides as drafted. */
    private Decision verdict(JudgedTolerations judged, Situation situation, Draft draft) {
        if (situation.namespace().isUnrestricted()) {
            return draft.decision();
        }
        for (Rule rule : rules) {
            Step.Refused refused = rule.judge(judged, situation, draft);
            if (refused != null) {
                return draft.refused(refused);
            }
        }
        return draft.decision();
    }

    /** Whether the decision would be the same whatever an unknown namespace turned out to say. */
    private boolean isCertain(Decision decision, JudgedTolerations judged, Situation situation) {
        NamespaceFacts namespace = situation.namespace();
        if (namespace.known() || namespace.isUnrestricted()) {
            return true;
        }
        return decision.refusalOrNull() == null
                && rules.stream().noneMatch(rule -> rule.mightRefuse(judged, situation));
    }
}

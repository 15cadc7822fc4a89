package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Origins;
import dev.tolerant.engine.model.Review;
import dev.tolerant.engine.model.Review.Operation;
import dev.tolerant.engine.model.Review.Stored;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.rule.CreatedPod.UnenforcedPolicies;
import dev.tolerant.engine.rule.Offers.PolicyOffers;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Situation.Matching;
import dev.tolerant.engine.rule.Situation.OptOut;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a pod gets and whether it is refused. There are three questions, about a new pod, an updated pod and a stored pod, and
 * each is answered in the same steps: which policies match, what the rules offer, what of that is withheld, what is applied, and what
 * is refused. Each answer is a pure function of what it is asked.
 */
public final class Injector {
    private final AdmissionPlugins plugins;
    private final OptOut optOut;
    private final Guard withholding;
    private final List<Rule> rules;
    private final Templates templates;

    /**
     * @param plugins the cluster's own admission plugins
     * @param optOut whose label turns additions off
     * @param withholding what is not given because policies reserve it
     * @param rules all rules, in any order
     */
    public Injector(AdmissionPlugins plugins, OptOut optOut, Guard withholding, Collection<Rule> rules) {
        this.plugins = plugins;
        this.optOut = optOut;
        this.withholding = withholding;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(rule -> rule.id().kind()))
                .toList();
        this.templates = new Templates(plugins);
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
        Situation situation = matching.settled(review, this::offers);
        Offers offers = offers(situation);
        withholding.apply(offers, review, matching.snapshot(), matching.namespace());

        Draft draft = draft(situation);
        give(offers, situation, draft);
        return verdict(situation, offers, draft);
    }

    /** An update earns nothing, it only gets back what the stored pod has. */
    private Decision updatedPod(Review review, Matching matching) {
        Situation situation = matching.settled(review, this::offers);
        Offers offers = offers(situation);

        Draft draft = draft(situation);
        if (review.oldPod() != null) {
            UpdatedPod.apply(draft, situation, review.oldPod());
        }
        return verdict(situation, offers, draft);
    }

    private Decision template(Review review, Matching matching) {
        Situation situation = matching.settled(review, Templates::offers);
        Offers offers = Templates.offers(situation);
        withholding.apply(offers, review.byNobody(), matching.snapshot(), matching.namespace());
        return templates.decide(draft(situation), situation, offers);
    }

    /** A decision to leave an object as it is, about which the program is not asked. */
    public Decision unasked(Review review) {
        return new Draft(review.pod(), origins(review)).decision();
    }

    /** The decision about a pod, or that the guard in the API server refuses what it makes of the pod. */
    public Decision guarded(Decision decision, Review review, Snapshot snapshot, NamespaceFacts namespace) {
        if (decision.refusalOrNull() != null || review.subject() != Subject.POD) {
            return decision;
        }
        Review finished = review.withPod(review.pod().withTolerations(decision.plainTolerations()));
        Step.Refused refused = withholding.refusal(finished, snapshot, namespace);
        if (refused == null) {
            return decision;
        }
        Draft draft = new Draft(review.pod(), origins(review));
        draft.ask(decision.policies());
        draft.noteAll(decision.steps());
        return draft.refused(refused);
    }

    /**
     * Decides what a stored pod still gets of what it would get as a new one: tolerations and seconds. A refusal says that its
     * namespace does not admit it.
     */
    public Decision heal(Stored stored, Snapshot snapshot, NamespaceFacts namespace) {
        Situation situation = new Matching(snapshot, namespace, optOut).ofStored(stored);
        Healing healing = new Healing(stored, situation, plugins);
        SkipReason skip = situation.givesNothing();
        if (skip != null) {
            return healing.skipped(skip);
        }

        Offers offers = offers(situation);
        healing.withhold(offers);
        withholding.apply(offers, situation.review(), snapshot, namespace);
        return verdict(situation, offers, healing.draft(offers));
    }

    /** Whether pods of the namespace are judged by its whitelist. */
    public boolean hasWhitelist(NamespaceFacts namespace) {
        return !namespace.isUnrestricted()
                && !namespace.whitelist().isEmpty()
                && rules.stream().anyMatch(NamespaceAnnotations.class::isInstance);
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
    private Draft draft(Situation situation) {
        Draft draft = new Draft(situation.review().pod(), origins(situation.review()));
        draft.ask(situation.asked());
        if (!situation.namespace().known()) {
            draft.note(
                    new Step.Problem(
                            RuleId.REVIEW,
                            "namespace-unknown",
                            "namespace " + situation.namespace().name()
                                    + " is not known yet, so its annotations and policies that ask for its labels are ignored"));
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
        new CreatedPod(draft, situation, offers, plugins).apply();
        UnenforcedPolicies.note(draft, situation, (policy, untouched) -> {
            Offers own = new Offers();
            PolicyOffers.of(policy).toPod(situation.review().pod(), own);
            new CreatedPod(untouched, situation, own, plugins).apply();
        });
    }

    /** Refuses the pod if a rule does, the first in their order; else decides as drafted. */
    private Decision verdict(Situation situation, Offers offers, Draft draft) {
        if (situation.namespace().isUnrestricted()) {
            return draft.decision();
        }
        Whitelist whitelist = new Whitelist(situation, offers, plugins.defaults());
        for (Rule rule : rules) {
            Refusal refusal = rule.refusal(situation, whitelist, draft);
            if (refusal != null) {
                return draft.refused(new Step.Refused(rule.id(), refusal));
            }
        }
        return draft.decision();
    }
}

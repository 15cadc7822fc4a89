package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.AdmissionPlugins;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Origins;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.pod.Review.Operation;
import dev.tolerant.core.pod.Review.Subject;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.toleration.Toleration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides what a pod gets and whether it is refused, by running the rules in order of precedence. */
public final class Injector {
    private final AdmissionPlugins plugins;
    private final List<Rule> rules;
    private final DaemonSetTemplates templates;

    /**
     * @param plugins the cluster's own admission plugins
     * @param rules all rules, in any order
     */
    public Injector(AdmissionPlugins plugins, Collection<Rule> rules) {
        this.plugins = plugins;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(rule -> rule.id().kind()))
                .toList();
        this.templates = new DaemonSetTemplates(plugins);
    }

    /** Decides about one review; a pure function, so the same input gives the same decision. */
    public Decision decide(Review review, PolicySet policies, NamespaceFacts namespace) {
        SkipReason skip = skipReason(review);
        if (skip != null) {
            return new Draft(review.pod(), origins(review)).skipped(skip);
        }
        Situation situation = new Situation(review, namespace, policies.matching(review.pod(), namespace));
        Draft draft = draft(situation);
        if (review.subject() == Subject.DAEMON_SET) {
            return templates.decide(draft, situation);
        }
        Offers offers = Offers.of(rules, situation);
        if (review.operation() == Operation.CREATE) {
            create(draft, situation, offers);
        } else if (review.oldPod() != null) {
            Restoration.apply(draft, situation, review.oldPod());
        }
        return judged(draft, situation, offers);
    }

    /** Applies only the restrictions to one review, and changes nothing. */
    public Decision judge(Review review, PolicySet policies, NamespaceFacts namespace) {
        SkipReason skip = review.subject() == Subject.POD ? skipReason(review) : SkipReason.KIND;
        if (skip != null) {
            return Decision.skipped(skip);
        }
        Situation situation = new Situation(review, namespace, policies.matching(review.pod(), namespace));
        return judged(draft(situation), situation, Offers.of(rules, situation));
    }

    private Draft draft(Situation situation) {
        Review review = situation.review();
        Draft draft = new Draft(review.pod(), origins(review));
        if (!situation.namespace().known()) {
            draft.note(new Step.Problem(
                    RuleId.REVIEW,
                    "namespace-unknown",
                    "namespace " + situation.namespace().name()
                            + " is not known yet, so its labels and annotations are ignored"));
        }
        return draft;
    }

    private Origins origins(Review review) {
        return Origins.of(review.pod(), review.provenance(), plugins.defaults());
    }

    private static @Nullable SkipReason skipReason(Review review) {
        if (review.operation() == Operation.OTHER) {
            return SkipReason.OPERATION;
        }
        boolean nodesOwn = review.pod().mirror() && review.requester().isNode();
        return nodesOwn ? SkipReason.MIRROR_POD : null;
    }

    private void create(Draft draft, Situation situation, Offers offers) {
        SkipReason skip = situation.review().pod().mirror() ? SkipReason.MIRROR_POD : situation.optOut();
        if (skip != null) {
            draft.note(new Step.Skipped(skip));
            return;
        }
        draft.noteAll(offers.steps());
        creation(draft, situation, offers).apply();
        UnenforcedPolicies.note(draft, situation, (policy, untouched) -> {
            Offers own = new Offers();
            Policies.give(policy, own);
            creation(untouched, situation, own).apply();
        });
    }

    private Creation creation(Draft draft, Situation situation, Offers offers) {
        return new Creation(draft, situation, offers, plugins);
    }

    private Decision judged(Draft draft, Situation situation, Offers offers) {
        List<Toleration> authors = JudgedTolerations.of(draft, situation.review(), offers, plugins.defaults());
        for (Rule rule : rules) {
            Step.Refused refused = rule.judge(authors, situation, draft);
            if (refused != null) {
                return draft.refused(refused);
            }
        }
        return draft.decision();
    }
}

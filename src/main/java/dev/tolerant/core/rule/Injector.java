package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.AdmissionPlugins;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.RuleId;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import dev.tolerant.core.pod.Controllers;
import dev.tolerant.core.pod.Origins;
import dev.tolerant.core.pod.Owner;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Requester;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.pod.Review.Operation;
import dev.tolerant.core.pod.Review.Subject;
import dev.tolerant.core.pod.Stored;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyMode;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.core.policy.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides what a pod gets and whether it is refused, by running the rules in order of precedence. */
public final class Injector {
    private static final int MAX_NAME = 100;

    private final AdmissionPlugins plugins;
    private final Controllers controllers;
    private final boolean podsOptOut;
    private final List<Rule> rules;
    private final DaemonSetTemplates templates;

    /**
     * @param plugins the cluster's own admission plugins
     * @param controllers who is believed about the controllers of pods
     * @param podsOptOut whether a pod's own label turns additions off; a namespace's does so anyway
     * @param rules all rules, in any order
     */
    public Injector(AdmissionPlugins plugins, Controllers controllers, boolean podsOptOut, Collection<Rule> rules) {
        this.plugins = plugins;
        this.controllers = controllers;
        this.podsOptOut = podsOptOut;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(rule -> rule.id().kind()))
                .toList();
        this.templates = new DaemonSetTemplates(plugins);
    }

    /** Decides about one review; a pure function, so the same input gives the same decision. */
    public Decision decide(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = skipReason(review);
        if (skip != null) {
            return new Draft(review.pod(), origins(review)).skipped(skip);
        }
        Review believed = believed(review);
        Situation situation = finished(situation(believed, snapshot, namespace), snapshot);
        Draft draft = draft(review, situation);
        if (review.subject() == Subject.DAEMON_SET) {
            return templates.decide(draft, situation);
        }
        Offers offers = Offers.of(rules, situation);
        Guard guard = Guard.over(offers, situation, plugins.defaults(), false);
        // On CREATE both are the same, and the policies that match are found already.
        Situation claimed = review.operation() == Operation.CREATE
                ? situation
                : finished(claimed(review, situation, snapshot), snapshot);
        if (review.operation() == Operation.CREATE) {
            create(draft, situation, offers);
        } else if (review.oldPod() != null) {
            Restoration.apply(draft, claimed, review.oldPod());
        }
        return judged(draft, claimed, judged(draft, believed, offers, guard, false));
    }

    /**
     * Applies only the restrictions to one review, and changes nothing. If a restriction may apply that depends on what
     * the program does not know, the decision is {@linkplain SkipReason#NAMESPACE_UNKNOWN skipped}.
     */
    public Decision judge(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = review.subject() == Subject.POD ? skipReason(review) : SkipReason.KIND;
        if (skip != null) {
            return Decision.skipped(skip);
        }
        Review believed = believed(review);
        Situation situation = namespace.known()
                ? situation(believed, snapshot, namespace)
                : situation(believed, snapshot, namespace, snapshot.policies().possible(believed.pod()));
        Draft draft = draft(review, situation);
        Offers offers = Offers.of(rules, situation);
        Guard guard = Guard.over(offers, situation, plugins.defaults(), true);
        JudgedTolerations judged = judged(draft, believed, offers, guard, true);
        Decision decision = judged(draft, namespace.known() ? claimed(review, situation, snapshot) : situation, judged);
        boolean unknown = !namespace.known()
                && !namespace.isUnrestricted()
                && (decision.refusalOrNull() != null
                        || rules.stream().anyMatch(rule -> rule.mightRefuse(judged, situation)));
        return unknown ? Decision.skipped(SkipReason.NAMESPACE_UNKNOWN) : decision;
    }

    /**
     * Decides what a stored pod still gets of what it would get as a new one: tolerations and seconds. A refusal says that it
     * violates a restriction whoever created it.
     *
     * @param frozen names of policies that exist, although nobody knows what they say
     */
    public Decision heal(Stored stored, Snapshot snapshot, NamespaceFacts namespace, Set<String> frozen) {
        Review review = stored.asNew();
        Situation situation = Healing.unknowing(situation(review, snapshot, namespace)
                .on(snapshot.nodes().get(stored.node().isEmpty() ? review.pod().pinnedNode() : stored.node())));
        Healing healing = new Healing(stored, situation, plugins);
        SkipReason skip = review.pod().mirror() ? SkipReason.MIRROR_POD : situation.optOut();
        if (skip != null) {
            return healing.skipped(skip);
        }
        Offers offers = Offers.of(rules, situation);
        Guard guard = Guard.over(offers, situation, plugins.defaults(), true);
        Unproven.withhold(offers, situation, snapshot.policies());
        Draft draft = healing.draft(offers, frozen);
        return judged(draft, situation, judged(draft, review, offers, guard, true));
    }

    /** Whether a pod of this namespace could be refused at all. */
    public boolean restricts(PolicySet policies, NamespaceFacts namespace) {
        return !namespace.isUnrestricted() && rules.stream().anyMatch(rule -> rule.restricts(policies, namespace));
    }

    /**
     * The review without the pod's controller, unless whoever asks is believed. On UPDATE nobody is: the request comes from
     * any user who may change the pod.
     */
    public Review believed(Review review) {
        Owner owner = review.pod().controller();
        boolean believed = review.subject() == Subject.DAEMON_SET
                || !owner.exists()
                || (review.operation() == Operation.CREATE && controllers.believe(review.requester(), owner));
        return believed ? review : review.withPod(review.pod().withController(Owner.NONE));
    }

    /**
     * The situation of an updated pod with the controller that it names. What the update restores needs no belief, because the
     * stored pod has it already; and a restriction on pods of a controller goes on after their creation.
     */
    private Situation claimed(Review review, Situation situation, Snapshot snapshot) {
        boolean asClaimed = review.operation() == Operation.CREATE
                || review.pod().controller().equals(situation.review().pod().controller());
        return asClaimed ? situation : situation(review, snapshot, situation.namespace());
    }

    /**
     * The situation with the policies that match once everything is added to the pod: what one adds can make another match,
     * and asked again about the pod with its changes, the program must decide the same.
     */
    private Situation finished(Situation first, Snapshot snapshot) {
        Situation situation = first;
        boolean grows = snapshot.policies().asksForNodes() && first.optOut() == null;
        while (grows) {
            Offers offers = first.review().subject() == Subject.DAEMON_SET
                    ? DaemonSetTemplates.offers(situation)
                    : Offers.of(rules, situation);
            List<Policy> matching =
                    snapshot.policies().matching(offers.addedTo(first.review().pod()), first.namespace());
            grows = matching.size() > situation.policies().size();
            situation = situation.with(matching);
        }
        return situation;
    }

    private Situation situation(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        return situation(review, snapshot, namespace, snapshot.policies().matching(review.pod(), namespace));
    }

    private Situation situation(Review review, Snapshot snapshot, NamespaceFacts namespace, List<Policy> policies) {
        return new Situation(
                review,
                namespace,
                policies,
                snapshot.nodes().get(node(review.pod())),
                snapshot.nodes().values(),
                optOut(review.pod(), namespace));
    }

    private static String node(PodFacts pod) {
        return pod.nodeName().isEmpty() && pod.isDaemonSetPod() ? pod.pinnedNode() : pod.nodeName();
    }

    private @Nullable SkipReason optOut(PodFacts pod, NamespaceFacts namespace) {
        if (podsOptOut && pod.isOptedOut()) {
            return SkipReason.POD_OPTED_OUT;
        }
        return namespace.isOptedOut() ? SkipReason.NAMESPACE_OPTED_OUT : null;
    }

    private Draft draft(Review review, Situation situation) {
        Draft draft = new Draft(review.pod(), origins(situation.review()));
        draft.ask(asked(review, situation));
        if (!situation.namespace().known()) {
            draft.note(new Step.Problem(
                    RuleId.REVIEW,
                    "namespace-unknown",
                    "namespace " + situation.namespace().name()
                            + " is not known yet, so its labels and annotations are ignored"));
        }
        Owner owner = review.pod().controller();
        if (review.operation() == Operation.CREATE
                && !owner.equals(situation.review().pod().controller())
                && controllers.know(owner)) {
            draft.note(new Step.Problem(RuleId.REVIEW, "owner-not-believed", disbelief(review.requester(), owner)));
        }
        return draft;
    }

    /** The names of the matching policies that have a say in the review. */
    private static List<String> asked(Review review, Situation situation) {
        List<String> asked = new ArrayList<>(situation.policies().size());
        for (Policy policy : situation.policies()) {
            boolean counts = review.subject() == Subject.POD || policy.daemonSetTemplates();
            if (counts && policy.mode() != PolicyMode.DISABLED) {
                asked.add(policy.name());
            }
        }
        return asked;
    }

    private String disbelief(Requester requester, Owner owner) {
        Set<String> users = controllers.of(owner);
        String named =
                "metadata.ownerReferences names " + OneLine.quoted(owner.name(), MAX_NAME) + " as the controller, but ";
        if (users.isEmpty()) {
            return named
                    + "no user is known to create its pods, so the reference is ignored; if it is true, name the user"
                    + " in the setting tolerant.controllers";
        }
        String creator = requester.username().isEmpty()
                ? "a user without a name"
                : OneLine.quoted(requester.username(), MAX_NAME);
        return named + "the pod comes from " + creator + " and not from " + String.join(" or ", users)
                + ", so the reference is ignored";
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
            Policies.giveAll(policy, situation, own);
            creation(untouched, situation, own).apply();
        });
    }

    private Creation creation(Draft draft, Situation situation, Offers offers) {
        return new Creation(draft, situation, offers, plugins);
    }

    private JudgedTolerations judged(Draft draft, Review review, Offers offers, Guard guard, boolean finished) {
        return JudgedTolerations.of(draft, review, offers, plugins.defaults(), guard, finished);
    }

    private Decision judged(Draft draft, Situation situation, JudgedTolerations judged) {
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
}

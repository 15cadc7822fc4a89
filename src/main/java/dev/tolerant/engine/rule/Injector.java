package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Offers.PolicyOffers;
import dev.tolerant.engine.rule.Rule.NamespaceAnnotations;
import dev.tolerant.engine.rule.Situation.OptOut;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Origins;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.Review.Subject;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.engine.words.Toleration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a pod gets and whether it is refused: for a new pod, an updated pod, a stored pod and the template of a
 * DaemonSet in the same steps, as far as they apply: which policies match, what the rules offer, what of that is
 * withheld, what is applied, and what is refused. Each answer is a pure function of what it is asked.
 */
public final class Injector {
    private static final String STAYS = "the API server does not give it by itself";

    private final AdmissionPlugins plugins;
    private final OptOut optOut;
    private final ReservedOffers reserved;
    private final List<Rule> rules;

    /**
     * @param optOut whose label turns additions off
     * @param reserved withholds what policies reserve
     * @param rules in any order
     */
    public Injector(AdmissionPlugins plugins, OptOut optOut, ReservedOffers reserved, Collection<Rule> rules) {
        this.plugins = plugins;
        this.optOut = optOut;
        this.reserved = reserved;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(rule -> rule.id().kind()))
                .toList();
    }

    /** The API server's. */
    public AdmissionPlugins plugins() {
        return plugins;
    }

    /** Withholds what policies reserve; pods that have it are refused by the guard in the API server alone. */
    public Decision decide(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = skipReason(review);
        if (skip != null) {
            return untouched(review).skipped(skip);
        }
        Situation situation = situation(review, snapshot, namespace);
        if (review.subject() == Subject.DAEMON_SET) {
            return template(situation, snapshot);
        }
        Offers offers = untilNoMorePoliciesMatch(situation, snapshot);
        Draft draft = draft(offers.situation(), snapshot);
        if (review.operation() == Operation.CREATE) {
            give(offers, draft, snapshot);
        } else if (review.oldPod() != null) {
            // An update gives nothing new: its offers are there because a whitelist does not judge what a rule gives.
            UpdatedPod.apply(draft, offers.situation(), review.oldPod());
        }
        return verdict(offers, draft);
    }

    private Decision template(Situation situation, Snapshot snapshot) {
        if (situation.optOut() != null) {
            return draft(situation, snapshot).skipped(situation.optOut());
        }
        Offers offers = untilNoMorePoliciesMatch(situation, snapshot);
        Draft draft = draft(offers.situation(), snapshot);
        DaemonSetTemplate.release(draft, offers);
        new Application(draft, offers, plugins).applyToTemplate();
        for (Policy policy : offers.situation().policies()) {
            if (policy.mode() == Mode.ENFORCE && !policy.daemonSetTemplates()) {
                DaemonSetTemplate.warn(draft, policy, ofTemplate(policy, offers.situation(), snapshot));
            }
        }
        for (Policy policy : offers.situation().policies()) {
            if (policy.mode() == Mode.AUDIT && policy.daemonSetTemplates()) {
                Draft alone = draft.untouched();
                new Application(alone, ofTemplate(policy, offers.situation(), snapshot), plugins).applyToTemplate();
                draft.noteAudited(alone.steps());
            }
        }
        return draft.decision();
    }

    private Offers ofTemplate(Policy policy, Situation situation, Snapshot snapshot) {
        Offers own = new Offers(situation);
        PolicyOffers.of(policy).toTemplate(own);
        return withholding(own, situation.review().byNobody(), snapshot);
    }

    /** The object stays as it is, because no webhook covers it. */
    public Decision unasked(Review review) {
        return untouched(review).decision();
    }

    /**
     * The decision, or that the guard in the API server refuses what it makes of the pod: explanations need it, the
     * webhook leaves it to the API server.
     */
    public Decision guarded(Decision decision, Review review, Snapshot snapshot, NamespaceFacts namespace) {
        if (decision.refusal() != null || review.subject() != Subject.POD) {
            return decision;
        }
        Review finished = review.withPod(review.pod().withTolerations(decision.plainTolerations()));
        Step.Refused refused = reserved.refusal(finished, snapshot, namespace);
        if (refused == null) {
            return decision;
        }
        Draft draft = untouched(review);
        draft.ask(decision.policies());
        draft.noteAll(decision.steps());
        return draft.refused(refused);
    }

    /**
     * A new pod as the API server makes it while no replica answers: by the same rules, with the policies, defaults and
     * settings that are given.
     */
    public PodFacts whileAway(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        Draft draft = untouched(review);
        return give(review, snapshot, namespace, draft).withTolerations(draft.tolerations());
    }

    /**
     * The decision where the API server asks no replica: new pods get what it can give by itself, and it judges pods by the whitelists that
     * it knows; all else stays as it is.
     */
    public Decision byItself(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        SkipReason skip = optOut.of(review.pod(), namespace);
        Draft draft = untouched(review);
        if (skip == null && review.subject() == Subject.POD && review.operation() == Operation.CREATE) {
            give(review, snapshot, namespace, draft);
        }
        if (judges(snapshot.injections(), review, namespace)
                && review.pod().runtimeClassName().isEmpty()) {
            Offers offers = untilNoMorePoliciesMatch(situation(review, snapshot, namespace), snapshot);
            Decision judged = verdict(offers, draft);
            if (judged.refusal() != null) {
                return judged;
            }
        }
        return skip == null ? draft.decision() : draft.skipped(skip);
    }

    /** As the chart's {@code -injections-whitelists}: who wrote the list does not count in an update. */
    private static boolean judges(Injections injections, Review review, NamespaceFacts namespace) {
        return injections.whitelists().containsKey(namespace.name())
                && review.subject() == Subject.POD
                && !review.isOfNodesMirror()
                && (review.operation() != Operation.CREATE || review.provenance() != Provenance.UNOWNED);
    }

    /** Drafts what the API server gives by itself, and returns the pod with its affinity. */
    private PodFacts give(Review review, Snapshot snapshot, NamespaceFacts namespace, Draft draft) {
        PodFacts pod = review.pod();
        Injections injections = snapshot.injections();
        if (!injections.reach(pod, namespace)) {
            return pod;
        }
        Situation situation = new Situation(review, namespace, injections.matching(pod, namespace), List.of(), null);
        Offers offers = offers(situation, injections);
        boolean staysOnFailedNodes = Toleration.firstOf(pod.tolerations(), NodeTaints.NOT_READY) >= 0
                && Toleration.firstOf(pod.tolerations(), NodeTaints.UNREACHABLE) >= 0;
        if (!staysOnFailedNodes) {
            // The order of all that tolerates failed nodes decides about seconds, and here not all is known.
            offers.withhold(offer -> offer.forOneTaint() ? STAYS : null);
            if (offers.tolerations().stream().anyMatch(offer -> Injections.isOfFailure(offer.toleration()))) {
                return pod;
            }
        }
        withholding(offers, review, snapshot);
        draft.ask(situation.asked());
        new Application(draft, offers, injections.rules().plugins())
                .applyWhileAway(staysOnFailedNodes ? injections : Injections.NOTHING);
        return offers.pod();
    }

    /**
     * Gives a stored pod what it still can get as a new one, tolerations and seconds; a refusal says that its namespace
     * does not admit it.
     */
    public Decision heal(StoredPod stored, Snapshot snapshot, NamespaceFacts namespace) {
        Situation situation = situation(stored.asNew(), snapshot, namespace);
        Healing healing = Healing.of(stored, snapshot, plugins, ofApiServer(situation, stored.provenance(), snapshot));
        SkipReason skip = situation.givesNothing();
        if (skip != null) {
            return healing.skipped(skip);
        }

        Offers offers = withholding(offers(situation), situation.review(), snapshot);
        healing.withhold(offers);
        return verdict(offers, healing.draft(offers));
    }

    /**
     * Judges a pod of which only the tolerations could be read, and gives it nothing. All are the author's, and no
     * policy is known to match it.
     *
     * @param unread the reason why there are no other facts
     */
    public Decision restricting(Review tolerating, SkipReason unread, NamespaceFacts namespace) {
        Offers offers = offers(new Situation(tolerating, namespace, List.of(), List.of(), unread));
        Decision judged = verdict(offers, untouched(tolerating));
        return judged.refusal() == null ? Decision.skipped(unread) : judged;
    }

    /**
     * True where the namespace's whitelist judges pods, whatever they are given and whatever the operation; a pod's
     * label does not lift it, because its author sets that.
     */
    public boolean restricts(NamespaceFacts namespace) {
        return namespace.isRestricted() && rules.stream().anyMatch(NamespaceAnnotations.class::isInstance);
    }

    private static @Nullable SkipReason skipReason(Review review) {
        if (review.operation() == Operation.OTHER) {
            return SkipReason.OPERATION;
        }
        if (review.subject() == Subject.DAEMON_SET && !review.templateChanged()) {
            return SkipReason.TEMPLATE_UNCHANGED;
        }
        return review.isOfNodesMirror() ? SkipReason.MIRROR_POD : null;
    }

    private Situation situation(Review review, Snapshot snapshot, NamespaceFacts namespace) {
        return new Situation(
                review,
                namespace,
                snapshot.policies().matching(review.pod(), namespace),
                snapshot.runtimeClasses().getOrDefault(review.pod().runtimeClassName(), List.of()),
                optOut.of(review.pod(), namespace));
    }

    /**
     * The offers for a pod once everything is added to it: what one policy adds can make another match, and asked again
     * about the pod with its changes, the program must decide the same.
     */
    private Offers untilNoMorePoliciesMatch(Situation situation, Snapshot snapshot) {
        Offers offers = offered(situation, snapshot);
        boolean grows = snapshot.policies().asksForNodes() && situation.optOut() == null;
        while (grows) {
            Situation grown = offers.situation();
            List<Policy> policies = snapshot.policies().matching(offers.pod(), grown.namespace());
            grows = policies.size() > grown.policies().size();
            offers = grows ? offered(grown.with(policies), snapshot) : offers;
        }
        return offers;
    }

    /** An update gives nothing, so nothing is withheld from it. */
    private Offers offered(Situation situation, Snapshot snapshot) {
        Review review = situation.review();
        if (review.subject() == Subject.DAEMON_SET) {
            return withholding(DaemonSetTemplate.offers(situation), review.byNobody(), snapshot);
        }
        return review.operation() == Operation.CREATE
                ? withholding(offers(situation), review, snapshot)
                : offers(situation);
    }

    private Offers offers(Situation situation) {
        Offers offers = new Offers(situation);
        for (Rule rule : rules) {
            rule.offer(situation, offers);
        }
        return offers;
    }

    /**
     * Takes back what the pod may not have: what is reserved for others, what the API server would refuse it for, what
     * its list has no room for, and the rest of a pool of which it may not have all.
     */
    private Offers withholding(Offers offers, Review review, Snapshot snapshot) {
        NamespaceFacts namespace = offers.situation().namespace();
        reserved.withhold(offers, review, snapshot);
        withholdUnstored(offers, review, snapshot);
        offers.withhold(offer -> plugins.refuses(offer.toleration(), namespace) ? Application.NOT_COVERED : null);
        if (plugins.mergeTolerations(review.pod(), namespace)) {
            offers.withholdWhatReplaces(draft(offers.situation(), snapshot), plugins);
        }
        if (review.pod().tolerations().size() + offers.tolerations().size() > PodFacts.GIVEN_UP_TO) {
            Draft trial = untouched(review).trial();
            offers.withhold(
                    offer -> trial.takes(offer.toleration(), offer::isCoveredBy) ? null : Step.Withheld.NO_ROOM);
        }
        offers.withholdHalfPools();
        return offers;
    }

    /** Takes back what the API server would refuse, which judges by a whitelist and has not been told that this is given. */
    private void withholdUnstored(Offers offers, Review review, Snapshot snapshot) {
        Injections judging = snapshot.judging();
        NamespaceFacts namespace = offers.situation().namespace();
        if (!judges(judging, review, namespace)) {
            return;
        }
        Situation told = offers.situation().with(judging.matching(review.pod(), namespace));
        Set<Toleration> known =
                judging.rules().equals(snapshot.injections().rules()) ? tolerations(offers(told, judging)) : Set.of();
        offers.withhold(offer -> namespace.admits(offer.toleration())
                        || known.contains(offer.toleration().withMeaning())
                ? null
                : "the leader has not written Injections yet, by which the API server judges pods of the namespace");
    }

    /** Says in the draft, before any change, that the namespace is not known. */
    private Draft draft(Situation situation, Snapshot snapshot) {
        Review review = situation.review();
        // The API server may have given some of what the pod has by itself.
        PodPlugins given = ofApiServer(situation, review.provenance(), snapshot);
        Draft draft = new Draft(review.pod(), Origins.of(given, review.provenance()));
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

    private Draft untouched(Review review) {
        PodFacts pod = review.pod();
        return new Draft(pod, Origins.of(PodPlugins.alone(pod, plugins.defaults()), review.provenance()));
    }

    /** Perhaps: to a new pod, and as far as it matters. */
    private PodPlugins ofApiServer(Situation situation, Provenance provenance, Snapshot snapshot) {
        PodFacts pod = situation.review().pod();
        if (situation.review().operation() != Operation.CREATE) {
            return PodPlugins.alone(pod, plugins.defaults());
        }
        if (!provenance.isOwned()) {
            return new PodPlugins(pod, plugins.defaults(), null, null, snapshot.outdated());
        }
        Set<Toleration> ofPolicies = new HashSet<>(givenByInjections(situation, snapshot.injections()));
        ofPolicies.addAll(snapshot.outdated());
        return PodPlugins.of(plugins, pod, situation.namespace(), situation.ofRuntimeClass(), ofPolicies);
    }

    private Set<Toleration> givenByInjections(Situation situation, Injections injections) {
        if (injections == Injections.NOTHING) {
            return Set.of();
        }
        List<Policy> given = situation.policies().stream()
                .filter(policy -> injections.policies().containsKey(policy.name()))
                .toList();
        Offers offers = offers(situation.with(given), injections);
        offers.withhold(offer -> offer.forOneTaint() ? STAYS : null);
        return tolerations(offers);
    }

    private static Set<Toleration> tolerations(Offers offers) {
        return offers.tolerations().stream()
                .map(offer -> offer.toleration().withMeaning())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The offers of which the API server gives all by itself. */
    private Offers offers(Situation situation, Injections injections) {
        Offers offers = offers(situation);
        offers.withhold(offer -> injections.give(offer.rule(), offer.toleration()) ? null : STAYS);
        long ofResources = offers.tolerations().stream()
                .filter(offer -> offer.rule().equals(RuleId.EXTENDED_RESOURCES))
                .count();
        if (ofResources > Injections.MAX_OF_RESOURCES) {
            offers.withhold(offer -> offer.rule().equals(RuleId.EXTENDED_RESOURCES) ? STAYS : null);
        }
        return offers;
    }

    private void give(Offers offers, Draft draft, Snapshot snapshot) {
        Situation situation = offers.situation();
        SkipReason skip = situation.givesNothing();
        if (skip != null) {
            draft.note(new Step.Skipped(skip));
            return;
        }
        new Application(draft, offers, plugins).apply();
        noteOutdated(draft, offers, snapshot);
        for (Policy policy : situation.policies()) {
            if (policy.mode() == Mode.AUDIT) {
                Offers own = new Offers(situation);
                PolicyOffers.of(policy).toPod(situation.review().pod(), own);
                Draft alone = draft.untouched();
                new Application(alone, withholding(own, situation.review(), snapshot), plugins).apply();
                draft.noteAudited(alone.steps());
            }
        }
    }

    /** A toleration that the pod has of the API server stays: another webhook or a policy of others may have given it too. */
    private void noteOutdated(Draft draft, Offers offers, Snapshot snapshot) {
        for (int i = 0; i < draft.received() && !snapshot.outdated().isEmpty(); i++) {
            Toleration received = draft.tolerations().get(i);
            if (draft.origin(i) == Origin.OTHER_PLUGIN
                    && snapshot.outdated().contains(received)
                    && !offers.isGivenAnyway(received, plugins.defaults())) {
                draft.note(new Step.Problem(
                        RuleId.REVIEW,
                        "injections-outdated",
                        "the pod keeps " + received
                                + ", which the API server gave it by what policies said before: the leader has not written"
                                + " Injections yet"));
            }
        }
    }

    /** Refuses the pod if a rule does, the first in their order; else decides as drafted. */
    private Decision verdict(Offers offers, Draft draft) {
        if (!restricts(offers.situation().namespace())) {
            return draft.decision();
        }
        Situation situation = offers.situation();
        PodPlugins computed = new PodPlugins(
                situation.review().pod(), plugins.defaults(), null, situation.ofRuntimeClass(), Set.of());
        Whitelist whitelist = new Whitelist(offers, computed);
        for (Rule rule : rules) {
            Refusal refusal = rule.refusal(situation, whitelist, draft);
            if (refusal != null) {
                return draft.refused(new Step.Refused(rule.id(), refusal));
            }
        }
        return draft.decision();
    }
}

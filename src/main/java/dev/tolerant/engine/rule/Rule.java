package dev.tolerant.engine.rule;

import static dev.tolerant.engine.words.NodeTaints.NOT_READY;
import static dev.tolerant.engine.words.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Offers.Offer;
import dev.tolerant.engine.rule.Offers.PolicyOffers;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.LabelSyntax;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One reason to give a pod tolerations or to refuse it; it looks at the situation and never at what other rules do.
 *
 * <p>What a new one touches stands in {@code CONTRIBUTING.md}.
 */
public sealed interface Rule {

    /** Determines the precedence too. */
    RuleId id();

    /** Notes a step that says why, where the rule gives nothing. */
    void offer(Situation situation, Offers offers);

    /** Null if this rule does not refuse the pod. */
    default @Nullable Refusal refusal(Situation situation, Whitelist whitelist, Draft draft) {
        return null;
    }

    /** Applies the TolerationPolicy objects that match a pod, in order of precedence. */
    record Policies() implements Rule {

        @Override
        public RuleId id() {
            return RuleId.POLICIES;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            if (situation.policies().isEmpty()) {
                offers.note(new Step.NotConcerned(id(), "no policy matches"));
            }
            for (Policy policy : situation.policies()) {
                if (policy.mode() == Mode.ENFORCE) {
                    PolicyOffers.of(policy).toPod(situation.review().pod(), offers);
                }
            }
        }
    }

    /** Applies a namespace's annotations as PodTolerationRestriction does: default tolerations and their whitelist. */
    record NamespaceAnnotations() implements Rule {

        @Override
        public RuleId id() {
            return RuleId.NAMESPACE_ANNOTATIONS;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            NamespaceFacts namespace = situation.namespace();
            for (NamespaceFacts.AnnotationProblem problem : namespace.problems()) {
                offers.note(new Step.Problem(id(), "namespace-annotation", problem.sentence()));
            }
            if (namespace.defaults().isEmpty()) {
                offers.note(new Step.NotConcerned(id(), "the namespace has no default tolerations"));
            }
            for (Toleration toleration : namespace.defaults()) {
                offers.give(Offer.of(id(), toleration));
            }
        }

        @Override
        public @Nullable Refusal refusal(Situation situation, Whitelist whitelist, Draft draft) {
            Toleration violation = whitelist.violation(draft);
            if (violation == null) {
                return null;
            }
            return new Refusal(
                    Refusal.Reason.WHITELIST,
                    "toleration " + violation + " is not in the whitelist of namespace "
                            + situation.namespace().name()
                            + "; remove it from spec.tolerations, or have it added to the namespace's annotation "
                            + NamespaceFacts.TOLERATIONS_WHITELIST);
        }
    }

    /**
     * Gives pods whose controller is a DaemonSet of the API group apps what the DaemonSet controller gives its own.
     *
     * @param seconds for not-ready and unreachable; {@code never} is what the controller sets, and any other value also
     *     replaces the controller's
     */
    record DaemonSet(TolerationSeconds seconds) implements Rule {

        @Override
        public RuleId id() {
            return RuleId.DAEMON_SET;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            if (!situation.review().pod().isDaemonSetPod()) {
                offers.note(new Step.NotConcerned(id(), "the pod's controller is not a DaemonSet"));
                return;
            }
            boolean hostNetwork = situation.review().pod().hostNetwork();
            for (Toleration toleration : DaemonSetController.tolerations(hostNetwork)) {
                offers.give(
                        NodeTaints.isOfFailure(toleration.key())
                                ? new Offer(id(), toleration.withSeconds(seconds), false, !seconds.never())
                                : Offer.of(id(), toleration));
            }
        }
    }

    /**
     * Sets the seconds of every pod on a node that is not ready or unreachable, as DefaultTolerationSeconds does, but
     * also where the API server has already written its own.
     */
    record NodeFailure(TolerationSeconds notReady, TolerationSeconds unreachable) implements Rule {

        @Override
        public RuleId id() {
            return RuleId.NODE_FAILURE;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            offers.give(Offer.ofSeconds(id(), Toleration.of(NOT_READY, notReady)));
            offers.give(Offer.ofSeconds(id(), Toleration.of(UNREACHABLE, unreachable)));
        }
    }

    /** Lets pods that are not BestEffort onto nodes under memory pressure, as PodTolerationRestriction does. */
    record MemoryPressure() implements Rule {
        private static final Offer OFFER = Offer.of(RuleId.MEMORY_PRESSURE, AdmissionPlugins.MEMORY_PRESSURE);

        @Override
        public RuleId id() {
            return RuleId.MEMORY_PRESSURE;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            if (situation.review().pod().resources().areBestEffort()) {
                offers.note(new Step.NotConcerned(id(), "the pod's quality of service is BestEffort"));
                return;
            }
            offers.give(OFFER);
        }
    }

    /**
     * Lets pods that ask for extended resources onto the nodes tainted for them, as ExtendedResourceToleration does.
     *
     * @param countZero true where a quantity of zero counts as asking for the resource
     * @param ignore resources for which the rule adds nothing; a name that ends in {@code *} is a prefix
     * @param taints by resource or prefix, the tolerations in place of that of the taint whose key is the resource's name; the longest name
     *     counts
     */
    record ExtendedResources(boolean countZero, Set<String> ignore, Map<String, List<Toleration>> taints)
            implements Rule {

        @Override
        public RuleId id() {
            return RuleId.EXTENDED_RESOURCES;
        }

        @Override
        public void offer(Situation situation, Offers offers) {
            Set<String> asked = asked(situation.review().pod().resources().containers());
            if (asked.isEmpty()) {
                offers.note(new Step.NotConcerned(id(), "the pod does not request an extended resource"));
            }
            for (String resource : asked) {
                List<Toleration> instead = instead(resource);
                if (instead == null) {
                    offers.give(Offer.of(id(), AdmissionPlugins.ofResource(resource)));
                } else {
                    instead.forEach(toleration -> offers.give(Offer.of(id(), toleration)));
                }
            }
        }

        private @Nullable List<Toleration> instead(String resource) {
            if (taints.isEmpty()) {
                return null;
            }
            List<Toleration> own = taints.get(resource);
            return own != null
                    ? own
                    : taints.entrySet().stream()
                            .filter(entry -> LabelSyntax.isNamed(resource, entry.getKey()))
                            .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                            .map(Map.Entry::getValue)
                            .orElse(null);
        }

        /** In byte order, as in the plugin: the names are ASCII, so strings sort the same way. */
        private Set<String> asked(List<Resources> containers) {
            Set<String> names = Set.of();
            for (Resources container : containers) {
                names = addTo(names, container.requests());
                names = addTo(names, container.limits());
            }
            return names;
        }

        private Set<String> addTo(Set<String> names, Map<String, BigDecimal> amounts) {
            Set<String> all = names;
            for (Map.Entry<String, BigDecimal> amount : amounts.entrySet()) {
                String name = amount.getKey();
                boolean counts = countZero || amount.getValue().signum() > 0;
                if (counts
                        && ResourceNames.isExtended(name)
                        && (ignore.isEmpty()
                                || ignore.stream().noneMatch(ignored -> LabelSyntax.isNamed(name, ignored)))) {
                    all = all.isEmpty() ? new TreeSet<>() : all;
                    all.add(name);
                }
            }
            return all;
        }
    }

    record SwitchedOff(RuleId id) implements Rule {

        @Override
        public void offer(Situation situation, Offers offers) {
            offers.note(new Step.NotConcerned(id, "it is switched off"));
        }
    }
}

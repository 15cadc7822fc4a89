package dev.tolerant.engine.rule;

import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.RuleId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The node affinity that rules add to a pod. A requirement goes into every term of the pod, because terms are
 * alternatives: a separate term would let the pod onto more nodes instead of fewer. Preferences are added up by the
 * scheduler, so each is an entry of its own.
 */
final class OfferedAffinity {
    private static final NodeAffinity.NodeSelectorTerm NEW_TERM =
            new NodeAffinity.NodeSelectorTerm(List.of(), List.of());

    private final List<Demand> demands = new ArrayList<>(2);
    private final List<Wish> wishes = new ArrayList<>(0);

    private record Demand(RuleId rule, Requirement requirement) {
        boolean isSameAs(Demand other) {
            return requirement.isSameAs(other.requirement);
        }
    }

    private record Wish(RuleId rule, NodePreference preference) {
        boolean isSameAs(Wish other) {
            return preference.equals(other.preference);
        }
    }

    /** It counts unless a rule of higher precedence has added the same one. */
    void require(RuleId rule, Requirement requirement) {
        demands.add(new Demand(rule, requirement));
    }

    /** It counts unless a rule of higher precedence has added the same one. */
    void prefer(RuleId rule, NodePreference preference) {
        wishes.add(new Wish(rule, preference));
    }

    /** Takes back what the rule has added for the pool, which it adds last. */
    void withdraw(RuleId rule, Pool pool) {
        for (Requirement requirement : pool.required()) {
            removeLast(demands, new Demand(rule, requirement));
        }
        for (NodePreference preference : pool.preferred()) {
            removeLast(wishes, new Wish(rule, preference));
        }
    }

    List<Requirement> requiredBy(RuleId rule) {
        return demands.stream()
                .filter(demand -> demand.rule().equals(rule))
                .map(Demand::requirement)
                .toList();
    }

    void withdraw(RuleId rule) {
        demands.removeIf(demand -> demand.rule().equals(rule));
        wishes.removeIf(wish -> wish.rule().equals(rule));
    }

    /**
     * The requirements of the terms for which today's take their place: a list of values of a label for which a rule has another one, and
     * that {@code before} had too. The last of a term comes first, so that what is before it stays where it is.
     */
    List<Step.NodesReleased> outdated(NodeAffinity affinity, NodeAffinity before) {
        List<Step.NodesReleased> outdated = new ArrayList<>(0);
        for (int term = 0; term < affinity.terms().size(); term++) {
            List<Requirement> own = affinity.terms().get(term).matchExpressions();
            for (int i = own.size() - 1; i >= 0; i--) {
                Requirement requirement = own.get(i);
                Demand now = replaces(requirement);
                if (now != null && before.terms().stream().anyMatch(stored -> stored.requires(requirement))) {
                    outdated.add(new Step.NodesReleased(now.rule(), requirement, term, i));
                }
            }
        }
        return outdated;
    }

    /** Null if nothing takes the place of the requirement. */
    private @Nullable Demand replaces(Requirement own) {
        List<Demand> ofKey = demands.stream()
                .filter(demand -> demand.requirement().key().equals(own.key()))
                .toList();
        return own.operator() != Requirement.Operator.IN
                        || ofKey.isEmpty()
                        || ofKey.stream()
                                .anyMatch(demand -> demand.requirement().isSameAs(own))
                ? null
                : ofKey.get(0);
    }

    private static <T> void removeLast(List<T> list, T item) {
        int last = list.lastIndexOf(item);
        if (last >= 0) {
            list.remove(last);
        }
    }

    /** Keeps the first of those that are the same. */
    private static <T> List<T> distinct(List<T> items, BiPredicate<T, T> isSame) {
        List<T> distinct = new ArrayList<>(items.size());
        for (T item : items) {
            if (distinct.stream().noneMatch(earlier -> isSame.test(earlier, item))) {
                distinct.add(item);
            }
        }
        return distinct;
    }

    void apply(Draft draft, NodeAffinity affinity) {
        List<NodeAffinity.NodeSelectorTerm> terms = terms(affinity);
        List<Demand> required = distinct(demands, Demand::isSameAs);
        for (Demand demand : required) {
            List<Integer> lacking = IntStream.range(0, terms.size())
                    .filter(term -> lacks(terms.get(term), demand.requirement()))
                    .boxed()
                    .toList();
            if (lacking.isEmpty()) {
                noteRedundant(draft, demand);
            } else {
                draft.note(new Step.NodesRequired(demand.rule(), demand.requirement(), lacking));
            }
        }
        List<Demand> redundant = new ArrayList<>(demands);
        required.forEach(redundant::remove);
        redundant.forEach(demand -> noteRedundant(draft, demand));
        for (Wish wish : distinct(wishes, Wish::isSameAs)) {
            if (affinity.prefers(wish.preference())) {
                draft.note(
                        new Step.NotConcerned(wish.rule(), "the pod already prefers nodes with " + wish.preference()));
            } else {
                draft.note(new Step.NodesPreferred(wish.rule(), wish.preference()));
            }
        }
    }

    private static void noteRedundant(Draft draft, Demand demand) {
        draft.note(new Step.NotConcerned(
                demand.rule(),
                "the pod already requires nodes with " + demand.requirement() + ", or its affinity matches no node"));
    }

    NodeAffinity addedTo(NodeAffinity affinity) {
        List<NodeAffinity.Preference> preferred = new ArrayList<>(affinity.preferred());
        for (Wish wish : distinct(wishes, Wish::isSameAs)) {
            if (!affinity.prefers(wish.preference())) {
                preferred.add(new NodeAffinity.Preference(
                        wish.preference().weight(),
                        new NodeAffinity.NodeSelectorTerm(wish.preference().requirements(), List.of())));
            }
        }
        List<Demand> required = distinct(demands, Demand::isSameAs);
        return required.isEmpty()
                ? new NodeAffinity(affinity.depth(), affinity.terms(), preferred)
                : new NodeAffinity(
                        NodeAffinity.Depth.REQUIRED,
                        terms(affinity).stream()
                                .map(term -> with(term, required))
                                .toList(),
                        preferred);
    }

    private static List<NodeAffinity.NodeSelectorTerm> terms(NodeAffinity affinity) {
        return affinity.depth() == NodeAffinity.Depth.REQUIRED ? affinity.terms() : List.of(NEW_TERM);
    }

    private static NodeAffinity.NodeSelectorTerm with(NodeAffinity.NodeSelectorTerm term, List<Demand> required) {
        List<Requirement> expressions = new ArrayList<>(term.matchExpressions());
        for (Demand demand : required) {
            if (lacks(term, demand.requirement())) {
                expressions.add(demand.requirement());
            }
        }
        return new NodeAffinity.NodeSelectorTerm(expressions, term.matchFields());
    }

    /** An empty term of the pod matches no node; with a requirement in it, it would match some. */
    @SuppressWarnings("ReferenceEquality") // The new term is empty too, but not the pod's.
    private static boolean lacks(NodeAffinity.NodeSelectorTerm term, Requirement requirement) {
        return term == NEW_TERM || (!term.isEmpty() && !term.requires(requirement));
    }
}

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

    private final List<Offered<Requirement>> demands = new ArrayList<>(2);
    private final List<Offered<NodePreference>> wishes = new ArrayList<>(0);

    private record Offered<T>(RuleId rule, T wanted) {}

    /** It counts unless a rule of higher precedence has added the same one. */
    void require(RuleId rule, Requirement requirement) {
        demands.add(new Offered<>(rule, requirement));
    }

    /** It counts unless a rule of higher precedence has added the same one. */
    void prefer(RuleId rule, NodePreference preference) {
        wishes.add(new Offered<>(rule, preference));
    }

    /** Takes back what the rule has added for the pool, which it adds last. */
    void withdraw(RuleId rule, Pool pool) {
        for (Requirement requirement : pool.required()) {
            removeLast(demands, new Offered<>(rule, requirement));
        }
        for (NodePreference preference : pool.preferred()) {
            removeLast(wishes, new Offered<>(rule, preference));
        }
    }

    List<Requirement> requiredBy(RuleId rule) {
        return demands.stream()
                .filter(demand -> demand.rule().equals(rule))
                .map(Offered::wanted)
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
                Offered<Requirement> now = replaces(requirement);
                if (now != null && before.terms().stream().anyMatch(stored -> stored.requires(requirement))) {
                    outdated.add(new Step.NodesReleased(now.rule(), requirement, term, i));
                }
            }
        }
        return outdated;
    }

    /** Null if nothing takes the place of the requirement. */
    private @Nullable Offered<Requirement> replaces(Requirement own) {
        List<Offered<Requirement>> ofKey = demands.stream()
                .filter(demand -> demand.wanted().key().equals(own.key()))
                .toList();
        return own.operator() != Requirement.Operator.IN
                        || ofKey.isEmpty()
                        || ofKey.stream().anyMatch(demand -> demand.wanted().isSameAs(own))
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
    private static <T> List<Offered<T>> distinct(List<Offered<T>> items, BiPredicate<T, T> isSame) {
        List<Offered<T>> distinct = new ArrayList<>(items.size());
        for (Offered<T> item : items) {
            if (distinct.stream().noneMatch(earlier -> isSame.test(earlier.wanted(), item.wanted()))) {
                distinct.add(item);
            }
        }
        return distinct;
    }

    void apply(Draft draft, NodeAffinity affinity) {
        List<NodeAffinity.NodeSelectorTerm> terms = terms(affinity);
        List<Offered<Requirement>> required = distinct(demands, Requirement::isSameAs);
        for (Offered<Requirement> demand : required) {
            List<Integer> lacking = IntStream.range(0, terms.size())
                    .filter(term -> lacks(terms.get(term), demand.wanted()))
                    .boxed()
                    .toList();
            if (lacking.isEmpty()) {
                noteRedundant(draft, demand);
            } else {
                draft.note(new Step.NodesRequired(demand.rule(), demand.wanted(), lacking));
            }
        }
        List<Offered<Requirement>> redundant = new ArrayList<>(demands);
        required.forEach(redundant::remove);
        redundant.forEach(demand -> noteRedundant(draft, demand));
        for (Offered<NodePreference> wish : distinct(wishes, NodePreference::equals)) {
            if (affinity.prefers(wish.wanted())) {
                draft.note(new Step.NotConcerned(wish.rule(), "the pod already prefers nodes with " + wish.wanted()));
            } else {
                draft.note(new Step.NodesPreferred(wish.rule(), wish.wanted()));
            }
        }
    }

    private static void noteRedundant(Draft draft, Offered<Requirement> demand) {
        draft.note(new Step.NotConcerned(
                demand.rule(),
                "the pod already requires nodes with " + demand.wanted() + ", or its affinity matches no node"));
    }

    NodeAffinity addedTo(NodeAffinity affinity) {
        List<NodeAffinity.Preference> preferred = new ArrayList<>(affinity.preferred());
        for (Offered<NodePreference> wish : distinct(wishes, NodePreference::equals)) {
            if (!affinity.prefers(wish.wanted())) {
                preferred.add(new NodeAffinity.Preference(
                        wish.wanted().weight(),
                        new NodeAffinity.NodeSelectorTerm(wish.wanted().requirements(), List.of())));
            }
        }
        List<Offered<Requirement>> required = distinct(demands, Requirement::isSameAs);
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

    private static NodeAffinity.NodeSelectorTerm with(
            NodeAffinity.NodeSelectorTerm term, List<Offered<Requirement>> required) {
        List<Requirement> expressions = new ArrayList<>(term.matchExpressions());
        for (Offered<Requirement> demand : required) {
            if (lacks(term, demand.wanted())) {
                expressions.add(demand.wanted());
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

package dev.tolerant.engine.rule;

import dev.tolerant.engine.rule.Decision.AttributedToleration;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A decision about one pod in the making; used by one thread, for one review. */
final class Draft {
    private final List<Toleration> tolerations;
    /** The indexes of entries that came with the review; the same for all drafts of the pod. */
    private final Map<String, List<Integer>> receivedByKey;

    private final Map<String, List<Integer>> addedByKey = new HashMap<>(0);
    private final PodFacts pod;
    private List<Origin> origins;
    private final int received;
    private final List<@Nullable RuleId> givers;
    private final List<Step> steps = new ArrayList<>(12);
    private List<String> asked = List.of();

    Draft(PodFacts pod, List<Origin> origins) {
        this(pod, origins, byKey(pod.tolerations()));
    }

    private Draft(PodFacts pod, List<Origin> origins, Map<String, List<Integer>> receivedByKey) {
        int usually = pod.tolerations().size() + 4;
        this.tolerations = new ArrayList<>(usually);
        this.givers = new ArrayList<>(usually);
        this.pod = pod;
        this.origins = origins;
        this.receivedByKey = receivedByKey;
        this.tolerations.addAll(pod.tolerations());
        this.received = tolerations.size();
        this.givers.addAll(Collections.nCopies(received, null));
    }

    Draft untouched() {
        return new Draft(pod, origins, receivedByKey);
    }

    /** A draft to find out which offers there is room for: a new one, unless there is none for any. */
    Draft trial() {
        return received < PodFacts.GIVEN_UP_TO ? untouched() : this;
    }

    List<Toleration> tolerations() {
        return tolerations;
    }

    private static Map<String, List<Integer>> byKey(List<Toleration> received) {
        Map<String, List<Integer>> byKey = new HashMap<>();
        for (int i = 0; i < received.size(); i++) {
            Toleration toleration = received.get(i);
            if (!toleration.key().isEmpty() || isFirstOfItsKind(toleration, of("", byKey), received)) {
                byKey.computeIfAbsent(toleration.key(), any -> new ArrayList<>(1))
                        .add(i);
            }
        }
        return byKey;
    }

    private static List<Integer> of(String key, Map<String, List<Integer>> byKey) {
        return byKey.getOrDefault(key, List.of());
    }

    private void addToList(Toleration toleration) {
        boolean isFirst = !toleration.key().isEmpty()
                || (isFirstOfItsKind(toleration, of("", receivedByKey), tolerations)
                        && isFirstOfItsKind(toleration, of("", addedByKey), tolerations));
        if (isFirst) {
            addedByKey
                    .computeIfAbsent(toleration.key(), any -> new ArrayList<>(1))
                    .add(tolerations.size());
        }
        tolerations.add(toleration);
    }

    /**
     * True for an entry without a key that can be the first to make an offer redundant: there are few of that kind,
     * which every offer meets; an entry for one value covers no offer, as none is for every key and one value.
     */
    private static boolean isFirstOfItsKind(
            Toleration toleration, List<Integer> earlier, List<Toleration> tolerations) {
        if (toleration.operator() != Operator.EXISTS && !toleration.value().isEmpty()) {
            return false;
        }
        for (int index : earlier) {
            if (tolerations.get(index).shadows(toleration)) {
                return false;
            }
        }
        return true;
    }

    /** The first entry that makes an offered toleration redundant, or -1; only entries with its key or without a key can do so. */
    int firstCovering(String key, Predicate<Toleration> isCovered) {
        int ofKey = firstOfKey(key, isCovered);
        int ofNoKey = firstOfKey("", isCovered);
        return ofKey < 0 || (ofNoKey >= 0 && ofNoKey < ofKey) ? ofNoKey : ofKey;
    }

    private int firstOfKey(String key, Predicate<Toleration> isCovered) {
        int received = first(of(key, receivedByKey), isCovered);
        return received < 0 ? first(of(key, addedByKey), isCovered) : received;
    }

    private int first(List<Integer> indexes, Predicate<Toleration> isCovered) {
        // By index: there are dozens of these lists in a review, nearly all empty, and an iterator for each is two of
        // its kilobytes.
        for (int i = 0; i < indexes.size(); i++) {
            int index = indexes.get(i);
            if (isCovered.test(tolerations.get(index))) {
                return index;
            }
        }
        return -1;
    }

    /** The number of entries that came with the review; those after them were added. */
    int received() {
        return received;
    }

    void reattribute(List<Origin> others) {
        origins = others;
    }

    Origin origin(int index) {
        return index < received ? origins.get(index) : Origin.RULE;
    }

    /** Null if the entry came with the pod and no rule changed it. */
    @Nullable
    RuleId giver(int index) {
        return givers.get(index);
    }

    List<Step> steps() {
        return steps;
    }

    void ask(List<String> policies) {
        asked = policies;
    }

    void note(Step step) {
        steps.add(step);
    }

    void noteAll(List<Step> more) {
        steps.addAll(more);
    }

    void setSeconds(RuleId rule, int index, TolerationSeconds seconds) {
        Toleration before = tolerations.get(index);
        tolerations.set(index, before.withSeconds(seconds));
        givers.set(index, rule);
        steps.add(new Step.SecondsSet(rule, index, before, seconds, origin(index)));
    }

    /** The rule gives the entry the seconds that it already has. */
    void confirm(RuleId rule, int index) {
        givers.set(index, rule);
    }

    /** True where the list has the toleration, or an entry that makes it redundant, or has had room for it. */
    boolean takes(Toleration toleration, Predicate<Toleration> covers) {
        if (firstCovering(toleration.key(), covers) >= 0) {
            return true;
        }
        boolean hasRoom = tolerations.size() < PodFacts.GIVEN_UP_TO;
        if (hasRoom) {
            addToList(toleration);
        }
        return hasRoom;
    }

    void append(RuleId rule, Toleration toleration) {
        addToList(toleration);
        givers.add(rule);
        steps.add(new Step.Added(rule, toleration));
    }

    void restore(int oldIndex, Toleration toleration) {
        addToList(toleration);
        givers.add(RuleId.UPDATE);
        steps.add(new Step.Restored(oldIndex, toleration));
    }

    Decision decision() {
        if (steps.isEmpty()) {
            steps.add(new Step.NotConcerned(RuleId.REVIEW, "no rule applies"));
        }
        return new Decision(List.copyOf(steps), attributed(tolerations), null, asked);
    }

    Decision refused(Step.Refused refused) {
        steps.add(refused);
        return new Decision(List.copyOf(steps), asItCame(), refused.refusal(), asked);
    }

    Decision skipped(SkipReason reason) {
        return new Decision(List.of(new Step.Skipped(reason)), asItCame(), null, List.of());
    }

    private List<AttributedToleration> asItCame() {
        return untouched().attributed(pod.tolerations());
    }

    private List<AttributedToleration> attributed(List<Toleration> list) {
        List<AttributedToleration> attributed = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            attributed.add(new AttributedToleration(list.get(i), origin(i), giver(i)));
        }
        return Collections.unmodifiableList(attributed);
    }

    /** Notes what a policy in mode Audit would change, as if it were the only policy, once everything else is decided. */
    void noteAudited(List<Step> alone) {
        alone.forEach(this::noteAudited);
    }

    private void noteAudited(Step step) {
        if (step instanceof Step.Added added) {
            note(new Step.Audited(step.rule(), "would add " + added.toleration()));
        } else if (step instanceof Step.SecondsSet set) {
            note(new Step.Audited(
                    step.rule(),
                    "would set tolerationSeconds of toleration " + set.index() + " (" + set.before() + ") to "
                            + set.after()));
        } else if (step instanceof Step.NodesRequired required) {
            note(new Step.Audited(step.rule(), "would require nodes with " + required.requirement()));
        } else if (step instanceof Step.NodesPreferred preferred) {
            note(new Step.Audited(step.rule(), "would prefer nodes with " + preferred.preference()));
        } else if (step instanceof Step.Withheld withheld) {
            note(new Step.Audited(step.rule(), "would not give " + withheld.toleration() + ": " + withheld.because()));
        }
    }
}

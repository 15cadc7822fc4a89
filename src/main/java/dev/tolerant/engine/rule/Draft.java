package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.Decision;
import dev.tolerant.engine.model.Decision.AttributedToleration;
import dev.tolerant.engine.model.Origins;
import dev.tolerant.engine.model.Origins.Origin;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step;
import dev.tolerant.engine.model.Step.SkipReason;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A decision about one pod in the making; used by one thread, for one review. */
final class Draft {
    private final List<Toleration> tolerations;
    private final PodFacts pod;
    private Origins origins;
    private final int received;
    private final List<@Nullable RuleId> givers;
    private final List<Step> steps = new ArrayList<>(12);
    private List<String> asked = List.of();

    Draft(PodFacts pod, Origins origins) {
        int usually = pod.tolerations().size() + 4;
        this.tolerations = new ArrayList<>(usually);
        this.givers = new ArrayList<>(usually);
        this.pod = pod;
        this.origins = origins;
        this.tolerations.addAll(pod.tolerations());
        this.received = tolerations.size();
        this.givers.addAll(Collections.nCopies(received, null));
    }

    /** A new draft of the same pod without any changes; there may be one for each of many policies. */
    Draft untouched() {
        return new Draft(pod, origins);
    }

    /** The list with all changes so far. */
    List<Toleration> tolerations() {
        return tolerations;
    }

    /** How many entries came with the review; entries after those were added. */
    int received() {
        return received;
    }

    /** Takes other origins for what came with the review. */
    void reattribute(Origins others) {
        origins = others;
    }

    Origin origin(int index) {
        return index < received ? origins.at(index) : Origin.RULE;
    }

    /** The rule that gave the entry or its seconds; null if it came with the pod and no rule changed it. */
    @Nullable
    RuleId giver(int index) {
        return givers.get(index);
    }

    List<Step> steps() {
        return steps;
    }

    /** Records which policies, by their names, the decision depends on. */
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

    /** Records that the rule gives an entry the seconds that it already has. */
    void confirm(RuleId rule, int index) {
        givers.set(index, rule);
    }

    void append(RuleId rule, Toleration toleration) {
        tolerations.add(toleration);
        givers.add(rule);
        steps.add(new Step.Added(rule, toleration));
    }

    void restore(int oldIndex, Toleration toleration) {
        tolerations.add(toleration);
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

    /** A decision to change nothing, for this reason. */
    Decision skipped(SkipReason reason) {
        return new Decision(List.of(new Step.Skipped(reason)), asItCame(), null);
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
}

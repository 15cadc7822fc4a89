package dev.tolerant.rule;

import dev.tolerant.decision.Change;
import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Refusal;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.Origin;
import dev.tolerant.pod.Origins;
import dev.tolerant.pod.PodFacts;
import dev.tolerant.toleration.Toleration;
import dev.tolerant.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.List;

/** One pod's tolerations while a decision about them grows; used by one thread, for one review. */
final class Draft {
    private final List<Toleration> tolerations;
    private final Origins origins;
    private final int received;
    private final List<Step> steps = new ArrayList<>(12);
    private final List<Change> changes = new ArrayList<>(4);

    Draft(PodFacts pod, Origins origins) {
        this.tolerations = new ArrayList<>(pod.tolerations().size() + 4);
        this.tolerations.addAll(pod.tolerations());
        this.origins = origins;
        this.received = tolerations.size();
    }

    /** The list as it stands by now. */
    List<Toleration> tolerations() {
        return tolerations;
    }

    /** How many entries came with the review; the rest was added. */
    int received() {
        return received;
    }

    Origin origin(int index) {
        return index < received ? origins.at(index) : Origin.RULE;
    }

    void note(Step step) {
        steps.add(step);
    }

    void noteAll(List<Step> more) {
        steps.addAll(more);
    }

    void retime(String rule, int index, TolerationSeconds seconds) {
        Toleration before = tolerations.get(index);
        tolerations.set(index, before.withSeconds(seconds));
        changes.add(new Change.SetSeconds(index, seconds));
        steps.add(new Step.Retimed(rule, index, before, seconds, origin(index)));
    }

    void append(String rule, Toleration toleration) {
        tolerations.add(toleration);
        changes.add(new Change.Append(toleration));
        steps.add(new Step.Added(rule, toleration));
    }

    void restore(int oldIndex, Toleration toleration) {
        tolerations.add(toleration);
        changes.add(new Change.Restore(oldIndex));
        steps.add(new Step.Restored(toleration));
    }

    void selectNodes(String rule, String key, String value) {
        changes.add(new Change.SelectNodes(key, value));
        steps.add(new Step.NodesSelected(rule, key, value));
    }

    Decision decision() {
        return new Decision(List.copyOf(steps), List.copyOf(changes), null);
    }

    Decision refused(String rule, Refusal refusal) {
        steps.add(new Step.Refused(rule, refusal));
        return new Decision(List.copyOf(steps), List.of(), refusal);
    }
}

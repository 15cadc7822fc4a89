package dev.tolerant.rule;

import dev.tolerant.decision.Change;
import dev.tolerant.decision.Decision;
import dev.tolerant.decision.Step;
import dev.tolerant.pod.NodeRequirement;
import dev.tolerant.pod.Origin;
import dev.tolerant.pod.Origins;
import dev.tolerant.pod.PodFacts;
import dev.tolerant.toleration.Toleration;
import dev.tolerant.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One pod's tolerations while a decision about them grows; used by one thread, for one review. */
final class Draft {
    private final List<Toleration> tolerations;
    private final Origins origins;
    private final int received;
    private final List<String> givers = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>(12);
    private final List<Change> changes = new ArrayList<>(4);

    Draft(PodFacts pod, Origins origins) {
        this.tolerations = new ArrayList<>(pod.tolerations().size() + 4);
        this.tolerations.addAll(pod.tolerations());
        this.origins = origins;
        this.received = tolerations.size();
        this.givers.addAll(Collections.nCopies(received, ""));
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

    /** The rule that gave the entry, or gave it its seconds; empty if it is as it came. */
    String giver(int index) {
        return givers.get(index);
    }

    List<Step> steps() {
        return steps;
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
        givers.set(index, rule);
        changes.add(new Change.SetSeconds(index, seconds));
        steps.add(new Step.Retimed(rule, index, before, seconds, origin(index)));
    }

    void append(String rule, Toleration toleration) {
        tolerations.add(toleration);
        givers.add(rule);
        changes.add(new Change.Append(toleration));
        steps.add(new Step.Added(rule, toleration));
    }

    void restore(int oldIndex, Toleration toleration) {
        tolerations.add(toleration);
        givers.add(Restoration.NAME);
        changes.add(new Change.Restore(oldIndex));
        steps.add(new Step.Restored(toleration));
    }

    void selectNodes(String rule, String key, String value) {
        changes.add(new Change.SelectNodes(key, value));
        steps.add(new Step.NodesSelected(rule, key, value));
    }

    void requireNodes(String rule, NodeRequirement requirement, int[] terms) {
        for (int term : terms) {
            changes.add(new Change.RequireNodes(term, requirement));
        }
        if (terms.length > 0) {
            steps.add(new Step.NodesRequired(rule, requirement));
        }
    }

    Decision decision() {
        return new Decision(List.copyOf(steps), List.copyOf(changes), null);
    }

    Decision refused(Step.Refused refused) {
        steps.add(refused);
        return new Decision(List.copyOf(steps), List.of(), refused.refusal());
    }
}

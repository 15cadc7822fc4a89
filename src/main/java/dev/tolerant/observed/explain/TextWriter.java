package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Decision.Verdict;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.TaintRules.TaintOutcome;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.ExplainedStep;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.Section;
import dev.tolerant.observed.explain.Report.TextTable;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes explanations for people at a terminal. */
public final class TextWriter {
    private static final int MAX_NO_MATCH = 10;
    private static final int MAX_NODES = 20;
    private static final int MAX_NAMES = 3;

    private final Palette palette;

    public TextWriter(Palette palette) {
        this.palette = palette;
    }

    /** All explanations, one after the other. */
    public String write(List<Explanation> explanations) {
        StringBuilder out = new StringBuilder();
        for (Explanation explanation : explanations) {
            out.append(out.isEmpty() ? "" : "\n\n");
            out.append(report(explanation).text(palette, TextTable.WIDTH));
        }
        return out.toString();
    }

    private static Report report(Explanation explanation) {
        return new Report(
                title(explanation.about()),
                List.of(verdict(explanation)),
                List.of(
                        steps(explanation.steps()),
                        tolerations(explanation),
                        taints(explanation.taints()),
                        nodes(explanation.nodes())),
                explanation.notes());
    }

    private static String title(ExplainedObject about) {
        return about.kind() + " " + about.name() + (about.generated() ? "*" : "") + " in namespace "
                + about.namespace() + (about.madeBy().isEmpty() ? "" : ", made by " + about.madeBy())
                + (about.operation().equals("CREATE") ? "" : ", " + about.operation());
    }

    private static List<Cell> verdict(Explanation explanation) {
        if (!explanation.unread().isEmpty()) {
            return List.of(
                    new Cell(Tone.BAD, explanation.verdictCode()),
                    Cell.plain(
                            "what follows leaves out what was not read: " + String.join("; ", explanation.unread())));
        }
        Verdict verdict = explanation.verdict();
        Tone tone = verdict == Verdict.REFUSED ? Tone.BAD : verdict == Verdict.PATCHED ? Tone.GOOD : Tone.PLAIN;
        Refusal refusal = explanation.refusal();
        return List.of(
                new Cell(tone, explanation.verdictCode().replace('-', ' ')),
                Cell.plain(refusal == null ? summary(explanation) : refusal.message()));
    }

    private static String summary(Explanation explanation) {
        if (explanation.unasked() != null) {
            return "the webhook is not asked: " + explanation.unasked();
        }
        return switch (explanation.verdict()) {
            case PATCHED -> changes(explanation);
            case UNCHANGED -> "the webhook changes nothing";
            case SKIPPED, REFUSED -> "the webhook leaves it as it is";
        };
    }

    private static String changes(Explanation explanation) {
        int ofPod = explanation.patch().size();
        int ofTemplate = explanation.templatePatch().size();
        if (ofTemplate == 0) {
            return changes(ofPod);
        }
        return changes(ofTemplate) + " of the DaemonSet's template"
                + (ofPod == 0 ? "" : ", " + changes(ofPod) + " of the pod");
    }

    private static String changes(int number) {
        return number + (number == 1 ? " change" : " changes");
    }

    /** What rules did; those that did nothing are named in one line, so that what happened stands out. */
    private static Section steps(List<ExplainedStep> steps) {
        Section section = Section.of("Rules, in order");
        Set<RuleId> idle = idle(steps);
        int unmatched = 0;
        for (ExplainedStep step : steps) {
            unmatched += step.isMismatch() ? 1 : 0;
            if (!idle.contains(step.rule()) && (!step.isMismatch() || unmatched <= MAX_NO_MATCH)) {
                section.add(
                        Cell.plain(step.rule().toString()),
                        new Cell(tone(step), step.outcome().words()),
                        new Cell(
                                step.outcome() == ExplainedStep.Outcome.SKIPPED ? Tone.DIM : Tone.PLAIN,
                                step.sentence()));
            }
        }
        if (unmatched > MAX_NO_MATCH) {
            skipped(section, "policies", (unmatched - MAX_NO_MATCH) + " more that do not match; JSON has them all");
        }
        if (!idle.isEmpty()) {
            skipped(
                    section,
                    "others",
                    idle.stream().map(RuleId::toString).collect(Collectors.joining(", ")) + "; JSON says why");
        }
        return section;
    }

    private static void skipped(Section section, String rules, String sentence) {
        section.add(Cell.plain(rules), new Cell(Tone.DIM, "skipped"), new Cell(Tone.DIM, sentence));
    }

    /** The built-in rules that only say why they do nothing, in order. */
    private static Set<RuleId> idle(List<ExplainedStep> steps) {
        Set<RuleId> idle = new LinkedHashSet<>();
        steps.stream()
                .map(ExplainedStep::rule)
                .filter(rule -> rule.kind().compareTo(RuleId.Kind.POLICIES) > 0)
                .forEach(idle::add);
        steps.stream()
                .filter(step -> step.outcome() != ExplainedStep.Outcome.SKIPPED)
                .map(ExplainedStep::rule)
                .forEach(idle::remove);
        return idle;
    }

    private static Tone tone(ExplainedStep step) {
        return switch (step.outcome()) {
            case APPLIED -> Tone.GOOD;
            case REFUSED, PROBLEM, WARNED -> Tone.BAD;
            case SKIPPED -> Tone.DIM;
            case ALREADY_COVERED, LOST, WITHHELD, AUDITED -> Tone.PLAIN;
        };
    }

    private static Section tolerations(Explanation explanation) {
        Section section = Section.of(explanation.refusal() == null ? "Tolerations" : "Tolerations, as the pod came");
        List<ExplainedToleration> tolerations = explanation.tolerations();
        for (int i = 0; i < tolerations.size(); i++) {
            section.add(
                    new Cell(Tone.DIM, Integer.toString(i)),
                    Cell.plain(tolerations.get(i).text()),
                    Cell.plain(tolerations.get(i).words()));
        }
        return section;
    }

    private static Section taints(List<TaintOutcome> taints) {
        Section section = Section.of("On a node with the taint" + grace(taints));
        for (TaintOutcome taint : taints) {
            section.add(
                    Cell.plain(taint.taint().toString()),
                    new Cell(tone(taint.schedulable(), taint.eviction()), taint.sentence() + total(taint)),
                    new Cell(Tone.DIM, taint.toleration() < 0 ? "" : "by toleration " + taint.toleration()));
        }
        return section;
    }

    private static String total(TaintOutcome taint) {
        return taint.secondsWithGrace().isEmpty()
                ? ""
                : " (" + taint.secondsWithGrace().getAsLong() + "s)";
    }

    private static String grace(List<TaintOutcome> taints) {
        for (TaintOutcome taint : taints) {
            if (taint.secondsWithGrace().isPresent()) {
                return ", counted from it (with the node-monitor grace period of "
                        + taint.graceSeconds().orElse(0) + "s before it)";
            }
        }
        return "";
    }

    /** A line for each node, or of many nodes one for all that say the same. */
    private static Section nodes(@Nullable List<NodeOutcome> nodes) {
        Section section = Section.of("On the nodes");
        if (nodes == null) {
            return section;
        }
        Map<String, List<NodeOutcome>> bySentence = new LinkedHashMap<>();
        for (NodeOutcome node : nodes) {
            String line = nodes.size() > MAX_NODES ? node.sentence() : node.name();
            bySentence.computeIfAbsent(line, none -> new ArrayList<>()).add(node);
        }
        for (List<NodeOutcome> alike : bySentence.values()) {
            NodeOutcome any = alike.get(0);
            section.add(Cell.plain(names(alike)), new Cell(tone(any.schedulable(), any.eviction()), any.sentence()));
        }
        return section;
    }

    private static String names(List<NodeOutcome> nodes) {
        return Report.first(MAX_NAMES, nodes.stream().map(NodeOutcome::name).toList());
    }

    private static Tone tone(boolean schedulable, EvictionTime eviction) {
        boolean atOnce = !eviction.never() && eviction.afterSeconds() == 0;
        return schedulable && eviction.never() ? Tone.GOOD : !schedulable || atOnce ? Tone.BAD : Tone.PLAIN;
    }
}

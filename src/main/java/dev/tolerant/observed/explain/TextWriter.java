package dev.tolerant.observed.explain;

import dev.tolerant.engine.model.Decision.Verdict;
import dev.tolerant.engine.model.OneLine;
import dev.tolerant.engine.model.Step.Refusal;
import dev.tolerant.engine.model.TaintRules.EvictionTime;
import dev.tolerant.engine.model.TaintRules.TaintOutcome;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.ExplainedStep;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.TextTable;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes explanations for people at a terminal. */
public final class TextWriter {
    private static final int MAX_TEXT = 2000;
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
            write(out, explanation);
        }
        return out.toString();
    }

    private void write(StringBuilder out, Explanation explanation) {
        out.append(palette.paint(Tone.HEADING, title(explanation.about()))).append('\n');
        writeVerdict(out, explanation);
        if (!explanation.steps().isEmpty()) {
            heading(out, "Rules, in order");
            steps(explanation.steps()).write(out, palette);
        }
        if (!explanation.tolerations().isEmpty()) {
            heading(out, explanation.refusal() == null ? "Tolerations" : "Tolerations, as the pod came");
            tolerations(explanation.tolerations()).write(out, palette);
        }
        if (!explanation.taints().isEmpty()) {
            heading(out, "On a node with the taint" + grace(explanation.taints()));
            taints(explanation.taints()).write(out, palette);
        }
        if (explanation.nodes() != null && !explanation.nodes().isEmpty()) {
            heading(out, "On the nodes");
            nodes(explanation.nodes()).write(out, palette);
        }
        if (!explanation.notes().isEmpty()) {
            heading(out, "Notes");
            notes(explanation.notes()).write(out, palette);
        }
    }

    private static String title(ExplainedObject about) {
        return clean(about.kind() + " " + about.name() + (about.generated() ? "*" : "") + " in namespace "
                + about.namespace() + (about.madeBy().isEmpty() ? "" : ", made by " + about.madeBy())
                + (about.operation().equals("CREATE") ? "" : ", " + about.operation()));
    }

    private void writeVerdict(StringBuilder out, Explanation explanation) {
        if (!explanation.unread().isEmpty()) {
            TextTable table = new TextTable();
            table.add(
                    new Cell(Tone.BAD, explanation.verdictCode()),
                    Cell.plain(clean(
                            "what follows leaves out what was not read: " + String.join("; ", explanation.unread()))));
            table.write(out, palette);
            return;
        }
        Verdict verdict = explanation.verdict();
        Tone tone = verdict == Verdict.REFUSED ? Tone.BAD : verdict == Verdict.PATCHED ? Tone.GOOD : Tone.PLAIN;
        Refusal refusal = explanation.refusal();
        TextTable table = new TextTable();
        table.add(
                new Cell(tone, explanation.verdictCode().replace('-', ' ')),
                Cell.plain(refusal == null ? summary(explanation) : clean(refusal.message())));
        table.write(out, palette);
    }

    private static String summary(Explanation explanation) {
        if (explanation.unasked() != null) {
            return clean("the webhook is not asked: " + explanation.unasked());
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

    private void heading(StringBuilder out, String text) {
        out.append('\n').append(palette.paint(Tone.HEADING, text)).append('\n');
    }

    private static TextTable steps(List<ExplainedStep> steps) {
        TextTable table = new TextTable();
        int unmatched = 0;
        for (ExplainedStep step : steps) {
            unmatched += step.isMismatch() ? 1 : 0;
            if (!step.isMismatch() || unmatched <= MAX_NO_MATCH) {
                table.add(
                        Cell.plain(clean(step.rule().toString())),
                        new Cell(tone(step), step.outcome().words()),
                        new Cell(
                                step.outcome() == ExplainedStep.Outcome.SKIPPED ? Tone.DIM : Tone.PLAIN,
                                clean(step.sentence())));
            }
        }
        if (unmatched > MAX_NO_MATCH) {
            table.add(
                    Cell.plain("policies"),
                    new Cell(Tone.DIM, "skipped"),
                    new Cell(Tone.DIM, (unmatched - MAX_NO_MATCH) + " more that do not match; JSON has them all"));
        }
        return table;
    }

    private static Tone tone(ExplainedStep step) {
        return switch (step.outcome()) {
            case APPLIED -> Tone.GOOD;
            case REFUSED, PROBLEM, WARNED -> Tone.BAD;
            case SKIPPED -> Tone.DIM;
            case ALREADY_COVERED, LOST, WITHHELD, AUDITED -> Tone.PLAIN;
        };
    }

    private static TextTable tolerations(List<ExplainedToleration> tolerations) {
        TextTable table = new TextTable();
        for (int i = 0; i < tolerations.size(); i++) {
            table.add(
                    new Cell(Tone.DIM, Integer.toString(i)),
                    Cell.plain(clean(tolerations.get(i).text())),
                    Cell.plain(clean(tolerations.get(i).words())));
        }
        return table;
    }

    private static TextTable taints(List<TaintOutcome> taints) {
        TextTable table = new TextTable();
        for (TaintOutcome taint : taints) {
            table.add(
                    Cell.plain(clean(taint.taint().toString())),
                    new Cell(tone(taint.schedulable(), taint.eviction()), taint.sentence() + total(taint)),
                    new Cell(Tone.DIM, taint.toleration() < 0 ? "" : "by toleration " + taint.toleration()));
        }
        return table;
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
    private static TextTable nodes(List<NodeOutcome> nodes) {
        Map<String, List<NodeOutcome>> bySentence = new LinkedHashMap<>();
        for (NodeOutcome node : nodes) {
            String line = nodes.size() > MAX_NODES ? node.sentence() : node.name();
            bySentence.computeIfAbsent(line, none -> new ArrayList<>()).add(node);
        }
        TextTable table = new TextTable();
        for (List<NodeOutcome> alike : bySentence.values()) {
            NodeOutcome any = alike.get(0);
            table.add(
                    Cell.plain(clean(names(alike))), new Cell(tone(any.schedulable(), any.eviction()), any.sentence()));
        }
        return table;
    }

    private static String names(List<NodeOutcome> nodes) {
        return Report.first(MAX_NAMES, nodes.stream().map(NodeOutcome::name).toList());
    }

    private static Tone tone(boolean schedulable, EvictionTime eviction) {
        boolean atOnce = !eviction.never() && eviction.afterSeconds() == 0;
        return schedulable && eviction.never() ? Tone.GOOD : !schedulable || atOnce ? Tone.BAD : Tone.PLAIN;
    }

    private static TextTable notes(List<String> notes) {
        TextTable table = new TextTable();
        notes.forEach(note -> table.add(new Cell(Tone.DIM, clean(note))));
        return table;
    }

    /** Nothing has checked names and values before admission: they must not move the cursor of a terminal. */
    private static String clean(String text) {
        return OneLine.of(text, MAX_TEXT);
    }
}

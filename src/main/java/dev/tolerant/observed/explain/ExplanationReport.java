package dev.tolerant.observed.explain;

import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.Outcome;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SecondsSet;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import dev.tolerant.observed.taints.TaintRules.TaintOutcome;
import dev.tolerant.text.Report;
import dev.tolerant.text.Report.Palette;
import dev.tolerant.text.Report.Palette.Tone;
import dev.tolerant.text.Report.Section;
import dev.tolerant.text.Report.TextTable;
import dev.tolerant.text.Report.TextTable.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes explanations for people at a terminal: first where the pod may run, when it leaves, and who decided that.
 *
 * @param width in columns
 * @param tables true to show every rule, toleration, taint and node as well
 */
public record ExplanationReport(Palette palette, int width, boolean tables) {
    private static final int MAX_NO_MATCH = 10;
    private static final int MAX_NODES = 20;
    private static final int MAX_NAMES = 3;
    private static final int MAX_ALIGNED = 80;

    public String write(List<Explanation> explanations) {
        return explanations.stream().map(this::text).collect(Collectors.joining("\n"));
    }

    private String text(Explanation explanation) {
        StringBuilder out = new StringBuilder();
        Cell verdict = explanation.pending() == null
                ? verdict(explanation)
                : new Cell(Tone.BAD, "pending: " + explanation.pending());
        Explanation enforced = explanation.enforced();
        write(
                out,
                title(explanation.about()),
                verdict,
                explanation,
                enforced == null ? explanation.notes() : List.of());
        if (enforced != null) {
            write(out.append('\n'), "With tolerant.mode=enforce", verdict(enforced), enforced, explanation.notes());
        }
        return out.toString();
    }

    private void write(StringBuilder out, String title, Cell verdict, Explanation explanation, List<String> notes) {
        out.append(palette.paint(Tone.HEADING, Report.clean(title)))
                .append("    ")
                .append(palette.paint(verdict.tone(), Report.clean(verdict.text())))
                .append('\n');
        new LeadingRows(explanation).write(out);
        Report report = new Report(
                "",
                List.of(),
                tables
                        ? List.of(
                                steps(explanation.steps()),
                                tolerations(explanation),
                                taints(explanation.taints()),
                                nodes(explanation.nodes()))
                        : List.of(),
                notes);
        out.append(report.body(palette, width));
    }

    private static String title(ExplainedObject about) {
        String made = about.madeBy();
        String operation = about.operation().equals("CREATE") ? "" : " (" + about.operation() + ")";
        return made == null
                ? about.kind() + " " + about.namespace() + "/" + about.name() + (about.generated() ? "*" : "")
                        + operation
                : made.replaceFirst("/", " " + Matcher.quoteReplacement(about.namespace()) + "/");
    }

    private static Cell verdict(Explanation explanation) {
        String subject = explanation.about().madeBy() == null ? "" : "next pod: ";
        int unread = explanation.unread().size();
        Cell known = known(explanation);
        return unread == 0
                ? new Cell(known.tone(), subject + known.text())
                : new Cell(
                        Tone.BAD,
                        subject + "unknown, " + Report.counted(unread, "kind") + " not read; by the rest, "
                                + known.text());
    }

    private static Cell known(Explanation explanation) {
        Refusal refusal = explanation.refusal();
        if (refusal != null) {
            return new Cell(Tone.BAD, "refused: " + refusal.message());
        }
        if (explanation.unasked() != null) {
            return Cell.plain("admitted as it is: the webhook is not asked, because " + explanation.unasked());
        }
        if (explanation.enforced() != null) {
            return Cell.plain("admitted as it is: the webhook only audits (tolerant.mode=audit)");
        }
        return switch (explanation.verdict()) {
            case PATCHED -> new Cell(Tone.GOOD, "admitted, " + changes(explanation));
            case UNCHANGED -> Cell.plain("admitted unchanged");
            case SKIPPED, REFUSED -> Cell.plain("admitted as it is: the webhook leaves it alone");
        };
    }

    private static String changes(Explanation explanation) {
        int ofPod = explanation.patch().size();
        int ofTemplate = explanation.templatePatch().size();
        if (ofTemplate == 0) {
            return Report.counted(ofPod, "change");
        }
        return Report.counted(ofTemplate, "change") + " of the DaemonSet's template"
                + (ofPod == 0 ? "" : ", " + Report.counted(ofPod, "change") + " of the pod");
    }

    private final class LeadingRows {
        private final List<Row> rows = new ArrayList<>();
        private final Explanation of;

        /**
         * @param by the one who decided it; empty if none of them in particular did
         */
        private record Row(String label, Tone tone, String text, String by) {}

        LeadingRows(Explanation explanation) {
            this.of = explanation;
            if (explanation.pending() != null) {
                Cell verdict = verdict(explanation);
                String label = explanation.about().madeBy() == null ? "Recreated" : "Then";
                add(label, verdict.tone(), verdict.text(), "");
            }
            if (explanation.refusal() == null) {
                nodes();
                evicted();
                evictedFromNodes();
            }
            tolerates();
            seconds();
            away();
            for (Step step : explanation.steps()) {
                remarkable(step);
            }
            skipped();
        }

        /** The one who decided stands in a column, behind longer texts right after them. */
        void write(StringBuilder out) {
            int column = rows.stream()
                    .mapToInt(row -> row.text().length())
                    .filter(length -> length <= MAX_ALIGNED)
                    .max()
                    .orElse(0);
            List<List<Cell>> cells = new ArrayList<>();
            for (Row row : rows) {
                String space = " ".repeat(Math.max(0, column - row.text().length()) + 2);
                cells.add(List.of(
                        Cell.plain(row.label()),
                        new Cell(row.tone(), row.by().isEmpty() ? row.text() : row.text() + space + row.by())));
            }
            new TextTable(cells, width).write(out, palette);
        }

        private void add(String label, Tone tone, String text, String by) {
            rows.add(new Row(label, tone, Report.clean(text), Report.clean(by)));
        }

        private void nodes() {
            List<NodeOutcome> nodes = of.nodes();
            if (nodes == null || nodes.isEmpty()) {
                return;
            }
            add(
                    "Nodes",
                    nodes.stream().anyMatch(NodeOutcome::schedulable) ? Tone.PLAIN : Tone.BAD,
                    NodeOutcome.summary(nodes),
                    "");
        }

        private void away() {
            Away away = of.away();
            if (away != null) {
                add("Away", away.isSame() ? Tone.PLAIN : Tone.BAD, away.text(), "");
            }
        }

        private void evicted() {
            Map<String, List<TaintOutcome>> alike = of.taints().stream()
                    .filter(outcome -> outcome.taint().equals(NodeTaints.NOT_READY)
                            || outcome.taint().equals(NodeTaints.UNREACHABLE))
                    .collect(Collectors.groupingBy(
                            outcome -> when(outcome) + by(outcome), LinkedHashMap::new, Collectors.toList()));
            alike.forEach((fate, outcomes) -> {
                TaintOutcome any = outcomes.get(0);
                add(
                        "Evicted",
                        any.eviction().never() ? Tone.PLAIN : tone(true, any.eviction()),
                        when(any)
                                + outcomes.stream()
                                        .map(outcome -> failure(outcome.taint().key()))
                                        .collect(Collectors.joining(" or "))
                                + total(any, " after the node goes silent"),
                        by(any));
            });
        }

        /** By taints that nodes open to the pod have now; the soonest of each. */
        private void evictedFromNodes() {
            List<NodeOutcome> nodes = of.nodes();
            if (nodes == null) {
                return;
            }
            Map<TaintOutcome, List<String>> byTaint = new LinkedHashMap<>();
            for (NodeOutcome node : nodes) {
                if (node.schedulable() && !node.eviction().never()) {
                    node.taints().stream()
                            .filter(outcome -> outcome.eviction().equals(node.eviction()))
                            .findFirst()
                            .filter(outcome ->
                                    !NodeTaints.isOfFailure(outcome.taint().key()))
                            .ifPresent(outcome -> byTaint.computeIfAbsent(outcome, any -> new ArrayList<>())
                                    .add(node.name()));
                }
            }
            byTaint.forEach((outcome, names) -> add(
                    "Evicted",
                    Tone.BAD,
                    when(outcome) + outcome.taint() + ", which " + OneLine.first(MAX_NAMES, names)
                            + (names.size() == 1 ? " has" : " have"),
                    by(outcome)));
        }

        private static String when(TaintOutcome outcome) {
            EvictionTime eviction = outcome.eviction();
            return eviction.never()
                    ? "never for "
                    : eviction.afterSeconds() == 0 ? "at once after " : eviction.afterSeconds() + "s after ";
        }

        private String by(TaintOutcome outcome) {
            return outcome.toleration() < 0
                    ? ""
                    : of.tolerations().get(outcome.toleration()).by();
        }

        private void tolerates() {
            Map<String, String> bySource = new LinkedHashMap<>();
            of.tolerations().stream()
                    .filter(each -> of.refusal() != null
                            || each.origin() == Origin.AUTHOR
                            || !NodeTaints.isOfFailure(each.toleration().key()))
                    .forEach(each -> bySource.merge(each.by(), each.text(), (some, one) -> some + ", " + one));
            bySource.forEach((by, texts) -> add("Tolerates", Tone.PLAIN, texts, by));
        }

        private void seconds() {
            Map<String, List<SecondsSet>> alike = of.steps().stream()
                    .filter(SecondsSet.class::isInstance)
                    .map(SecondsSet.class::cast)
                    .collect(Collectors.groupingBy(
                            step -> change(step) + step.rule(), LinkedHashMap::new, Collectors.toList()));
            alike.values()
                    .forEach(steps -> add(
                            "Changes",
                            Tone.PLAIN,
                            "tolerationSeconds of "
                                    + steps.stream()
                                            .map(step -> failure(step.before().key()))
                                            .collect(Collectors.joining(" and "))
                                    + " " + change(steps.get(0)),
                            rule(steps.get(0).rule())));
        }

        private static String change(SecondsSet step) {
            return step.before().seconds() + " -> " + step.after();
        }

        private void remarkable(Step step) {
            String label = switch (step.outcome()) {
                case APPLIED -> step.isOfNodes() ? "Affinity" : step instanceof Step.ValueTaken ? "Value" : "";
                case WARNED -> "Warning";
                case PROBLEM -> "Problem";
                case WITHHELD -> "Withheld";
                case AUDITED -> "Audited";
                // In the tables, or in the first line.
                case SKIPPED, ALREADY_COVERED, LOST, REFUSED -> "";
            };
            if (!label.isEmpty()) {
                add(label, tone(step) == Tone.BAD ? Tone.BAD : Tone.PLAIN, step.sentence(), rule(step.rule()));
            }
        }

        private void skipped() {
            List<String> names = of.steps().stream()
                    .filter(Step.NoMatch.class::isInstance)
                    .map(Step.NoMatch.class::cast)
                    .map(step -> step.rule().policy() + field(step.mismatch()))
                    .toList();
            if (!names.isEmpty()) {
                add("Skipped", Tone.DIM, OneLine.first(MAX_NO_MATCH, names), "");
            }
        }
    }

    private static String field(Mismatch mismatch) {
        return mismatch.field().isEmpty() ? "" : " (" + mismatch.field() + ")";
    }

    private static String failure(String key) {
        return NodeTaints.isOfFailure(key) ? key.substring(key.indexOf('/') + 1) : key;
    }

    private static String rule(RuleId rule) {
        return rule.isPolicy() ? "policy " + rule.policy() : "rule " + rule;
    }

    /** Leaves out built-in rules that did nothing, so that what happened stands out; JSON says why. */
    private static Section steps(List<Step> steps) {
        Section section = Section.of("Rules, in order");
        Set<RuleId> active = steps.stream()
                .filter(step -> step.outcome() != Outcome.SKIPPED)
                .map(Step::rule)
                .collect(Collectors.toSet());
        int unmatched = 0;
        for (Step step : steps) {
            unmatched += step instanceof Step.NoMatch ? 1 : 0;
            boolean isBuiltIn = step.rule().kind().compareTo(RuleId.Kind.POLICIES) > 0;
            if ((!isBuiltIn || active.contains(step.rule()))
                    && (!(step instanceof Step.NoMatch) || unmatched <= MAX_NO_MATCH)) {
                section.add(
                        Cell.plain(step.rule().toString()),
                        new Cell(tone(step), step.outcome().words()),
                        new Cell(step.outcome() == Outcome.SKIPPED ? Tone.DIM : Tone.PLAIN, step.sentence()));
            }
        }
        if (unmatched > MAX_NO_MATCH) {
            section.add(
                    Cell.plain("policies"),
                    new Cell(Tone.DIM, "skipped"),
                    new Cell(Tone.DIM, (unmatched - MAX_NO_MATCH) + " more that do not match; JSON has them all"));
        }
        return section;
    }

    private static Tone tone(Step step) {
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
                    new Cell(tone(taint.schedulable(), taint.eviction()), taint.sentence() + total(taint, "")),
                    new Cell(Tone.DIM, taint.toleration() < 0 ? "" : "by toleration " + taint.toleration()));
        }
        return section;
    }

    private static String total(TaintOutcome taint, String since) {
        return taint.secondsWithGrace().isEmpty()
                ? ""
                : " (" + taint.secondsWithGrace().getAsLong() + "s" + since + ")";
    }

    private static String grace(List<TaintOutcome> taints) {
        return taints.stream()
                .filter(taint -> taint.secondsWithGrace().isPresent())
                .findFirst()
                .map(taint -> ", counted from it (with the node-monitor grace period of "
                        + taint.graceSeconds().orElse(0) + "s before it)")
                .orElse("");
    }

    /** A line for each node, or of many nodes one for all that say the same. */
    private static Section nodes(@Nullable List<NodeOutcome> nodes) {
        Section section = Section.of("On the nodes");
        if (nodes == null) {
            return section;
        }
        Map<String, List<NodeOutcome>> byLine = nodes.stream()
                .collect(Collectors.groupingBy(
                        nodes.size() > MAX_NODES ? NodeOutcome::sentence : NodeOutcome::name,
                        LinkedHashMap::new,
                        Collectors.toList()));
        for (List<NodeOutcome> alike : byLine.values()) {
            NodeOutcome any = alike.get(0);
            section.add(
                    Cell.plain(OneLine.first(
                            MAX_NAMES, alike.stream().map(NodeOutcome::name).toList())),
                    new Cell(tone(any.schedulable(), any.eviction()), any.sentence()));
        }
        return section;
    }

    private static Tone tone(boolean schedulable, EvictionTime eviction) {
        boolean atOnce = !eviction.never() && eviction.afterSeconds() == 0;
        return schedulable && eviction.never() ? Tone.GOOD : !schedulable || atOnce ? Tone.BAD : Tone.PLAIN;
    }
}

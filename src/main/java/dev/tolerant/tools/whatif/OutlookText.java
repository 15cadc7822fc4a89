package dev.tolerant.tools.whatif;

import dev.tolerant.observed.explain.Report.Palette;
import dev.tolerant.observed.explain.Report.Palette.Tone;
import dev.tolerant.observed.explain.Report.TextTable;
import dev.tolerant.observed.explain.Report.TextTable.Cell;
import dev.tolerant.tools.whatif.Words.Line;
import java.util.List;
import java.util.Locale;

/** Writes what a proposal changes for people at a terminal. */
public final class OutlookText {
    private static final int MAX_MAKERS = 20;

    private final Palette palette;
    private final int width;

    /** @param width how many columns a line has */
    public OutlookText(Palette palette, int width) {
        this.palette = palette;
        this.width = width;
    }

    public String write(Outlook outlook) {
        StringBuilder out = new StringBuilder();
        heading(out, "Proposed for " + Words.clean(outlook.facts().source()));
        proposal(outlook).write(out, palette);
        heading(out, "For the pods that are made next");
        summary(outlook).write(out, palette);
        for (Impact impact : Impact.values()) {
            List<Prospect> prospects = outlook.of(impact);
            if (impact != Impact.SAME && !prospects.isEmpty()) {
                heading(out, impact.heading());
                String gap = "";
                for (Block block : Block.of(prospects)) {
                    out.append(gap);
                    write(out, block, outlook);
                    gap = "\n";
                }
            }
        }
        list(out, "Running pods", Words.running(outlook));
        list(out, "Policies that match no pod", outlook.unmatched());
        list(
                out,
                "Cannot be read",
                outlook.unjudged().stream().map(Object::toString).toList());
        list(out, "Not known", outlook.unknownKinds());
        list(out, "Notes", outlook.notes());
        return out.toString();
    }

    private TextTable proposal(Outlook outlook) {
        TextTable table = new TextTable(width);
        outlook.effects()
                .forEach((policy, effect) -> table.add(
                        Cell.plain("policy"),
                        Cell.plain(Words.clean(policy)),
                        Cell.plain(effect.name().toLowerCase(Locale.ROOT))));
        if (outlook.settings()) {
            table.add(Cell.plain("settings"), Cell.plain(""), Cell.plain("given"));
        }
        return table;
    }

    private TextTable summary(Outlook outlook) {
        TextTable table = new TextTable(width);
        for (Impact impact : Impact.values()) {
            long count = outlook.count(impact);
            if (count > 0) {
                table.add(
                        new Cell(tone(impact), impact.heading().toLowerCase(Locale.ROOT)),
                        Cell.plain(Words.workloads(count)));
            }
        }
        if (outlook.prospects().isEmpty()) {
            table.add(new Cell(Tone.DIM, "there is no workload and no pod"));
        }
        return table;
    }

    private static Tone tone(Impact impact) {
        return switch (impact) {
            case REFUSED, NOWHERE, OUTSIDE_POOL, FEWER_NODES -> Tone.BAD;
            case ADMITTED -> Tone.GOOD;
            case SAME -> Tone.DIM;
            case SOONER, SOONER_AND_LATER, LATER, OTHER -> Tone.PLAIN;
        };
    }

    private void write(StringBuilder out, Block block, Outlook outlook) {
        TextTable what = new TextTable(width);
        for (Line line : Words.of(block, outlook.places())) {
            what.add(new Cell(Tone.DIM, line.about()), Cell.plain(line.text()));
        }
        TextTable who = new TextTable(width);
        List<Prospect> prospects = block.prospects();
        prospects.stream()
                .limit(MAX_MAKERS)
                .forEach(prospect -> who.add(
                        new Cell(
                                tone(block.change().impact()),
                                Words.clean(prospect.maker().title())),
                        Cell.plain("-n " + Words.clean(prospect.maker().namespace())),
                        new Cell(Tone.DIM, prospect.running().pods() + " running" + Words.keeper(prospect.running()))));
        if (prospects.size() > MAX_MAKERS) {
            who.add(
                    new Cell(Tone.DIM, "and " + (prospects.size() - MAX_MAKERS) + " more; -o json has all"),
                    Cell.plain(""),
                    Cell.plain(""));
        }
        who.write(out, palette);
        what.write(out, palette);
    }

    private void list(StringBuilder out, String heading, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        heading(out, heading);
        TextTable table = new TextTable(width);
        sentences.forEach(each -> table.add(Cell.plain(Words.clean(each))));
        table.write(out, palette);
    }

    private void heading(StringBuilder out, String text) {
        out.append(out.isEmpty() ? "" : "\n")
                .append(palette.paint(Tone.HEADING, text))
                .append('\n');
    }
}

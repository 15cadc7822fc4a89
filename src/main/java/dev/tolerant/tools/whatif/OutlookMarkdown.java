package dev.tolerant.tools.whatif;

import dev.tolerant.tools.whatif.Words.Line;
import java.util.List;
import java.util.Locale;

/** Writes what a proposal changes as Markdown, for a pull request. */
public final class OutlookMarkdown {
    private static final int MAX_MAKERS = 20;

    private final StringBuilder out = new StringBuilder();
    private final Outlook outlook;

    private OutlookMarkdown(Outlook outlook) {
        this.outlook = outlook;
    }

    public static String write(Outlook outlook) {
        return new OutlookMarkdown(outlook).write();
    }

    private String write() {
        heading(3, "What would change in " + outlook.facts().source());
        outlook.effects()
                .forEach((policy, effect) ->
                        bullet("policy " + policy + ": " + effect.name().toLowerCase(Locale.ROOT)));
        if (outlook.settings()) {
            bullet("settings: given");
        }
        out.append("\n| pods that are made next | workloads | running pods |\n| --- | ---: | ---: |\n");
        for (Impact impact : Impact.values()) {
            List<Prospect> prospects = outlook.of(impact);
            if (!prospects.isEmpty()) {
                int running = prospects.stream()
                        .mapToInt(prospect -> prospect.running().pods())
                        .sum();
                row(impact.heading().toLowerCase(Locale.ROOT), "" + prospects.size(), "" + running);
            }
        }
        for (Impact impact : Impact.values()) {
            List<Prospect> prospects = outlook.of(impact);
            if (impact != Impact.SAME && !prospects.isEmpty()) {
                heading(4, impact.heading());
                Block.of(prospects).forEach(this::write);
            }
        }
        list("Running pods", Words.running(outlook));
        list("Policies that match no pod", outlook.unmatched());
        list("Cannot be read", outlook.unjudged().stream().map(Object::toString).toList());
        list("Not known", outlook.unknownKinds());
        list("Notes", outlook.notes());
        return out.toString();
    }

    private void write(Block block) {
        out.append("\n");
        String about = "";
        for (Line line : Words.of(block, outlook.places())) {
            about = line.about().isEmpty() ? about : line.about();
            bullet(about + ": " + line.text());
        }
        out.append("\n| namespace | workload | running pods |\n| --- | --- | --- |\n");
        List<Prospect> prospects = block.prospects();
        prospects.stream()
                .limit(MAX_MAKERS)
                .forEach(prospect -> row(
                        prospect.maker().namespace(),
                        prospect.maker().title(),
                        prospect.running().pods() + Words.keeper(prospect.running())));
        if (prospects.size() > MAX_MAKERS) {
            row("", "and " + (prospects.size() - MAX_MAKERS) + " more", "");
        }
    }

    private void list(String heading, List<String> sentences) {
        if (!sentences.isEmpty()) {
            heading(4, heading);
            out.append('\n');
            sentences.forEach(this::bullet);
        }
    }

    private void heading(int level, String text) {
        out.append(out.isEmpty() ? "" : "\n")
                .append("#".repeat(level))
                .append(' ')
                .append(escaped(text))
                .append('\n');
        if (level == 3) {
            out.append('\n');
        }
    }

    private void bullet(String text) {
        out.append("- ").append(escaped(text)).append('\n');
    }

    private void row(String... cells) {
        for (String cell : cells) {
            out.append("| ").append(escaped(cell)).append(' ');
        }
        out.append("|\n");
    }

    /** Names and values come from whoever wrote the objects: they must not become links, tables or HTML. */
    private static String escaped(String text) {
        return Words.clean(text)
                .replaceAll("([\\\\`*_\\[\\]|~#@])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;");
    }
}

package dev.tolerant.tools.edit;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.observed.explain.Palette;
import dev.tolerant.observed.explain.Palette.Tone;
import java.util.List;

/** The difference between two versions of a text, as diff -u writes it. */
public record UnifiedDiff(String title, String before, String after) {
    private static final int CONTEXT = 3;
    // --- and +++ with the names; a removed line may begin with dashes too.
    private static final int HEADING_LINES = 2;
    private static final int MAX_TITLE = 500;

    public String text(Palette palette) {
        List<String> lines = before.lines().toList();
        String name = OneLine.of(title, MAX_TITLE);
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                name, name, lines, DiffUtils.diff(lines, after.lines().toList()), CONTEXT);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < diff.size(); i++) {
            Tone tone = i < HEADING_LINES ? Tone.HEADING : tone(diff.get(i));
            text.append(palette.paint(tone, diff.get(i))).append('\n');
        }
        return text.toString();
    }

    private static Tone tone(String line) {
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> Tone.GOOD;
            case '-' -> Tone.BAD;
            case '@' -> Tone.DIM;
            default -> Tone.PLAIN;
        };
    }
}

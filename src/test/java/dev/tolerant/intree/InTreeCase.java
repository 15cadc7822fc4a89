package dev.tolerant.intree;

import java.util.Map;
import java.util.Optional;

/**
 * One line of a table of in-tree cases.
 *
 * @param cells the cells by column name
 */
public record InTreeCase(String id, Map<String, String> cells) {
    private static final String DIFFERS = "differs ";
    private static final String ELSEWHERE = "elsewhere ";

    /** The text in a column. */
    public String cell(String column) {
        String text = cells.get(column);
        if (text == null) {
            throw new IllegalArgumentException(id + " has no column " + column);
        }
        return text;
    }

    /** The result that this program must give: {@code expected}, or {@code ours} where it differs. */
    public String expected() {
        return difference().isPresent() ? cell("ours") : cell("expected");
    }

    public Optional<Difference> difference() {
        return verdict().startsWith(DIFFERS)
                ? Optional.of(Difference.valueOf(verdict().substring(DIFFERS.length())))
                : Optional.empty();
    }

    public Optional<Elsewhere> elsewhere() {
        return verdict().startsWith(ELSEWHERE)
                ? Optional.of(Elsewhere.valueOf(verdict().substring(ELSEWHERE.length())))
                : Optional.empty();
    }

    public boolean isSame() {
        return verdict().equals("same");
    }

    private String verdict() {
        return cell("verdict");
    }

    @Override
    public String toString() {
        return id;
    }
}

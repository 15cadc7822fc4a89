package dev.tolerant.bench;

/** One line of the results. */
sealed interface Line permits Row, ColdRow, PairRow {

    /** The head of the table that it belongs to, two lines of Markdown. */
    String heading();

    /** What it measures; no other line of its table measures the same. */
    String what();

    /** The line itself. */
    String markdown();

    /** A head with these columns. */
    static String heading(String... columns) {
        return "| " + String.join(" | ", columns) + " |\n|" + " --- |".repeat(columns.length);
    }
}

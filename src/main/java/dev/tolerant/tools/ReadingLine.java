package dev.tolerant.tools;

import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.reading.ReadingWatcher;
import java.io.PrintWriter;

/** Shows on a terminal how many objects of a cluster have been read. */
final class ReadingLine implements ReadingWatcher, AutoCloseable {
    private final PrintWriter err;
    private final boolean shown;
    private String line = "";

    private ReadingLine(PrintWriter err, boolean shown) {
        this.err = err;
        this.shown = shown;
    }

    static ReadingLine of(PrintWriter err) {
        return of(err, Terminal.isWatched());
    }

    static ReadingLine of(PrintWriter err, boolean watched) {
        return new ReadingLine(err, watched);
    }

    @Override
    public void read(FactKind kind, int objects) {
        write("reading " + kind.plural() + (objects == 0 ? "" : ": " + objects));
    }

    private void write(String next) {
        if (!shown) {
            return;
        }
        err.print("\r" + next + " ".repeat(Math.max(0, line.length() - next.length())));
        err.flush();
        line = next;
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (!line.isEmpty()) {
            write("");
            err.print("\r");
            err.flush();
        }
    }
}

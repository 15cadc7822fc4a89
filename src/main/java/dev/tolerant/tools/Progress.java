package dev.tolerant.tools;

import java.io.PrintWriter;

/** Shows on a terminal how many of many files have been read. */
final class Progress {
    private static final int MANY = 50;

    private final PrintWriter err;
    private final int all;
    private final boolean shown;
    private int done;

    private Progress(PrintWriter err, int all, boolean shown) {
        this.err = err;
        this.all = all;
        this.shown = shown;
    }

    static Progress of(PrintWriter err, int files) {
        return of(err, files, Terminal.isWatched());
    }

    static Progress of(PrintWriter err, int files, boolean watched) {
        return new Progress(err, files, watched && files >= MANY);
    }

    /** One more file has been read; after the last one the line is cleared. */
    void step() {
        done++;
        if (!shown) {
            return;
        }
        String line = "reading file " + done + " of " + all;
        err.print("\r" + (done < all ? line : " ".repeat(line.length()) + "\r"));
        err.flush();
    }
}

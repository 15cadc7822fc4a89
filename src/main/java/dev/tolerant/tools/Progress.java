package dev.tolerant.tools;

import dev.tolerant.observed.objects.ObjectKind;
import java.io.PrintWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;

/**
 * A line on a terminal that says what a command is doing, once that takes longer than a second. The command tells it, and has to
 * close it before it writes anything else; the line appears in another thread.
 */
final class Progress implements ObjIntConsumer<ObjectKind>, AutoCloseable {
    private final PrintWriter err;

    // Guarded by this.
    private String doing;
    private String line = "";
    private boolean appeared;
    private boolean closed;

    /** @param later does a task after a second, or never */
    Progress(PrintWriter err, String doing, Executor later) {
        this.err = err;
        this.doing = doing;
        later.execute(this::appear);
    }

    static Progress of(Messages messages, String doing) {
        return new Progress(
                messages.err(),
                doing,
                Terminal.isWatched() ? CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS) : task -> {});
    }

    synchronized void now(String next) {
        doing = next;
        if (appeared) {
            write(next);
        }
    }

    @Override
    public void accept(ObjectKind kind, int objects) {
        now("reading " + kind.plural() + (objects == 0 ? "" : ": " + objects));
    }

    private synchronized void appear() {
        if (!closed) {
            appeared = true;
            write(doing);
        }
    }

    private void write(String next) {
        err.print("\r" + next + " ".repeat(Math.max(0, line.length() - next.length())));
        err.flush();
        line = next;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (appeared) {
            write("");
            err.print("\r");
            err.flush();
            appeared = false;
        }
    }
}

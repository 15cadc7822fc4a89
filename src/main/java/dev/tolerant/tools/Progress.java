package dev.tolerant.tools;

import dev.tolerant.observed.objects.ObjectKind;
import java.io.PrintWriter;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.ObjIntConsumer;

/**
 * A line on a terminal that says what a command is doing, once that takes longer than a second. The command tells it, and has to
 * close it before it writes anything else; the line appears in a thread of its own.
 */
final class Progress implements ObjIntConsumer<ObjectKind>, AutoCloseable {
    private static final long SECOND = 1000;

    private final PrintWriter err;
    private final Runnable end;

    // Guarded by this.
    private String doing;
    private String line = "";
    private boolean appeared;
    private boolean closed;

    /** When a line appears, and how that is called off. */
    @FunctionalInterface
    interface Later {
        /** Does the task later, unless what it gives is run before. */
        Runnable schedule(Runnable task);

        /** A second later on a terminal, else never. */
        static Later ofTerminal() {
            if (!Terminal.isWatched()) {
                return task -> () -> {};
            }
            return task -> {
                Timer timer = new Timer("progress", true);
                timer.schedule(
                        new TimerTask() {
                            @Override
                            public void run() {
                                task.run();
                            }
                        },
                        SECOND);
                return timer::cancel;
            };
        }
    }

    Progress(PrintWriter err, String doing, Later later) {
        this.err = err;
        this.doing = doing;
        this.end = later.schedule(this::appear);
    }

    static Progress of(Messages messages, String doing) {
        return new Progress(messages.err(), doing, Later.ofTerminal());
    }

    /** The current activity of the command. */
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

    /** Clears the line. */
    @Override
    public void close() {
        end.run();
        synchronized (this) {
            closed = true;
            if (appeared) {
                write("");
                err.print("\r");
                err.flush();
                appeared = false;
            }
        }
    }
}

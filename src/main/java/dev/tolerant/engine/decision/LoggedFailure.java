package dev.tolerant.engine.decision;

import org.jspecify.annotations.Nullable;

/** A failure as it is logged: its stack trace and its causes, with messages that cannot start a line of their own. */
public final class LoggedFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    public LoggedFailure(Throwable failure) {
        super(OneLine.logged(failure.toString()), cause(failure));
        setStackTrace(failure.getStackTrace());
    }

    private static @Nullable LoggedFailure cause(Throwable failure) {
        return failure.getCause() == null ? null : new LoggedFailure(failure.getCause());
    }

    /** What happened and what caused it at first, on one line. */
    public static String line(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return OneLine.logged(failure + (first == failure ? "" : ", caused by " + first));
    }

    /** The message alone, which begins with the failure's own class. */
    @Override
    public String toString() {
        return String.valueOf(getMessage());
    }
}

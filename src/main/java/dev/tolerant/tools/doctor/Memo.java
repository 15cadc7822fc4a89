package dev.tolerant.tools.doctor;

import org.jspecify.annotations.Nullable;

/** Something that several checks need, and that is found out once. */
final class Memo<T> {
    private final Source<T> source;
    private @Nullable T value;
    private @Nullable UnansweredException unanswered;

    Memo(Source<T> source) {
        this.source = source;
    }

    /** Where it comes from. */
    @FunctionalInterface
    interface Source<T> {
        T find() throws UnansweredException;
    }

    /** Checks run at the same time: the second one waits for what the first one finds. */
    synchronized T get() throws UnansweredException {
        if (unanswered != null) {
            throw unanswered;
        }
        if (value == null) {
            try {
                value = source.find();
            } catch (UnansweredException failed) {
                unanswered = failed;
                throw failed;
            }
        }
        return value;
    }
}

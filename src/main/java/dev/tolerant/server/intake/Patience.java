package dev.tolerant.server.intake;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a client waits for its answer; API servers say so in the query ({@code ?timeout=10s}).
 *
 * @param since when the request came, by {@link System#nanoTime()}
 * @param nanos how long the client waits from then on
 */
record Patience(long since, long nanos) {
    /** API servers wait no longer for a webhook. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);

    private static final Pattern TIMEOUT = Pattern.compile("(?:^|&)timeout=([1-9]\\d?)s(?:&|$)");

    /** Reads the query of a request, null if it has none; a timeout that it does not understand is the longest. */
    static Patience of(@Nullable String query, long since) {
        if (query == null) {
            return new Patience(since, LONGEST);
        }
        Matcher timeout = TIMEOUT.matcher(query);
        return timeout.find()
                ? new Patience(since, Math.min(LONGEST, TimeUnit.SECONDS.toNanos(Long.parseLong(timeout.group(1)))))
                : new Patience(since, LONGEST);
    }

    boolean isOver(long now) {
        return now - since > nanos;
    }
}

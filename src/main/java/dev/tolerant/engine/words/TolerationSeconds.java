package dev.tolerant.engine.words;

/**
 * The time for which a pod stays on a node after a NoExecute taint that it tolerates: a number of seconds, or forever.
 *
 * @param never true for an absent {@code tolerationSeconds}, which in the API means never evicted
 * @param seconds zero or less evicts at once; 0 when {@code never}
 */
public record TolerationSeconds(boolean never, long seconds) implements Comparable<TolerationSeconds> {
    public static final TolerationSeconds NEVER = new TolerationSeconds(true, 0);

    public TolerationSeconds {
        if (never && seconds != 0) {
            throw new IllegalArgumentException("never has no seconds");
        }
    }

    /** Zero or less evicts at once. */
    public static TolerationSeconds of(long seconds) {
        return new TolerationSeconds(false, seconds);
    }

    /** Reads a whole number of seconds, or {@code never} in any case; the exception for any other text says what is accepted. */
    public static TolerationSeconds parse(String text) {
        if (text.equalsIgnoreCase("never")) {
            return NEVER;
        }
        try {
            return of(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "'" + text + "' is neither a whole number of seconds nor 'never'", notANumber);
        }
    }

    boolean isAtLeast(TolerationSeconds other) {
        return never || (!other.never && other.seconds <= seconds);
    }

    /** The shorter first, {@code never} last. */
    @Override
    public int compareTo(TolerationSeconds other) {
        return never == other.never ? Long.compare(seconds, other.seconds) : Boolean.compare(never, other.never);
    }

    @Override
    public String toString() {
        return never ? "never" : Long.toString(seconds);
    }
}

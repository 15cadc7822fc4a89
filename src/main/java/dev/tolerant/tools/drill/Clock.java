package dev.tolerant.tools.drill;

/** Writes the time since a drill began. */
final class Clock {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Clock() {}

    /** {@code +50s}, {@code +5m50s}, {@code +2h}: what is zero is left out. */
    static String text(long seconds) {
        if (seconds == 0) {
            return "+0s";
        }
        StringBuilder text = new StringBuilder("+");
        part(text, seconds / DAY, 'd');
        part(text, seconds % DAY / HOUR, 'h');
        part(text, seconds % HOUR / MINUTE, 'm');
        part(text, seconds % MINUTE, 's');
        return text.toString();
    }

    private static void part(StringBuilder text, long number, char unit) {
        if (number > 0) {
            text.append(number).append(unit);
        }
    }
}

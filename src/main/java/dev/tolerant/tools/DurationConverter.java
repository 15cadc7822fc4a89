package dev.tolerant.tools;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as kubectl takes it: {@code 50s}, {@code 1m30s}, or a number of seconds. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final int MAX_DIGITS = 9;
    private static final Pattern PARTS = Pattern.compile("(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s?)?");

    @Override
    public Duration convert(String text) {
        Matcher parts = PARTS.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration: write 50s or 1m30s, with at most "
                    + MAX_DIGITS + " digits a number");
        }
        return Duration.ofHours(number(parts.group(1)))
                .plusMinutes(number(parts.group(2)))
                .plusSeconds(number(parts.group(3)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}

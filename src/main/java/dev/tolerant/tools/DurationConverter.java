package dev.tolerant.tools;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as kubectl takes it: {@code 50s}, {@code 1m30s}, or a number of seconds. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern PARTS = Pattern.compile("(?=.)(\\d{1,9}h)?(\\d{1,9}m)?(\\d{1,9}s?)?");

    @Override
    public Duration convert(String text) {
        if (!PARTS.matcher(text).matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration: write 50s or 1m30s, with at most 9 digits a number");
        }
        return Duration.parse("PT" + text + (Character.isDigit(text.charAt(text.length() - 1)) ? "s" : ""));
    }
}

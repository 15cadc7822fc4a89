package dev.tolerant.testing;

import dev.tolerant.engine.words.Resources;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The short form in which tests write what containers ask for: {@code name=amount name=amount / name=amount}, with
 * requests before the slash and limits after it; {@code empty} for a container that asks for nothing.
 */
public final class ShortResources {
    private static final Map<String, BigDecimal> SUFFIXES = Map.of(
            "m", new BigDecimal("0.001"),
            "Mi", new BigDecimal(1L << 20),
            "Gi", new BigDecimal(1L << 30));
    private static final Map<String, String> NAMES =
            Map.of("dev-ek", "example.com/device-ek", "dev-do", "example.com/device-do");

    private ShortResources() {}

    /** The containers in the text, separated by semicolons; an empty text has none. */
    public static List<Resources> list(String text) {
        return text.isBlank()
                ? List.of()
                : Stream.of(text.split(";", -1)).map(ShortResources::resources).toList();
    }

    public static Resources resources(String text) {
        int slash = text.indexOf(" / ");
        return new Resources(
                amounts(slash < 0 ? text : text.substring(0, slash)),
                slash < 0 ? Map.of() : amounts(text.substring(slash + 3)));
    }

    private static Map<String, BigDecimal> amounts(String text) {
        Map<String, BigDecimal> amounts = new LinkedHashMap<>();
        for (String each : text.strip().split("\\s+", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                String name = each.substring(0, equals);
                amounts.put(NAMES.getOrDefault(name, name), amount(each.substring(equals + 1)));
            }
        }
        return amounts;
    }

    private static BigDecimal amount(String text) {
        for (Map.Entry<String, BigDecimal> suffix : SUFFIXES.entrySet()) {
            if (text.endsWith(suffix.getKey())) {
                String number =
                        text.substring(0, text.length() - suffix.getKey().length());
                return new BigDecimal(number).multiply(suffix.getValue());
            }
        }
        return new BigDecimal(text);
    }
}

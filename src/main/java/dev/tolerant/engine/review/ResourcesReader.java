package dev.tolerant.engine.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.Resources;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code resources} of a container, or of a pod. */
public final class ResourcesReader {
    static final Mask RESOURCES = Mask.of().with("requests", Mask.VALUES).with("limits", Mask.VALUES);

    private ResourcesReader() {}

    /** Reads the amounts that are readable; any other must not hide what else there is of the pod. */
    static Resources read(Fields resources) throws UnexpectedJsonException {
        Map<String, BigDecimal> requests = amounts(resources.object("requests"));
        Map<String, BigDecimal> limits = amounts(resources.object("limits"));
        return requests.isEmpty() && limits.isEmpty() ? Resources.NONE : new Resources(requests, limits);
    }

    private static Map<String, BigDecimal> amounts(Fields quantities) {
        if (!quantities.isPresent()) {
            return Map.of();
        }
        Map<String, BigDecimal> amounts = new HashMap<>();
        for (Map.Entry<String, JsonNode> quantity : quantities.values()) {
            BigDecimal amount = amount(quantity.getValue());
            if (amount != null) {
                amounts.put(quantity.getKey(), amount);
            }
        }
        return amounts;
    }

    /** @throws UnexpectedJsonException with the first amount that is not readable */
    static void check(Fields resources) throws UnexpectedJsonException {
        for (String list : List.of("requests", "limits")) {
            Fields quantities = resources.object(list);
            for (Map.Entry<String, JsonNode> quantity : quantities.values()) {
                if (amount(quantity.getValue()) == null) {
                    throw quantities.wrong(quantity.getKey(), "is not a quantity");
                }
            }
        }
    }

    /** Null if the value is not readable. */
    public static @Nullable BigDecimal amount(JsonNode value) {
        String text = value.isNull() ? "0" : Fields.scalar(value);
        return text == null ? null : Amount.of(text);
    }

    /**
     * An amount of a resource, as the API server reads a text such as {@code 2}, {@code 100m} or {@code 64Mi} and stores it unchanged
     * (ParseQuantity in k8s.io/apimachinery, pkg/api/resource; the defaults of a pod round it up to a thousandth).
     */
    static final class Amount {
        private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
        /** Below this, one more digit fits a long. */
        private static final long ROOM = Long.MAX_VALUE / 10;
        /** Beyond these powers of ten, what has the digits of a long is the most, or rounded up, whatever its suffix. */
        private static final int MOST_POWER = 50;

        private static final int FINEST = 3;
        private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?[0-9]++");

        private Amount() {}

        /** Reads a text in one pass, however long; null if it is no amount, and at most 2^63-1. */
        static @Nullable BigDecimal of(String quantity) {
            int at = 0;
            int end = quantity.length();
            while (at < end && quantity.charAt(at) == ' ') {
                at++;
            }
            while (end > at && quantity.charAt(end - 1) == ' ') {
                end--;
            }
            if (at == end) {
                return null;
            }
            boolean negative = quantity.charAt(at) == '-';
            if (negative || quantity.charAt(at) == '+') {
                at++;
            }
            long digits = 0;
            long power = 0;
            boolean rest = false;
            boolean fraction = false;
            for (; at < end; at++) {
                char digit = quantity.charAt(at);
                if (digit == '.' && !fraction) {
                    fraction = true;
                } else if (digit < '0' || digit > '9') {
                    break;
                } else if (digits < ROOM) {
                    digits = 10 * digits + digit - '0';
                    power -= fraction ? 1 : 0;
                } else {
                    rest |= digit != '0';
                    power += fraction ? 0 : 1;
                }
            }
            String suffix = quantity.substring(at, end);
            Integer exponent = exponent(suffix);
            if (exponent == null) {
                return null;
            }
            if (digits == 0) {
                return BigDecimal.ZERO;
            }
            power += exponent;
            BigDecimal amount = BigDecimal.valueOf(rest ? digits + 1 : digits);
            if (power != 0) {
                amount = amount.scaleByPowerOfTen((int) Math.max(-MOST_POWER, Math.min(MOST_POWER, power)));
            }
            int binary = suffix.endsWith("i") ? 10 * (1 + "KMGTPE".indexOf(suffix.charAt(0))) : 0;
            if (binary > 0) {
                amount = amount.multiply(BigDecimal.valueOf(1L << binary));
            }
            if (amount.scale() > FINEST) {
                amount = amount.setScale(FINEST, RoundingMode.UP);
            }
            amount = amount.min(MOST);
            return negative ? amount.negate() : amount;
        }

        /** The power of ten of a suffix, 0 for one of powers of two; null if it is no suffix. */
        private static @Nullable Integer exponent(String suffix) {
            return switch (suffix) {
                case "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei" -> 0;
                case "n" -> -9;
                case "u" -> -6;
                case "m" -> -3;
                case "k" -> 3;
                case "M" -> 6;
                case "G" -> 9;
                case "T" -> 12;
                case "P" -> 15;
                case "E" -> 18;
                default -> written(suffix);
            };
        }

        /** The exponent in a text such as {@code e+03}; it wraps, because the API server takes 32 bits of 64. */
        private static @Nullable Integer written(String suffix) {
            if (!EXPONENT.matcher(suffix).matches()) {
                return null;
            }
            try {
                return (int) Long.parseLong(suffix, 1, suffix.length(), 10);
            } catch (NumberFormatException moreThan64Bits) {
                return null;
            }
        }
    }
}

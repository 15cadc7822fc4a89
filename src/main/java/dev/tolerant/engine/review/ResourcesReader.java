package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** Reads the {@code resources} of a container, or of a pod. */
final class ResourcesReader {
    static final Mask RESOURCES = Mask.of().with("requests", Mask.VALUES).with("limits", Mask.VALUES);

    private static final String NOT_A_QUANTITY = "has an amount that is not a quantity";
    /** The API server writes each quantity in its shortest form, which is shorter than this. */
    private static final int LONGEST_QUANTITY = 100;

    private ResourcesReader() {}

    static Resources read(Fields resources) throws UnexpectedJsonException {
        Map<String, BigDecimal> requests = amounts(resources.object("requests"));
        Map<String, BigDecimal> limits = amounts(resources.object("limits"));
        return requests.isEmpty() && limits.isEmpty() ? Resources.NONE : new Resources(requests, limits);
    }

    private static Map<String, BigDecimal> amounts(Fields quantities) throws UnexpectedJsonException {
        if (!quantities.isPresent()) {
            return Map.of();
        }
        Map<String, BigDecimal> amounts = new HashMap<>();
        for (String name : quantities.names()) {
            amounts.put(name, amount(quantities.scalar(name), quantities));
        }
        return amounts;
    }

    private static BigDecimal amount(String text, Fields quantities) throws UnexpectedJsonException {
        if (text.length() > LONGEST_QUANTITY) {
            throw quantities.wrong(NOT_A_QUANTITY);
        }
        try {
            return Amount.of(text);
        } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
            throw quantities.wrong(NOT_A_QUANTITY);
        }
    }

    /** An amount of a resource, read from a quantity such as {@code 2}, {@code 100m} or {@code 64Mi}. */
    static final class Amount {
        /**
         * Twice what the API server needs to write any quantity (19 digits before the point, nine after it, and a suffix).
         * Reading digits takes time quadratic in their number.
         */
        private static final int MAX_LENGTH = 64;

        /** A number of so few digits does not overflow in the shifts below. */
        private static final int FEW_DIGITS = 9;

        private Amount() {}

        /**
         * Reads a quantity. Nearly all of them are short whole numbers with a common suffix, and are read here.
         *
         * @throws IllegalArgumentException or ArithmeticException if the text is not a quantity
         */
        static BigDecimal of(String quantity) {
            if (quantity.length() > MAX_LENGTH) {
                throw new IllegalArgumentException("a quantity has at most " + MAX_LENGTH + " characters");
            }
            int digits = digits(quantity);
            if (digits == 0 || digits > FEW_DIGITS) {
                return Quantity.parse(quantity).getNumericalAmount();
            }
            long number = Long.parseLong(quantity, 0, digits, 10);
            return switch (quantity.substring(digits)) {
                case "" -> BigDecimal.valueOf(number);
                case "m" -> BigDecimal.valueOf(number, 3);
                case "Ki" -> BigDecimal.valueOf(number << 10);
                case "Mi" -> BigDecimal.valueOf(number << 20);
                case "Gi" -> BigDecimal.valueOf(number << 30);
                default -> Quantity.parse(quantity).getNumericalAmount();
            };
        }

        private static int digits(String text) {
            int digits = 0;
            while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
                digits++;
            }
            return digits;
        }
    }
}

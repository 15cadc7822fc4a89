package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the {@code resources} of a container, or of a pod.
 *
 * @param path their path, for messages
 * @param requestsPath the path of their requests
 * @param limitsPath the path of their limits
 */
record ResourcesReader(String path, String requestsPath, String limitsPath) {
    private static final FieldNames RESOURCES = FieldNames.of("requests", "limits");
    private static final String NOT_A_QUANTITY = "has an amount that is not a quantity";
    private static final int FEW = 4;
    /** The API server writes each quantity in its shortest form, which is shorter than this. */
    private static final int LONGEST_QUANTITY = 100;

    static ResourcesReader at(String path) {
        return new ResourcesReader(path, path + ".requests", path + ".limits");
    }

    Resources read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(path)) {
            return Resources.NONE;
        }
        Map<String, BigDecimal> requests = Map.of();
        Map<String, BigDecimal> limits = Map.of();
        for (String field = json.nextField(RESOURCES); field != null; field = json.nextField(RESOURCES)) {
            if (field.equals("requests")) {
                requests = amounts(json, requestsPath);
            } else {
                limits = amounts(json, limitsPath);
            }
        }
        return requests.isEmpty() && limits.isEmpty() ? Resources.NONE : new Resources(requests, limits);
    }

    private static Map<String, BigDecimal> amounts(JsonCursor json, String path)
            throws IOException, UnexpectedJsonException {
        if (!json.enterObject(path)) {
            return Map.of();
        }
        Map<String, BigDecimal> amounts = new HashMap<>(FEW);
        for (String name = json.nextField(path); name != null; name = json.nextField(path)) {
            amounts.put(name, amount(json.scalar(path), path));
        }
        return amounts;
    }

    private static BigDecimal amount(String text, String path) throws UnexpectedJsonException {
        if (text.length() > LONGEST_QUANTITY) {
            throw new UnexpectedJsonException(path, NOT_A_QUANTITY);
        }
        try {
            return Amount.of(text);
        } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
            throw new UnexpectedJsonException(path, NOT_A_QUANTITY);
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

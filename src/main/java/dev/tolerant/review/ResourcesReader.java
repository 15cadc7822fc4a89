package dev.tolerant.review;

import dev.tolerant.core.pod.Resources;
import dev.tolerant.json.FieldNames;
import dev.tolerant.json.JsonCursor;
import dev.tolerant.json.UnexpectedJsonException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the {@code resources} of a container, or of a pod.
 *
 * @param path where they stand, for messages
 * @param requestsPath where their requests stand
 * @param limitsPath where their limits stand
 */
record ResourcesReader(String path, String requestsPath, String limitsPath) {
    private static final FieldNames RESOURCES = FieldNames.of("requests", "limits");
    private static final int FEW = 4;

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
        for (String name = json.nextField(); name != null; name = json.nextField()) {
            amounts.put(name, amount(json.scalar(path), path));
        }
        return amounts;
    }

    private static BigDecimal amount(String text, String path) throws UnexpectedJsonException {
        try {
            return Amount.of(text);
        } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
            throw new UnexpectedJsonException(path, "has an amount that is no quantity");
        }
    }
}

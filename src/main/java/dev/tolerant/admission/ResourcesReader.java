package dev.tolerant.admission;

import dev.tolerant.pod.Resources;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** Reads the {@code resources} of a container, or of a pod. */
final class ResourcesReader {
    private ResourcesReader() {}

    static Resources read(JsonCursor json, String path) throws IOException, MalformedPodException {
        if (!json.enterObject(path)) {
            return Resources.NONE;
        }
        Map<String, BigDecimal> requests = Map.of();
        Map<String, BigDecimal> limits = Map.of();
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            switch (field) {
                case "requests" -> requests = amounts(json, path + ".requests");
                case "limits" -> limits = amounts(json, path + ".limits");
                default -> json.skip();
            }
        }
        return requests.isEmpty() && limits.isEmpty() ? Resources.NONE : new Resources(requests, limits);
    }

    private static Map<String, BigDecimal> amounts(JsonCursor json, String path)
            throws IOException, MalformedPodException {
        if (!json.enterObject(path)) {
            return Map.of();
        }
        Map<String, BigDecimal> amounts = new HashMap<>();
        for (String name = json.nextField(); name != null; name = json.nextField()) {
            amounts.put(name, amount(json.scalar(path), path));
        }
        return amounts;
    }

    private static BigDecimal amount(String text, String path) throws MalformedPodException {
        try {
            return Amount.of(text);
        } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
            throw new MalformedPodException(path + " has an amount that is no quantity");
        }
    }
}

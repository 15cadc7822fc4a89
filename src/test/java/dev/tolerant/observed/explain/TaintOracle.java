package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's and the taint-eviction controller's rules once more, from their sources and on JSON alone: it shares no
 * code with the program.
 *
 * @param tolerations a pod's list
 * @param comparisonOperators whether TaintTolerationComparisonOperators is on
 */
record TaintOracle(JsonNode tolerations, boolean comparisonOperators) {
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    boolean schedulable(JsonNode taints) {
        for (JsonNode taint : taints) {
            if (!text(taint, "effect").equals("PreferNoSchedule") && first(taint) == null) {
                return false;
            }
        }
        return true;
    }

    /** Empty for never. */
    OptionalLong evictedAfter(JsonNode taints) {
        OptionalLong smallest = OptionalLong.empty();
        for (JsonNode taint : taints) {
            if (!text(taint, "effect").equals("NoExecute")) {
                continue;
            }
            JsonNode used = first(taint);
            if (used == null) {
                return OptionalLong.of(0);
            }
            if (used.has("tolerationSeconds")) {
                long seconds = Math.max(used.get("tolerationSeconds").longValue(), 0);
                smallest = OptionalLong.of(Math.min(seconds, smallest.orElse(Long.MAX_VALUE)));
            }
        }
        return smallest;
    }

    /** The toleration that decides, null if none matches. */
    @Nullable
    JsonNode first(JsonNode taint) {
        for (JsonNode toleration : tolerations) {
            if (tolerates(toleration, taint)) {
                return toleration;
            }
        }
        return null;
    }

    private boolean tolerates(JsonNode toleration, JsonNode taint) {
        String effect = text(toleration, "effect");
        String key = text(toleration, "key");
        if (!effect.isEmpty() && !effect.equals(text(taint, "effect"))) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(text(taint, "key"))) {
            return false;
        }
        String own = text(toleration, "value");
        String its = text(taint, "value");
        return switch (text(toleration, "operator")) {
            case "", "Equal" -> own.equals(its);
            case "Exists" -> true;
            case "Lt" ->
                comparisonOperators && areNumbers(own, its) && number(its).compareTo(number(own)) < 0;
            case "Gt" ->
                comparisonOperators && areNumbers(own, its) && number(its).compareTo(number(own)) > 0;
            default -> false;
        };
    }

    private static boolean areNumbers(String... texts) {
        for (String text : texts) {
            if (!text.matches("0|-?[1-9][0-9]*")
                    || number(text).compareTo(MIN) < 0
                    || number(text).compareTo(MAX) > 0) {
                return false;
            }
        }
        return true;
    }

    private static BigInteger number(String text) {
        return new BigInteger(text);
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asText();
    }
}

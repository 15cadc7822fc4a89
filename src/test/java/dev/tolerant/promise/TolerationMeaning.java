package dev.tolerant.promise;

import static dev.tolerant.promise.ApiRules.text;

import com.fasterxml.jackson.databind.JsonNode;

/** What tolerations mean, read from JSON without any of the program's code. */
final class TolerationMeaning {
    private TolerationMeaning() {}

    /** Whether a valid toleration tolerates the taint. */
    static boolean tolerates(JsonNode toleration, String key, String value, String effect) {
        String ownEffect = text(toleration, "effect");
        String ownKey = text(toleration, "key");
        if (!ownEffect.isEmpty() && !ownEffect.equals(effect)) {
            return false;
        }
        if (!ownKey.isEmpty() && !ownKey.equals(key)) {
            return false;
        }
        String own = text(toleration, "value");
        return switch (text(toleration, "operator")) {
            case "Exists" -> true;
            case "", "Equal" -> own.equals(value);
            case "Lt" -> areNumbers(own, value) && Long.parseLong(value) < Long.parseLong(own);
            case "Gt" -> areNumbers(own, value) && Long.parseLong(value) > Long.parseLong(own);
            default -> throw new IllegalArgumentException("not valid: " + toleration);
        };
    }

    static boolean tolerates(JsonNode toleration, JsonNode taint) {
        return tolerates(toleration, text(taint, "key"), text(taint, "value"), text(taint, "effect"));
    }

    private static boolean areNumbers(String one, String other) {
        return one.matches("[0-9]+") && other.matches("[0-9]+");
    }

    /** Whether a valid toleration tolerates any taint of an entry of {@code deny}. */
    static boolean toleratesAny(JsonNode toleration, JsonNode denied) {
        String effect = text(denied, "effect");
        String own = text(toleration, "effect");
        String tried = effect.isEmpty() ? (own.isEmpty() ? "NoSchedule" : own) : effect;
        if (denied.has("value")) {
            return tolerates(toleration, text(denied, "key"), text(denied, "value"), tried);
        }
        String key = text(toleration, "key");
        return (key.isEmpty() || key.equals(text(denied, "key"))) && (own.isEmpty() || own.equals(tried));
    }

    /** Whether a toleration tolerates every taint of an entry of {@code deny}. */
    static boolean toleratesAll(JsonNode toleration, JsonNode denied) {
        String effect = text(toleration, "effect");
        String key = text(toleration, "key");
        boolean wholeEffect = effect.isEmpty() || effect.equals(text(denied, "effect"));
        boolean wholeKey = key.isEmpty() || key.equals(text(denied, "key"));
        boolean wholeValue = text(toleration, "operator").equals("Exists")
                || (denied.has("value")
                        && text(toleration, "operator").matches("|Equal")
                        && text(toleration, "value").equals(text(denied, "value")));
        return wholeEffect && wholeKey && wholeValue;
    }

    /** Whether the taint is in an entry of {@code deny}. */
    static boolean includes(JsonNode denied, JsonNode taint) {
        return text(denied, "key").equals(text(taint, "key"))
                && (!denied.has("value") || text(denied, "value").equals(text(taint, "value")))
                && (!denied.has("effect") || text(denied, "effect").equals(text(taint, "effect")));
    }

    /** Whether a whitelist with the first would admit the second (isSuperset in k8s.io/kubernetes, pkg/util/tolerations). */
    static boolean covers(JsonNode one, JsonNode other) {
        boolean sameOperator = operator(one).equals(operator(other));
        boolean sameValue = text(one, "value").equals(text(other, "value"));
        boolean sameKey = text(one, "key").equals(text(other, "key"));
        boolean sameEffect = text(one, "effect").equals(text(other, "effect"));
        if (sameKey && sameOperator && sameValue && sameEffect && seconds(one) == seconds(other)) {
            return true;
        }
        boolean exists = operator(one).equals("Exists");
        boolean widerKey = sameKey || (exists && text(one, "key").isEmpty());
        boolean widerEffect = sameEffect || text(one, "effect").isEmpty();
        boolean widerValue = exists || (operator(one).equals("Equal") && sameOperator && sameValue);
        boolean lastsAsLong = !text(one, "effect").equals("NoExecute") || seconds(one) >= seconds(other);
        return widerKey && widerEffect && widerValue && lastsAsLong;
    }

    private static String operator(JsonNode toleration) {
        String operator = text(toleration, "operator");
        return operator.isEmpty() ? "Equal" : operator;
    }

    /** The seconds, or more than any if the toleration has none. */
    static long seconds(JsonNode toleration) {
        return toleration.path("tolerationSeconds").asLong(Long.MAX_VALUE);
    }

    /** Whether the toleration is {@code {key, Exists, effect}}, whatever its seconds. */
    static boolean isExists(JsonNode toleration, String key, String effect) {
        return ApiRules.isSameEntry(toleration, ModelledApiServer.exists(key, effect));
    }
}

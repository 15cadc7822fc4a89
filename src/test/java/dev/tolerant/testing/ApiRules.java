package dev.tolerant.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** The API's rules for a pod's tolerations, reimplemented without any of the program's code. */
public final class ApiRules {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]*");
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Set<String> EFFECTS = Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");

    private ApiRules() {}

    /** The rule that this toleration violates; empty if it is valid. */
    public static String violation(JsonNode toleration, boolean comparisonOperators) {
        String key = text(toleration, "key");
        String operator = text(toleration, "operator");
        String value = text(toleration, "value");
        String effect = text(toleration, "effect");
        if (!key.isEmpty() && !isLabelName(key)) {
            return "key is no label name";
        }
        if (key.isEmpty() && !operator.equals("Exists")) {
            return "an empty key needs Exists";
        }
        if (toleration.hasNonNull("tolerationSeconds") && !effect.equals("NoExecute")) {
            return "seconds need NoExecute";
        }
        if (!EFFECTS.contains(effect)) {
            return "no such effect";
        }
        return switch (operator) {
            case "", "Equal" -> isLabelValue(value) ? "" : "value is no label value";
            case "Exists" -> value.isEmpty() ? "" : "Exists takes no value";
            case "Lt", "Gt" -> comparisonOperators && isNumber(value) ? "" : "Lt and Gt are off, or value is no number";
            default -> "no such operator";
        };
    }

    /** Whether a stored pod may get this list: it must keep every stored entry, apart from its seconds. */
    public static boolean acceptsUpdate(JsonNode stored, JsonNode updated, boolean comparisonOperators) {
        for (JsonNode old : stored) {
            if (!contains(updated, old)) {
                return false;
            }
        }
        for (JsonNode toleration : updated) {
            if (!violation(toleration, comparisonOperators).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    public static boolean contains(JsonNode list, JsonNode entry) {
        for (JsonNode each : list) {
            if (isSameEntry(each, entry)) {
                return true;
            }
        }
        return false;
    }

    /** Whether both are exactly equal apart from their seconds. */
    public static boolean isSameEntry(JsonNode one, JsonNode other) {
        for (String field : new String[] {"key", "operator", "value", "effect"}) {
            if (!text(one, field).equals(text(other, field))) {
                return false;
            }
        }
        return true;
    }

    /** The seconds as text; empty if there are none. */
    public static String seconds(JsonNode toleration) {
        return toleration.path("tolerationSeconds").asText("");
    }

    /** The text of a field; empty if it is absent, as Go reads it. */
    public static String text(JsonNode object, String field) {
        return Objects.requireNonNullElse(object.path(field).textValue(), "");
    }

    public static boolean isLabelName(String text) {
        String[] parts = text.split("/", -1);
        String name = parts[parts.length - 1];
        boolean hasName = name.length() <= 63 && NAME.matcher(name).matches();
        if (parts.length == 1) {
            return hasName;
        }
        return parts.length == 2
                && hasName
                && parts[0].length() <= 253
                && SUBDOMAIN.matcher(parts[0]).matches();
    }

    private static boolean isLabelValue(String text) {
        return text.isEmpty() || (text.length() <= 63 && NAME.matcher(text).matches());
    }

    private static boolean isNumber(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return false;
        }
        BigInteger number = new BigInteger(text);
        return number.compareTo(MIN) >= 0 && number.compareTo(MAX) <= 0;
    }
}

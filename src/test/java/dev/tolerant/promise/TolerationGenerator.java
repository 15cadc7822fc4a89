package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
import java.util.Random;

/** Generates tolerations as authors write them: sensible, odd, and some that the API refuses. */
final class TolerationGenerator {
    private static final List<String> KEYS = List.of(
            "",
            ModelledApiServer.NOT_READY,
            ModelledApiServer.NOT_READY,
            ModelledApiServer.UNREACHABLE,
            ModelledApiServer.UNREACHABLE,
            "node.kubernetes.io/memory-pressure",
            "node.kubernetes.io/disk-pressure",
            "nvidia.com/gpu",
            "dedicated",
            "spot",
            "my.kubernetes.io/x",
            "-not a key-");
    private static final List<String> VALUES = List.of("", "ml", "5", "-17", "007", "9223372036854775808", "no value!");
    private static final List<String> EFFECTS =
            List.of("NoExecute", "NoExecute", "NoExecute", "NoSchedule", "PreferNoSchedule", "Never");
    private static final List<Long> SECONDS = List.of(0L, -5L, 30L, 60L, 299L, 300L, 300L, 600L, Long.MAX_VALUE);

    private final Random random;

    TolerationGenerator(Random random) {
        this.random = random;
    }

    /** Up to five tolerations, valid or not. */
    ArrayNode list() {
        ArrayNode list = Webhook.JSON.createArrayNode();
        for (int left = random.nextInt(6); left > 0; left--) {
            list.add(any());
        }
        return list;
    }

    /** Up to five tolerations that an API server accepts. */
    ArrayNode storedList() {
        ArrayNode list = Webhook.JSON.createArrayNode();
        for (int left = random.nextInt(6); left > 0; left--) {
            list.add(valid(true));
        }
        return list;
    }

    ObjectNode valid(boolean comparisonOperators) {
        ObjectNode toleration = any();
        while (!ApiRules.violation(toleration, comparisonOperators).isEmpty()) {
            toleration = any();
        }
        return toleration;
    }

    ObjectNode any() {
        ObjectNode toleration = Webhook.JSON.createObjectNode();
        putUnlessEmpty(toleration, "key", pick(KEYS));
        String operator = switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> "Equal";
            case 5, 6, 7 -> "";
            case 8 -> "Lt";
            case 9 -> "Gt";
            case 10 -> "Like";
            default -> "Exists";
        };
        putUnlessEmpty(toleration, "operator", operator);
        if (!operator.equals("Exists") || random.nextInt(20) == 0) {
            boolean number = operator.equals("Lt") || operator.equals("Gt");
            putUnlessEmpty(toleration, "value", number && random.nextBoolean() ? "5" : pick(VALUES));
        }
        if (random.nextInt(4) > 0) {
            toleration.put("effect", pick(EFFECTS));
        }
        if (random.nextInt(3) == 0) {
            toleration.put("tolerationSeconds", pick(SECONDS));
        }
        if (random.nextInt(10) == 0) {
            toleration
                    .putObject("ofALaterApi")
                    .put("since", "v1.99")
                    .putArray("list")
                    .add(1.50)
                    .addNull();
        }
        return toleration;
    }

    /** The same entry with other seconds, which a user may set on a stored pod. */
    JsonNode withOtherSeconds(JsonNode toleration) {
        ObjectNode changed = toleration.deepCopy();
        if (random.nextInt(3) == 0) {
            changed.remove("tolerationSeconds");
        } else if ("NoExecute".equals(changed.path("effect").textValue())) {
            changed.put("tolerationSeconds", pick(SECONDS));
        }
        return changed;
    }

    private void putUnlessEmpty(ObjectNode toleration, String field, String value) {
        if (!value.isEmpty()) {
            toleration.put(field, value);
        } else if (random.nextInt(30) == 0) {
            toleration.put(field, "");
        }
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

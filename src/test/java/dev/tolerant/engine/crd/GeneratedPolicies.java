package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PolicyFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Valid policies with up to three changes at random, which the API may accept or not. */
final class GeneratedPolicies {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "A",
            "gpu",
            "example.com/gpu",
            "-a",
            "a b",
            "monitoring/*x",
            "monitoring/*",
            "*",
            "Exists",
            "Equal",
            "In",
            "NotIn",
            "Gt",
            "Lt",
            "NoExecute",
            "NoSchedule",
            "Never",
            "Enforce",
            "Deployment",
            "batch/Job",
            "system:masters",
            "9",
            "-9",
            "99999999999999999999",
            "linux",
            "Linux",
            "x".repeat(64),
            "x".repeat(254),
            "x".repeat(318));
    private static final List<String> NUMBERS = List.of(
            "0", "-1", "1", "100", "1000000", "1000001", "-1000001", "5000000", "2147483647", "4294967296", "1.5");
    private static final List<String> FIELDS = List.of(
            "key",
            "operator",
            "value",
            "values",
            "effect",
            "tolerationSeconds",
            "matchLabels",
            "matchExpressions",
            "allow",
            "deny",
            "exempt",
            "notReady",
            "daemonSetTemplates",
            "retries",
            "weight",
            "serviceAccounts");

    private final List<JsonNode> valid =
            PolicyFile.valid().stream().map(PolicyFile::object).toList();
    private final long seed;
    private final Random random;

    GeneratedPolicies(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    JsonNode next() {
        ObjectNode policy = pick(valid).deepCopy();
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            change(policy);
        }
        return policy;
    }

    private void change(ObjectNode policy) {
        List<JsonNode> containers = new ArrayList<>();
        collect(policy.path("spec"), containers);
        JsonNode container = pick(containers);
        if (container instanceof ArrayNode list) {
            changeList(list);
        } else if (container instanceof ObjectNode object) {
            changeObject(object);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private void changeList(ArrayNode list) {
        switch (random.nextInt(4)) {
            case 0 -> list.removeAll();
            case 1 -> list.add(value());
            case 2 -> {
                for (int i = random.nextInt(70); i > 0 && !list.isEmpty(); i--) {
                    list.add(list.get(0).deepCopy());
                }
            }
            default -> {
                if (!list.isEmpty()) {
                    list.set(random.nextInt(list.size()), value());
                }
            }
        }
    }

    private void changeObject(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        String name = names.isEmpty() || random.nextInt(3) == 0 ? pick(FIELDS) : pick(names);
        if (random.nextInt(4) == 0) {
            object.remove(name);
        } else {
            object.set(name, value());
        }
    }

    private JsonNode value() {
        try {
            return switch (random.nextInt(10)) {
                case 0 -> JSON.createObjectNode();
                case 1 -> JSON.createArrayNode();
                case 2 -> JSON.getNodeFactory().booleanNode(random.nextBoolean());
                case 3, 4 -> JSON.readTree(pick(NUMBERS));
                case 5 -> JSON.createArrayNode().add(pick(TEXTS));
                default -> JSON.getNodeFactory().textNode(pick(TEXTS));
            };
        } catch (java.io.IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    private <T extends Object> T pick(List<? extends T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @Override
    public String toString() {
        return "-Dtolerant.seed=" + seed;
    }
}

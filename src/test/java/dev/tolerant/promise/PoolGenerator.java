package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Generates policies that give and reserve a few taints, and tolerations of these. */
final class PoolGenerator {
    /** Some are names of resources too. */
    private static final List<String> KEYS = List.of(
            "example.com/pool",
            "example.com/pool",
            "nvidia.com/gpu",
            "dedicated",
            ModelledApiServer.NOT_READY,
            "node.kubernetes.io/memory-pressure",
            "node.kubernetes.io/unschedulable");

    /** Those that are not the control plane's. */
    private static final List<String> RESERVABLE = List.of("example.com/pool", "nvidia.com/gpu", "dedicated");

    private static final List<String> VALUES = List.of("ml", "ml", "web", "5");
    private static final List<String> EFFECTS = List.of("NoSchedule", "NoSchedule", "NoExecute", "PreferNoSchedule");
    private static final List<String> MODES = List.of("Enforce", "Enforce", "Audit");

    private final Random random;

    PoolGenerator(Random random) {
        this.random = random;
    }

    String key() {
        return pick(KEYS);
    }

    String value() {
        return pick(VALUES);
    }

    String effect() {
        return pick(EFFECTS);
    }

    /** Policies in order of precedence. */
    List<JsonNode> policies() {
        List<JsonNode> policies = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ObjectNode spec = policy(policies, "gives-" + i, i == 0 ? "Enforce" : pick(MODES));
            fillGiver(spec);
            if (random.nextInt(3) == 0) {
                reserve(spec);
            }
        }
        for (int i = 0; i < 2; i++) {
            reserve(policy(policies, "reserves-" + i, i == 0 ? "Enforce" : pick(MODES)));
        }
        policies.sort(Comparator.comparing((JsonNode policy) ->
                        -policy.path("spec").path("priority").asInt())
                .thenComparing(policy -> policy.path("metadata").path("name").asText()));
        return policies;
    }

    private ObjectNode policy(List<JsonNode> policies, String name, String mode) {
        ObjectNode policy = Webhook.JSON.createObjectNode();
        policy.putObject("metadata").put("name", name);
        ObjectNode spec =
                policy.putObject("spec").put("priority", random.nextInt(3)).put("mode", mode);
        spec.set("match", match());
        policies.add(policy);
        return spec;
    }

    private ObjectNode match() {
        ObjectNode match = Webhook.JSON.createObjectNode();
        if (random.nextInt(3) == 0) {
            match.set("namespaceSelector", selector("team"));
        }
        if (random.nextInt(4) == 0) {
            match.set("podSelector", selector("app"));
        }
        if (random.nextInt(6) == 0) {
            ArrayNode kinds = match.putArray("ownerKinds");
            kinds.add(pick(List.of("DaemonSet", "Job", "ReplicaSet")));
            kinds.add(pick(List.of("apps.kruise.io/CloneSet", "StatefulSet")));
        }
        if (random.nextInt(6) == 0) {
            match.putArray("resources").add("nvidia.com/gpu");
        }
        return match;
    }

    private ObjectNode selector(String label) {
        ObjectNode selector = Webhook.JSON.createObjectNode();
        if (random.nextBoolean()) {
            selector.putObject("matchLabels").put(label, random.nextBoolean() ? "ml" : "web");
            return selector;
        }
        String operator = pick(List.of("In", "NotIn", "Exists", "DoesNotExist"));
        ObjectNode expression = selector.putArray("matchExpressions")
                .addObject()
                .put("key", label)
                .put("operator", operator);
        if (operator.endsWith("In")) {
            expression.putArray("values").add("ml");
        }
        return selector;
    }

    private void fillGiver(ObjectNode spec) {
        ArrayNode given = list(2);
        if (random.nextBoolean()) {
            given.addObject()
                    .put("key", pick(List.of("example.com/pool", "nvidia.com/gpu")))
                    .put("value", "ml")
                    .put("effect", "NoSchedule");
        }
        spec.set("tolerations", given);
        if (random.nextInt(3) > 0) {
            ObjectNode requirement = spec.putArray("requiredNodeAffinity").addObject();
            fillRequirement(requirement);
            if (random.nextBoolean()) {
                fillRequirement(((ArrayNode) spec.get("requiredNodeAffinity")).addObject());
            }
        }
        if (random.nextInt(4) == 0) {
            spec.putObject("nodeFailure").put("notReady", 77).put("unreachable", "Never");
        }
    }

    void fillRequirement(ObjectNode requirement) {
        requirement.put("key", random.nextInt(4) == 0 ? "disk" : "pool");
        switch (random.nextInt(4)) {
            case 0 -> requirement.put("operator", "Exists");
            case 1 ->
                requirement.put("operator", "In").putArray("values").add("ml").add("web");
            default -> requirement.put("operator", "In").putArray("values").add("ml");
        }
    }

    /** Reserves what the policy gives, and other taints, for namespaces with a label. */
    private void reserve(ObjectNode spec) {
        spec.withObject("/match")
                .putObject("namespaceSelector")
                .putObject("matchLabels")
                .put("team", random.nextBoolean() ? "ml" : "web");
        // A toleration of every taint cannot be reserved.
        spec.path("tolerations").elements().forEachRemaining(given -> {
            if (!given.has("key")) {
                ((ObjectNode) given).put("key", "example.com/pool");
            }
        });
        ArrayNode taints = spec.putObject("reserve").putArray("taints");
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            ObjectNode taint = taints.addObject().put("key", pick(RESERVABLE));
            if (random.nextInt(3) == 0) {
                taint.put("value", value());
            }
            if (random.nextInt(3) > 0) {
                taint.put("effect", effect());
            }
        }
        if (random.nextInt(2) == 0) {
            fillExemption(spec.withObject("/reserve").putObject("exempt"));
        }
    }

    private void fillExemption(ObjectNode exempt) {
        switch (random.nextInt(5)) {
            case 0 -> exempt.putArray("groups").add(pick(List.of("system:masters", "system:nodes", "admins")));
            case 1 -> exempt.putArray("users").add(pick(List.of("jane", "kruise")));
            case 2 -> exempt.putArray("serviceAccounts").add("ml/trainer").add("shop/default");
            case 3 -> exempt.putArray("serviceAccounts").add("agents/*");
            default -> exempt.putArray("namespaces").add("agents");
        }
    }

    /** Some valid tolerations. */
    ArrayNode list(int atMost) {
        ArrayNode list = Webhook.JSON.createArrayNode();
        for (int left = 1 + random.nextInt(atMost); left > 0; left--) {
            list.add(toleration(false));
        }
        return list;
    }

    /** A toleration that the API accepts. */
    ObjectNode toleration(boolean comparisonOperators) {
        ObjectNode toleration = Webhook.JSON.createObjectNode();
        boolean all = random.nextInt(12) == 0;
        if (!all) {
            toleration.put("key", key());
        }
        int operator = random.nextInt(comparisonOperators ? 8 : 6);
        if (all || operator < 3) {
            toleration.put("operator", "Exists");
        } else if (operator < 6) {
            if (operator < 5) {
                toleration.put("operator", "Equal");
            }
            toleration.put("value", value());
        } else {
            toleration.put("operator", operator == 6 ? "Lt" : "Gt").put("value", random.nextBoolean() ? "4" : "6");
        }
        if (random.nextInt(4) > 0) {
            String effect = effect();
            toleration.put("effect", effect);
            if (effect.equals("NoExecute") && random.nextInt(3) == 0) {
                toleration.put("tolerationSeconds", pick(List.of(0, 60, 300, 3600)));
            }
        }
        return toleration;
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

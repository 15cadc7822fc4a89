package dev.tolerant.engine.model;

import dev.tolerant.engine.review.RequestFixture;
import dev.tolerant.server.webhook.PodReview;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Policies, pods and namespaces built from few names, so that many match and many do not. */
final class RandomPolicies {
    private static final List<String> KEYS = List.of("a", "b", "c");
    private static final List<String> VALUES = List.of("1", "2", "3");
    private static final List<String> KINDS = List.of("Job", "ReplicaSet", "DaemonSet");
    private static final List<String> RESOURCES = List.of("x.com/gpu", "y.com/gpu");
    private static final List<String> CLASSES = List.of("low", "high");

    private final Random random;

    RandomPolicies(Random random) {
        this.random = random;
    }

    /** Policies with distinct names in random order, of which many share a priority. */
    List<Policy> policies(int count) {
        List<Policy> policies = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "p" + random.nextInt(1_000) + "-" + i;
            policies.add(PolicyFixture.of("{metadata: {name: " + name + "}, spec: {priority: " + random.nextInt(3)
                    + ", match: " + match() + "}}"));
        }
        return policies;
    }

    private String match() {
        List<String> parts = new ArrayList<>();
        maybe(parts, 3, () -> "namespaceSelector: " + selector());
        maybe(parts, 3, () -> "podSelector: " + selector());
        maybe(parts, 4, () -> "ownerKinds: " + some(KINDS));
        maybe(parts, 4, () -> "resources: " + some(RESOURCES));
        maybe(parts, 4, () -> "priorityClassNames: " + some(CLASSES));
        return "{" + String.join(", ", parts) + "}";
    }

    private void maybe(List<String> parts, int oneOf, Supplier<String> part) {
        if (random.nextInt(oneOf) == 0) {
            parts.add(part.get());
        }
    }

    private String selector() {
        List<String> parts = new ArrayList<>();
        maybe(parts, 2, () -> "matchLabels: {" + one(KEYS) + ": '" + one(VALUES) + "'}");
        maybe(parts, 2, () -> "matchExpressions: [" + expression() + ", " + expression() + "]");
        return "{" + String.join(", ", parts) + "}";
    }

    private String expression() {
        String operator = one(List.of("In", "NotIn", "Exists", "DoesNotExist"));
        String values = operator.endsWith("In") ? ", values: " + some(VALUES) : "";
        return "{key: " + one(KEYS) + ", operator: " + operator + values + "}";
    }

    NamespaceFacts namespace() {
        return new LabelledNamespace(labels()).facts();
    }

    PodFacts pod() {
        String owner = "ownerReferences: [{kind: " + one(KINDS) + ", controller: " + random.nextBoolean() + "}]";
        StringBuilder labels = new StringBuilder();
        labels().forEach((key, value) ->
                labels.append(key).append(": '").append(value).append("', "));
        String resources = "{requests: {" + one(RESOURCES) + ": " + random.nextInt(2) + "}, limits: {" + one(RESOURCES)
                + ": " + random.nextInt(2) + "}}";
        String pod = "{metadata: {labels: {" + labels + "}, " + owner + "}, spec: {containers: [{}, {resources: "
                + resources + "}], priorityClassName: " + one(List.of("low", "high", "''")) + "}}";
        return RequestFixture.reviewOf(PodReview.pod(pod).creation()).pod();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        for (String key : KEYS) {
            if (random.nextBoolean()) {
                labels.put(key, one(VALUES));
            }
        }
        return labels;
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of) {
        List<String> some = of.stream()
                .filter(any -> random.nextBoolean())
                .map(each -> "'" + each + "'")
                .toList();
        return some.isEmpty() ? List.of("'" + of.get(0) + "'") : some;
    }
}

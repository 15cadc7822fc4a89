package dev.tolerant.promise;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.LabelSelector;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Requirement.Operator;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Reservations.Entry;
import dev.tolerant.engine.model.Reservations.Insiders;
import dev.tolerant.engine.model.Reservations.Opening;
import dev.tolerant.engine.model.Reserve.Exemption;
import dev.tolerant.engine.model.Reserve.ReservedTaint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.server.webhook.Webhook;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Generates reservations, namespaces and pods of few names, so that many pods are just outside or just inside. */
final class ReservationGenerator {
    /** Of those that the generated policies reserve, as are the values and most names below, and one more. */
    private static final List<String> KEYS = List.of("nvidia.com/gpu", "dedicated", "tenant");

    private static final List<String> VALUES = List.of("", "ml", "web");
    private static final List<Effect> EFFECTS =
            List.of(Effect.ANY, Effect.NO_SCHEDULE, Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE);
    private static final List<String> LABELS = List.of("team", "tenant");
    private static final List<String> NAMESPACES = List.of("web", "ml", "agents");
    private static final List<String> USERS = List.of(
            "jane",
            "jane",
            "ops",
            "system:node:n1",
            "system:kube-controller-manager",
            "system:serviceaccount:kube-system:job-controller");
    private static final List<String> GROUPS = List.of("system:nodes", "admins", "developers");
    private static final List<String> ACCOUNTS = List.of("default", "runner");

    private final Random random;

    ReservationGenerator(Random random) {
        this.random = random;
    }

    Reservations reservations() {
        Map<String, Insiders> policies = new TreeMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            policies.put("p" + i, new Insiders(selector(), exemption()));
        }
        Map<String, List<Entry>> taints = new TreeMap<>();
        for (String key : KEYS) {
            if (random.nextInt(5) > 0) {
                taints.put(key, entries(key, List.copyOf(policies.keySet())));
            }
        }
        return new Reservations(policies, taints);
    }

    private List<Entry> entries(String key, List<String> policies) {
        Set<ReservedTaint> taints = new HashSet<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            taints.add(new ReservedTaint(key, random.nextInt(4) == 0 ? null : pick(VALUES), pick(EFFECTS)));
        }
        return taints.stream()
                .sorted()
                .map(taint -> new Entry(taint, openings(policies)))
                .toList();
    }

    private List<Opening> openings(List<String> policies) {
        List<Opening> openings = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            openings.add(new Opening(pick(policies), random.nextInt(3) == 0 ? pick(LABELS) : ""));
        }
        return openings;
    }

    private LabelSelector selector() {
        Map<String, String> labels = random.nextBoolean() ? Map.of(pick(LABELS), pick(VALUES)) : Map.of();
        if (!labels.isEmpty() && random.nextBoolean()) {
            return new LabelSelector(labels, List.of());
        }
        Operator operator = pick(List.of(Operator.IN, Operator.NOT_IN, Operator.EXISTS, Operator.DOES_NOT_EXIST));
        boolean compares = operator == Operator.IN || operator == Operator.NOT_IN;
        return new LabelSelector(
                labels, List.of(new Requirement(pick(LABELS), operator, compares ? some(VALUES) : Set.of())));
    }

    private Exemption exemption() {
        if (random.nextInt(4) > 0) {
            return Exemption.NOBODY;
        }
        Set<String> accounts = new HashSet<>();
        for (String account : some(ACCOUNTS)) {
            accounts.add(pick(NAMESPACES) + "/" + (random.nextInt(3) == 0 ? "*" : account));
        }
        return switch (random.nextInt(4)) {
            case 0 -> new Exemption(some(GROUPS), Set.of(), Set.of(), Set.of());
            case 1 -> new Exemption(Set.of(), some(USERS), Set.of(), Set.of());
            case 2 -> new Exemption(Set.of(), Set.of(), accounts, Set.of());
            default -> new Exemption(Set.of(), Set.of(), Set.of(), some(NAMESPACES));
        };
    }

    Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        for (String label : LABELS) {
            if (random.nextInt(3) > 0) {
                labels.put(label, pick(VALUES));
            }
        }
        return labels;
    }

    ObjectNode review() {
        ObjectNode review =
                Webhook.JSON.createObjectNode().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        ObjectNode request = review.putObject("request").put("uid", "uid-1");
        request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
        request.put("namespace", pick(NAMESPACES)).put("operation", "CREATE").putNull("oldObject");
        ObjectNode user = request.putObject("userInfo").put("username", pick(USERS));
        if (random.nextBoolean()) {
            some(GROUPS).forEach(user.putArray("groups")::add);
        }
        ObjectNode pod = pod();
        request.set("object", pod);
        if (random.nextInt(4) == 0) {
            request.put("operation", "UPDATE").set("oldObject", stored(pod));
        }
        return review;
    }

    private ObjectNode pod() {
        ObjectNode pod = Webhook.JSON.createObjectNode();
        ObjectNode metadata = pod.putObject("metadata").put("name", "web");
        if (random.nextInt(6) == 0) {
            metadata.putObject("annotations").put("kubernetes.io/config.mirror", "x");
        }
        ObjectNode spec = pod.putObject("spec");
        if (random.nextBoolean()) {
            spec.put("serviceAccountName", pick(ACCOUNTS));
        }
        if (random.nextInt(8) == 0) {
            spec.put("nodeName", "n1");
        }
        int tolerations = random.nextInt(5);
        if (tolerations > 0) {
            ArrayNode list = spec.putArray("tolerations");
            while (list.size() < tolerations) {
                list.add(toleration());
            }
        }
        return pod;
    }

    /** The pod before, with some of its tolerations, and others. */
    private ObjectNode stored(ObjectNode pod) {
        ObjectNode stored = pod.deepCopy();
        ArrayNode before = Webhook.JSON.createArrayNode();
        pod.at("/spec/tolerations").forEach(each -> {
            if (random.nextBoolean()) {
                ObjectNode same = each.deepCopy();
                if ("NoExecute".equals(same.path("effect").asText())) {
                    same.put("tolerationSeconds", random.nextInt(100));
                }
                before.add(same);
            }
        });
        if (random.nextInt(3) == 0) {
            before.add(toleration());
        }
        ObjectNode spec = (ObjectNode) stored.get("spec");
        if (before.isEmpty()) {
            spec.remove("tolerations");
        } else {
            spec.set("tolerations", before);
        }
        return stored;
    }

    /** As an API server hands it to its policies: without empty fields. */
    private ObjectNode toleration() {
        ObjectNode toleration = Webhook.JSON.createObjectNode();
        switch (random.nextInt(12)) {
            case 0 -> toleration.put("operator", "Exists");
            case 1 -> toleration.put("key", "node.kubernetes.io/not-ready").put("operator", "Exists");
            case 2 ->
                toleration
                        .put("key", pick(KEYS))
                        .put("operator", random.nextBoolean() ? "Lt" : "Gt")
                        .put("value", "5");
            case 3, 4 -> toleration.put("key", pick(KEYS)).put("operator", "Exists");
            default -> {
                toleration.put("key", pick(KEYS));
                if (random.nextBoolean()) {
                    toleration.put("operator", "Equal");
                }
                putUnlessEmpty(toleration, "value", pick(VALUES));
            }
        }
        putUnlessEmpty(toleration, "effect", pick(EFFECTS).text());
        return toleration;
    }

    private static void putUnlessEmpty(ObjectNode toleration, String field, String value) {
        if (!value.isEmpty()) {
            toleration.put(field, value);
        }
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private Set<String> some(List<String> from) {
        Set<String> some = new HashSet<>(Set.of(pick(from)));
        some.add(pick(from));
        return some;
    }
}

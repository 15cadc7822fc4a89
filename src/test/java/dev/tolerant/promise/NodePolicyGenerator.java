package dev.tolerant.promise;

import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Generates policies that match by what a pod asks of nodes and add to that, so that one makes another match; and nodes
 * and pods of few labels.
 */
final class NodePolicyGenerator {
    /** Also the keys of the taints that the nodes with these labels have. */
    static final List<String> LABELS = List.of("pool", "zone", "kubernetes.io/os");

    static final List<String> VALUES = List.of("a", "b");

    private final Random random;

    NodePolicyGenerator(Random random) {
        this.random = random;
    }

    /** A node for each label and value, with the taint of that name. */
    static List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (String label : LABELS) {
            for (String value : VALUES) {
                String name = label.replace("kubernetes.io/", "") + "-" + value;
                nodes.add(new Node(name, Map.of(label, value), List.of(new Taint(label, value, Effect.NO_SCHEDULE))));
            }
        }
        return nodes;
    }

    /** Four to eight policies, as YAML. */
    List<String> policies() {
        List<String> policies = new ArrayList<>();
        int count = random.nextInt(5);
        for (int i = 0; i < 4 + count; i++) {
            policies.add("{metadata: {name: p" + i + "}, spec: {priority: " + random.nextInt(2) + ", mode: "
                    + pick(List.of("Enforce", "Enforce", "Audit")) + ", match: "
                    + match() + gifts() + "}}");
        }
        return policies;
    }

    private String match() {
        List<String> parts = new ArrayList<>();
        if (random.nextInt(3) > 0) {
            parts.add("nodeSelector: {" + label() + "}");
        }
        if (random.nextInt(5) == 0) {
            parts.add("os: " + pick(VALUES));
        }
        if (random.nextInt(5) == 0) {
            parts.add("podSelector: {matchLabels: {team: ml}}");
        }
        if (random.nextInt(4) == 0) {
            parts.add("exclude: [{podSelector: {matchLabels: {team: web}}}, {ownerKinds: [DaemonSet]}]");
        }
        return "{" + String.join(", ", parts) + "}";
    }

    private String gifts() {
        String gifts = switch (random.nextInt(5)) {
            case 0, 4 ->
                ", nodes: {selector: {matchLabels: {" + label()
                        + "}}, taintKeys: [pool, zone, kubernetes.io/os], affinity: "
                        + pick(List.of("Required", "Required", "Preferred", "None")) + "}";
            case 1 ->
                ", requiredNodeAffinity: [{key: " + pick(LABELS) + ", operator: In, values: ["
                        + pick(List.of("a", "b", "a, b")) + "]}]";
            case 2 ->
                ", preferredNodeAffinity: [{weight: 7, key: " + pick(LABELS) + ", operator: In, values: ["
                        + pick(VALUES) + "]}]";
            default -> "";
        };
        return gifts + ", tolerations: [{key: given-" + random.nextInt(4) + ", operator: Exists, effect: NoSchedule}]";
    }

    /** A pod as YAML. */
    String pod() {
        List<String> spec = new ArrayList<>();
        spec.add("containers: [{name: main}]");
        if (random.nextInt(3) == 0) {
            spec.add("nodeSelector: {" + label() + "}");
        }
        if (random.nextInt(4) == 0) {
            spec.add("os: {name: " + pick(VALUES) + "}");
        }
        if (random.nextInt(3) == 0) {
            spec.add("affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
                    + terms() + "}}}");
        }
        String labels = random.nextBoolean() ? "" : "metadata: {labels: {team: " + pick(List.of("ml", "web")) + "}}, ";
        return "{" + labels + "spec: {" + String.join(", ", spec) + "}}";
    }

    private List<String> terms() {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(2); i++) {
            terms.add(
                    random.nextInt(8) == 0
                            ? "{}"
                            : "{matchExpressions: [{key: " + pick(LABELS) + ", operator: In, values: ["
                                    + pick(List.of("a", "b", "a, b")) + "]}]}");
        }
        return terms;
    }

    private String label() {
        return pick(LABELS) + ": " + pick(VALUES);
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

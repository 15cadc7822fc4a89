package dev.tolerant.server.keeper;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates stored pods, policies that give them NoExecute tolerations, and the taints that a node got some time ago. */
final class TaintedPodGenerator {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<String> KEYS =
            List.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable", "pool", "spot", "own");
    private static final List<String> SECONDS = List.of("0", "30", "60", "300", "never");
    private static final List<Taint> TAINTS = List.of(
            NodeTaints.NOT_READY,
            NodeTaints.UNREACHABLE,
            new Taint("pool", "ml", Effect.NO_EXECUTE),
            Taint.of("spot", Effect.NO_EXECUTE),
            Taint.of("own", Effect.NO_EXECUTE),
            Taint.of("spot", Effect.NO_SCHEDULE),
            NodeTaints.MEMORY_PRESSURE);
    private static final List<String> POLICIES = List.of(
            "{metadata: {name: pool}, spec: {match: {}, tolerations: [{key: pool, value: ml, effect: NoExecute}]}}",
            "{metadata: {name: spot}, spec: {match: {},"
                    + " tolerations: [{key: spot, effect: NoExecute, operator: Exists, tolerationSeconds: %d}]}}",
            "{metadata: {name: quick}, spec: {priority: 3, match: {}, nodeFailure: {notReady: %d}}}",
            "{metadata: {name: web}, spec: {priority: 5, match: {podSelector: {matchLabels: {app: any}}},"
                    + " tolerations: [{operator: Exists, effect: NoExecute}]}}",
            "{metadata: {name: gpu}, spec: {match: {}, tolerations: [{key: gpu, effect: NoSchedule}]}}");

    private final Random random;

    TaintedPodGenerator(Random random) {
        this.random = random;
    }

    String[] settings() {
        return new String[] {
            "rules.node-failure.not-ready", pick(SECONDS), "rules.node-failure.unreachable", pick(SECONDS)
        };
    }

    List<String> policies() {
        List<String> policies = new ArrayList<>();
        for (String policy : POLICIES) {
            if (random.nextInt(3) == 0) {
                policies.add(policy.formatted(10 * (1 + random.nextInt(3))));
            }
        }
        return policies;
    }

    /** Up to three taints, mostly NoExecute, each with the second at which the node got it. */
    Map<Taint, Instant> taints() {
        Map<Taint, Instant> taints = new HashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            taints.put(pick(TAINTS), NOW.minusSeconds(random.nextInt(1000)));
        }
        return taints;
    }

    /** A pod without a node. Some of its tolerations are its author's or were given before, others the API server's. */
    ObjectNode pod() {
        ArrayNode tolerations = PodServer.JSON.createArrayNode();
        for (int left = random.nextInt(3); left > 0; left--) {
            tolerations.add(toleration(pick(KEYS)));
        }
        if (random.nextInt(8) == 0) {
            tolerations.add(toleration(""));
        }
        for (String key : KEYS) {
            if (random.nextInt(key.equals("own") ? 8 : 3) == 0) {
                tolerations.add(toleration(key));
            }
        }
        return StoredPodFixture.pod("shop", "web", pod -> {
            ((ObjectNode) pod.at("/metadata/labels")).put("app", random.nextInt(4) == 0 ? "any" : "web");
            if (random.nextInt(3) > 0) {
                ((ObjectNode) pod.get("spec")).set("tolerations", tolerations);
            } else {
                ((ArrayNode) pod.at("/spec/tolerations")).addAll(tolerations);
            }
        });
    }

    private ObjectNode toleration(String key) {
        ObjectNode toleration = PodServer.JSON.createObjectNode();
        if (!key.isEmpty()) {
            toleration.put("key", key);
        }
        toleration.put("operator", "Exists").put("effect", "NoExecute");
        String seconds = pick(SECONDS);
        if (!seconds.equals("never")) {
            toleration.put("tolerationSeconds", Long.parseLong(seconds));
        }
        return toleration;
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}

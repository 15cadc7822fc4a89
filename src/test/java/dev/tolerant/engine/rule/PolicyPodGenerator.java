package dev.tolerant.engine.rule;

import static dev.tolerant.server.webhook.PodReview.tolerating;

import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.server.webhook.PodReview;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates policies that give and forbid the few tolerations that its pods have. */
final class PolicyPodGenerator {
    private static final List<String> KEYS =
            List.of("pool", "spot", "node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    private final Random random;

    PolicyPodGenerator(Random random) {
        this.random = random;
    }

    List<Policy> policies() {
        List<Policy> policies = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            policies.add(PolicyFixture.of("{metadata: {name: p" + i + "}, spec: {" + spec() + "}}"));
        }
        return policies;
    }

    private String spec() {
        String match = random.nextBoolean() ? "{}" : "{podSelector: {matchLabels: {team: ml}}}";
        String mode = one(List.of("Enforce", "Enforce", "Audit"));
        return "match: " + match + ", mode: " + mode + ", priority: " + random.nextInt(2) + ", tolerations: " + list(2)
                + ", nodeFailure: {"
                + one(List.of("", "notReady: 60", "notReady: Never", "notReady: 60, unreachable: 9"))
                + "}";
    }

    PodReview pod() {
        PodReview pod = tolerating(list(3));
        return random.nextBoolean() ? pod : pod.labelled("team", "ml");
    }

    private String list(int most) {
        List<String> list = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            list.add(toleration());
        }
        return list.toString();
    }

    private String toleration() {
        if (random.nextInt(8) == 0) {
            return "{operator: Exists" + one(List.of("", ", effect: NoSchedule")) + "}";
        }
        String key = one(KEYS);
        boolean noExecute = key.contains("/") || random.nextInt(3) == 0;
        String compared =
                key.contains("/") ? "operator: Exists" : one(List.of("operator: Exists", "value: a", "value: b"));
        String effect = noExecute
                ? ", effect: NoExecute" + one(List.of("", ", tolerationSeconds: 60"))
                : ", effect: NoSchedule";
        return "{key: " + key + ", " + compared + effect + "}";
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}

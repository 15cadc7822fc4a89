package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Generates pods' affinities and policies' node requirements as YAML, from few labels. */
final class AffinityGenerator {
    static final List<String> KEYS = List.of("pool", "zone", "size");
    static final List<String> VALUES = List.of("a", "b", "5", "10");

    private final Random random;

    AffinityGenerator(Random random) {
        this.random = random;
    }

    /** One to three policies that match every pod and often require the same. */
    List<Policy> policies() {
        List<Policy> policies = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            policies.add(PolicyFixture.of("{metadata: {name: p" + i + "}, spec: {priority: " + random.nextInt(2)
                    + ", match: {}, requiredNodeAffinity: " + requirements(1 + random.nextInt(2)) + "}}"));
        }
        return policies;
    }

    /** Required affinity with up to three terms; null for none. */
    @Nullable
    String affinity() {
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> "{}";
            case 2 -> "{podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}";
            case 3 -> "{nodeAffinity: {}}";
            case 4 -> "{nodeAffinity: {" + preferred() + "}}";
            case 5 -> "{nodeAffinity: {" + required() + ", " + preferred() + "}}";
            default -> "{nodeAffinity: {" + required() + "}}";
        };
    }

    private String preferred() {
        return "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: "
                + requirements(1) + "}}]";
    }

    private String required() {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            terms.add(term());
        }
        return "requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: " + terms + "}";
    }

    private String term() {
        String fields = "matchFields: [{key: metadata.name, operator: In, values: [node-" + random.nextInt(3) + "]}]";
        return switch (random.nextInt(6)) {
            case 0 -> "{}";
            case 1 -> "{matchExpressions: []}";
            case 2 -> "{" + fields + "}";
            case 3 -> "{" + fields + ", matchExpressions: " + requirements(1) + "}";
            default -> "{matchExpressions: " + requirements(1 + random.nextInt(2)) + "}";
        };
    }

    private String requirements(int count) {
        List<String> requirements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requirements.add(requirement());
        }
        return requirements.toString();
    }

    private String requirement() {
        String key = KEYS.get(random.nextInt(KEYS.size()));
        return switch (random.nextInt(6)) {
            case 0 -> "{key: " + key + ", operator: Exists}";
            case 1 -> "{key: " + key + ", operator: DoesNotExist}";
            case 2 -> "{key: " + key + ", operator: Gt, values: ['7']}";
            case 3 -> "{key: " + key + ", operator: Lt, values: ['7']}";
            case 4 -> "{key: " + key + ", operator: NotIn, values: [" + value() + "]}";
            default -> "{key: " + key + ", operator: In, values: [" + value() + ", " + value() + "]}";
        };
    }

    private String value() {
        return "'" + VALUES.get(random.nextInt(VALUES.size())) + "'";
    }
}

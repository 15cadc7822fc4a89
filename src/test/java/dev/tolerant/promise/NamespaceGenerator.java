package dev.tolerant.promise;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.server.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Generates namespaces with annotations, some of them malformed. */
final class NamespaceGenerator {
    static final String DEFAULTS = "scheduler.alpha.kubernetes.io/defaultTolerations";
    static final String WHITELIST = "scheduler.alpha.kubernetes.io/tolerationsWhitelist";

    private static final List<String> BROKEN =
            List.of("", "[]", "null", " ", "{", "{}", "[1]", "[{\"key\": 1}]", "[{\"tolerationSeconds\": \"60\"}]");

    private final Random random;
    private final TolerationGenerator tolerations;

    NamespaceGenerator(Random random) {
        this.random = random;
        this.tolerations = new TolerationGenerator(random);
    }

    Namespace namespace(String name) {
        Map<String, String> annotations = new HashMap<>();
        if (random.nextInt(4) > 0) {
            annotations.put(DEFAULTS, list());
        }
        if (random.nextInt(5) == 0) {
            annotations.put(WHITELIST, whitelist());
        }
        Map<String, String> labels = random.nextInt(12) == 0 ? Map.of("tolerant.dev/inject", "false") : Map.of();
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private String list() {
        if (random.nextInt(4) == 0) {
            return BROKEN.get(random.nextInt(BROKEN.size()));
        }
        String list = (random.nextBoolean() ? tolerations.list() : tolerations.storedList()).toString();
        return random.nextInt(3) == 0 ? list.replace("\"key\"", "\"Key\"").replace("\"effect\"", "\"EFFECT\"") : list;
    }

    /** A whitelist that admits many pods. */
    private String whitelist() {
        ArrayNode list = tolerations.list();
        list.add(ModelledApiServer.exists("dedicated", "NoSchedule"));
        if (random.nextInt(3) > 0) {
            list.add(Webhook.JSON.createObjectNode().put("operator", "Exists").put("effect", "NoExecute"));
        }
        return list.toString();
    }
}

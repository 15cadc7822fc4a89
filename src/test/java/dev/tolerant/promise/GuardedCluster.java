package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.Node;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A cluster with pools that policies give and reserve, as JSON and as objects for the webhook.
 *
 * @param settings of the webhook; those that are missing are at their defaults
 * @param policies in order of precedence
 * @param nodes lists of taints by the name of the node
 */
record GuardedCluster(
        Map<String, String> settings,
        List<JsonNode> policies,
        Map<String, Namespace> namespaces,
        Map<String, JsonNode> nodes,
        TolerantConfig config,
        ModelledApiServer apiServer,
        Webhook webhook) {
    static final String OPT_OUT = "tolerant.dev/inject";

    static GuardedCluster random(Random random) {
        Map<String, String> settings = settings(random);
        List<JsonNode> policies = new PoolGenerator(random).policies();
        Map<String, Namespace> namespaces = new TreeMap<>();
        for (String name : new String[] {"shop", "ml", "agents", "closed"}) {
            namespaces.put(name, namespace(random, name));
        }
        Map<String, JsonNode> nodes = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            nodes.put("node-" + i, taints(random));
        }
        TolerantConfig config = Webhook.config(settings);
        TolerantConfig.NodeFailure seconds = config.rules().nodeFailure();
        return new GuardedCluster(
                settings,
                policies,
                namespaces,
                nodes,
                config,
                new ModelledApiServer(seconds.apiServerNotReady(), seconds.apiServerUnreachable()),
                Webhook.with(
                        settings,
                        compiled(policies),
                        known(nodes),
                        namespaces.values().toArray(new Namespace[0])));
    }

    private static Map<String, String> settings(Random random) {
        return new RandomWorld(random).texts("guarded-settings");
    }

    private static Namespace namespace(Random random, String name) {
        Map<String, String> labels = new HashMap<>();
        if (random.nextInt(3) > 0) {
            labels.put("team", random.nextBoolean() ? "ml" : "web");
        }
        if (name.equals("closed") && random.nextBoolean()) {
            labels.put(OPT_OUT, "false");
        }
        Map<String, String> annotations = new HashMap<>();
        PoolGenerator pools = new PoolGenerator(random);
        if (random.nextInt(2) == 0) {
            annotations.put(
                    NamespaceFacts.DEFAULT_TOLERATIONS,
                    random.nextInt(3) == 0
                            ? "[{\"operator\": \"Exists\"}]"
                            : pools.list(2).toString());
        }
        if (random.nextInt(8) == 0) {
            ArrayNode whitelist = pools.list(2);
            whitelist.addObject().put("operator", "Exists").put("effect", "NoExecute");
            annotations.put(NamespaceFacts.TOLERATIONS_WHITELIST, whitelist.toString());
        }
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private static ArrayNode taints(Random random) {
        ArrayNode taints = Webhook.JSON.createArrayNode();
        PoolGenerator pools = new PoolGenerator(random);
        for (int left = random.nextInt(3); left > 0; left--) {
            ObjectNode taint = taints.addObject();
            taint.put("key", pools.key()).put("value", random.nextBoolean() ? pools.value() : "");
            taint.put("effect", pools.effect());
        }
        return taints;
    }

    private static Node node(String name, JsonNode taints) {
        List<Taint> read = new ArrayList<>();
        for (JsonNode taint : taints) {
            Effect effect = Effect.of(ApiRules.text(taint, "effect"));
            read.add(new Taint(ApiRules.text(taint, "key"), ApiRules.text(taint, "value"), effect));
        }
        return new Node(name, Map.of(), read);
    }

    /** This cluster, with the settings and policies of another. */
    GuardedCluster proposing(GuardedCluster other) {
        return new GuardedCluster(
                other.settings,
                other.policies,
                namespaces,
                nodes,
                other.config,
                other.apiServer,
                Webhook.with(
                        other.settings,
                        other.compiled(),
                        known(nodes),
                        namespaces.values().toArray(new Namespace[0])));
    }

    /** The policies as the program uses them. */
    List<Policy> compiled() {
        return compiled(policies);
    }

    static List<Policy> compiled(List<JsonNode> policies) {
        return PolicyFixture.all(policies.stream().map(JsonNode::toString).collect(Collectors.joining("\n---\n")));
    }

    private static Map<String, Node> known(Map<String, JsonNode> nodes) {
        Map<String, Node> known = new HashMap<>();
        nodes.forEach((name, taints) -> known.put(name, node(name, taints)));
        return known;
    }

    /** What guards the reserved taints while these policies are in force. */
    ReservationsGuard guard() {
        return ReservationsGuard.of(PolicySet.of(compiled()).reservations().reservations());
    }

    Map<String, String> labelsOf(String namespace) {
        Map<String, String> labels = namespaces.get(namespace).getMetadata().getLabels();
        return labels == null ? Map.of() : labels;
    }

    /** Everything that decides, for a failure message. */
    String describe() {
        return "settings  " + settings + "\npolicies  "
                + policies.stream().map(JsonNode::toString).collect(Collectors.joining("\n          "))
                + "\nnodes     " + nodes;
    }
}

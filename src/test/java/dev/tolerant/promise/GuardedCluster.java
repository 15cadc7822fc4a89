package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Comparator;
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
        WholeProgram webhook) {
    static final String OPT_OUT = "tolerant.dev/inject";

    static GuardedCluster random(Random random) {
        RandomWorld world = new RandomWorld(random);
        Map<String, String> settings = world.texts("guarded-settings");
        List<JsonNode> policies = policies(world);
        Map<String, Namespace> namespaces = new TreeMap<>();
        for (String name : new String[] {"shop", "ml", "agents", "closed"}) {
            namespaces.put(
                    name, world.namespace(name.equals("closed") ? "closed-namespace" : "guarded-namespace", name));
        }
        Map<String, JsonNode> nodes = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            nodes.put("node-" + i, world.make("pool-taints"));
        }
        TolerantConfig config = WholeProgram.config(settings);
        TolerantConfig.NodeFailure seconds = config.rules().nodeFailure();
        return new GuardedCluster(
                settings,
                policies,
                namespaces,
                nodes,
                config,
                new ModelledApiServer(seconds.apiServerNotReady(), seconds.apiServerUnreachable()),
                WholeProgram.with(
                        settings,
                        PolicyFixture.all(policies),
                        known(nodes),
                        namespaces.values().toArray(new Namespace[0])));
    }

    /** This cluster where half of the namespaces have whitelists, and some policies do not stay with the program. */
    GuardedCluster restricting(Random random) {
        RandomWorld world = new RandomWorld(random);
        Map<String, Namespace> restricted = new TreeMap<>(namespaces);
        restricted.replaceAll((name, namespace) -> random.nextBoolean()
                ? namespace
                : new NamespaceBuilder(namespace)
                        .editMetadata()
                        .addToAnnotations(
                                NamespaceFacts.TOLERATIONS_WHITELIST,
                                world.make("pool-tolerations").toString())
                        .endMetadata()
                        .build());
        List<JsonNode> some = policies.stream()
                .filter(policy -> random.nextInt(3) > 0
                        && (random.nextInt(4) == 0 || !policy.path("spec").has("reserve")))
                .toList();
        return new GuardedCluster(settings, policies, restricted, nodes, config, apiServer, webhook)
                .having(some.isEmpty() ? policies : some);
    }

    /** The same with these policies. */
    GuardedCluster having(List<JsonNode> others) {
        Namespace[] all = namespaces.values().toArray(new Namespace[0]);
        return new GuardedCluster(
                settings,
                others,
                namespaces,
                nodes,
                config,
                apiServer,
                WholeProgram.with(settings, PolicyFixture.all(others), known(nodes), all));
    }

    /** Policies in order of precedence. */
    static List<JsonNode> policies(RandomWorld world) {
        List<JsonNode> policies = world.policies("pool-policies");
        policies.sort(Comparator.comparing((JsonNode policy) ->
                        -policy.path("spec").path("priority").asInt())
                .thenComparing(policy -> policy.path("metadata").path("name").asText()));
        return policies;
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
                WholeProgram.with(
                        other.settings,
                        other.compiled(),
                        known(nodes),
                        namespaces.values().toArray(new Namespace[0])));
    }

    /** The webhook where the API server gives this by itself. */
    WholeProgram knowing(Injections injections) {
        return knowing(injections, Injections.NOTHING);
    }

    /** The same while it still judges by what was stored before. */
    WholeProgram knowing(Injections injections, Injections judging) {
        return WholeProgram.with(
                settings,
                compiled(),
                known(nodes),
                injections,
                judging,
                namespaces.values().toArray(new Namespace[0]));
    }

    /** The policies as the program uses them. */
    List<Policy> compiled() {
        return PolicyFixture.all(policies);
    }

    /** The nodes as the program knows them. */
    Map<String, Node> known() {
        return known(nodes);
    }

    private static Map<String, Node> known(Map<String, JsonNode> nodes) {
        Map<String, Node> known = new HashMap<>();
        nodes.forEach((name, taints) -> known.put(name, new Node(name, Map.of(), RandomWorld.taints(taints))));
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

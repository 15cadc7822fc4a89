package dev.tolerant.server.cluster;

import static dev.tolerant.testing.MockApiServer.NODES;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;

/** A cluster with a policy of a pool, named ml, and a webhook that decides with what is known of it. */
abstract class PoolFixture {
    static final Map<String, String> ML = Map.of("pool", "ml");
    static final String POLICY =
            "{metadata: {name: ml}, spec: {match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated, gpu, example.com/*]}}}";
    static final String STATUS = ".*/tolerationpolicies/ml/status";
    static final String ANY_READ = NODES + ".*";

    @AutoClose
    final WatchedCluster cluster = new WatchedCluster();

    final WholeProgram webhook = WholeProgram.over(cluster.snapshot);

    PoolFixture() {
        // A review of a namespace that is not there waits for it.
        cluster.server.namespace(PodReview.NAMESPACE, Map.of(), Map.of());
    }

    static Taint taint(String key) {
        return new Taint("NoSchedule", key, null, null);
    }

    void started() {
        cluster.source.start();
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
    }

    /** The same where these reads are refused. */
    void startedWithout(String reads) {
        cluster.source.start();
        cluster.passRefusals(reads);
        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
    }

    /** The keys of the pool's taints that a pod gets tolerations of now. */
    static List<String> given(WholeProgram webhook) {
        List<String> keys = new ArrayList<>();
        for (JsonNode toleration : webhook.ask(PodReview.aPod().creation()).tolerations()) {
            String key = toleration.path("key").asText();
            if (!key.startsWith("node.kubernetes.io/")) {
                keys.add(key);
            }
        }
        return keys;
    }

    JsonNode condition(String type) {
        return cluster.server.condition("ml", type);
    }

    List<String> remembered() {
        return cluster.server.policy("ml").at("/status/nodes/taints").findValuesAsText("key");
    }

    void heartbeat(String name, int beat) {
        cluster.server
                .operator()
                .nodes()
                .withName(name)
                .editStatus(found -> new NodeBuilder(found)
                        .withNewStatus()
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .withLastHeartbeatTime("2026-11-22T08:00:%02dZ".formatted(beat))
                        .endCondition()
                        .endStatus()
                        .build());
    }

    void remember(String key) {
        remember("taints", key);
    }

    /** Has the policy's status remember one taint, of nodes or of NodePools. */
    void remember(String list, String key) {
        Map<String, Object> nodes = new HashMap<>(
                Map.of("selector", Map.of("matchLabels", ML), "taints", List.of(), "nodePoolTaints", List.of()));
        nodes.put(list, List.of(Map.of("key", key, "effect", "NoSchedule")));
        cluster.server.status("ml", Map.of("nodes", nodes));
    }

    /** What a program that starts now knows when it is ready. */
    void another(Consumer<CurrentSnapshot> check) {
        CurrentSnapshot snapshot = new CurrentSnapshot();
        try (KubernetesClient client = cluster.server.client();
                ClusterSource other =
                        WatchedCluster.source(client, snapshot, new SimpleMeterRegistry(), cluster::nanos)) {
            other.start();
            eventually(() -> assertThat(other.isReady()).isTrue());
            check.accept(snapshot);
        }
    }
}

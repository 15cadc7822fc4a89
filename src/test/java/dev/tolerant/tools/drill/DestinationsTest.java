package dev.tolerant.tools.drill;

import static dev.tolerant.testing.ClusterFixture.node;
import static dev.tolerant.testing.ClusterFixture.pod;
import static dev.tolerant.testing.ClusterFixture.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.objects.Owners.ClusterPod;
import dev.tolerant.testing.ClusterFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the next pods of workloads may go. */
class DestinationsTest {
    private static final String REPLICA_SET = """
            {apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web%d-1, namespace: shop,
              ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web%d, uid: u, controller: true}]},
             spec: {template: {spec: {containers: [{name: main}]}}}}""";

    @Test
    void podsWithEqualTemplatesAreJudgedOnce() {
        List<String> objects = new ArrayList<>(List.of(node("n1", "", ""), node("n2", "", "")));
        for (int i = 0; i < 300; i++) {
            objects.add(workload("apps/v1", "Deployment", "web" + i, "containers: [{name: main}]")
                    .replace("app: web" + i, "app: web" + i % 3));
            objects.add(REPLICA_SET.formatted(i, i));
            objects.add(pod("a" + i, "n1", "apps/v1/ReplicaSet/web" + i + "-1", "containers: [{name: main}]"));
        }
        ClusterView view = ClusterFixture.view(objects.toArray(String[]::new));
        List<ClusterPod> pods = ClusterPod.unfinished(view.clusterObjects(), new ArrayList<>());
        Destinations destinations = new Destinations(view, List.of(), List.of(), false);

        pods.forEach(destinations::of);

        assertThat(pods).hasSize(300);
        assertThat(destinations.judgements()).isEqualTo(3);
    }
}

package dev.tolerant.apiserver;

import static dev.tolerant.apiserver.ReservedCluster.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What a real API server refuses by the chart's guard in audit mode, and while the chart is upgraded. */
@NeedsApiServer
class ReserveUpgradeApiServerIT {
    @Test
    void nothingIsRefusedInAuditModeAndNoPlainPodDuringTheUpgradeFromIt() throws IOException {
        ObjectNode reserved = pod("web", "{}", "{tolerations: [{operator: Exists}], nodeName: n1}");
        ObjectNode plain = pod("web", "{}", "{}");
        List<Integer> answers = new CopyOnWriteArrayList<>();
        AtomicBoolean upgraded = new AtomicBoolean();
        try (ReservedCluster cluster = ReservedCluster.start("-upgrade", "{settings: {mode: audit}}")) {
            await().during(Duration.ofSeconds(5))
                    .until(() -> cluster.create("jane", reserved).status() == 201);

            CompletableFuture<Void> creating = CompletableFuture.runAsync(() -> {
                while (!upgraded.get()) {
                    answers.add(cluster.create("jane", plain).status());
                }
            });
            cluster.upgrade("{}");
            cluster.awaitGuard();
            upgraded.set(true);
            creating.join();
        } finally {
            upgraded.set(true);
        }

        assertThat(answers).isNotEmpty().containsOnly(201);
    }
}

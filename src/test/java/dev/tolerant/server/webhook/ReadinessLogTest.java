package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.Recorder;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.api.HealthType;
import io.smallrye.health.event.SmallRyeHealthStatusChangeEvent;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.List;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReadinessLogTest {
    private static final String NEITHER = """
            {"status": "DOWN", "checks": [
              {"name": "warm-up", "status": "DOWN"},
              {"name": "policies and namespaces", "status": "DOWN",
               "data": {"namespaces": "not read yet", "nodes": "refused\\nwith 403"}},
              {"name": "certificate", "status": "DOWN", "data": {"serial": "7", "reason": "it has expired"}},
              {"name": "Graceful Shutdown", "status": "UP"}]}
            """;
    private static final String READY = """
            {"status": "UP", "checks": [{"name": "warm-up", "status": "UP"}]}
            """;

    @AutoClose
    private final Recorder log = Recorder.of("dev.tolerant.server.webhook.ReadinessLog", LogRecord::getMessage)
            .fromInfo();

    private final ReadinessLog readiness = new ReadinessLog();

    @Test
    void aChangeThatIsToldTwiceIsLoggedOnce() {
        for (String health : List.of(NEITHER, NEITHER, READY, READY, NEITHER)) {
            tell(health);
        }

        assertThat(log.lines()).hasSize(3);
        assertThat(log.lines().get(1)).isEqualTo("ready");
        assertThat(log.lines().get(2)).isEqualTo(log.lines().get(0));
    }

    @Test
    void aLineNamesTheChecksThatAreDownAndWhy() {
        tell(NEITHER);

        assertThat(log.lines())
                .containsExactly("not ready: certificate (it has expired), policies and namespaces"
                        + " (namespaces: not read yet, nodes: refused with 403), warm-up");
    }

    private void tell(String health) {
        try (JsonReader json = Json.createReader(new StringReader(health))) {
            readiness.changed(
                    new SmallRyeHealthStatusChangeEvent(HealthType.READINESS, new SmallRyeHealth(json.readObject())));
        }
    }
}

package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.api.HealthType;
import io.smallrye.health.event.SmallRyeHealthStatusChangeEvent;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

    private final Logger log = Logger.getLogger("dev.tolerant.server.webhook.ReadinessLog");
    private final Lines lines = new Lines();
    private final ReadinessLog readiness = new ReadinessLog();

    private static final class Lines extends Handler {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            texts.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @BeforeEach
    void listen() {
        // Other tests quieten the whole package.
        log.setLevel(Level.INFO);
        log.addHandler(lines);
    }

    @AfterEach
    void stopListening() {
        log.removeHandler(lines);
        log.setLevel(null);
    }

    @Test
    void aChangeThatIsToldTwiceIsLoggedOnce() {
        for (String health : List.of(NEITHER, NEITHER, READY, READY, NEITHER)) {
            tell(health);
        }

        assertThat(lines.texts).hasSize(3);
        assertThat(lines.texts.get(1)).isEqualTo("ready");
        assertThat(lines.texts.get(2)).isEqualTo(lines.texts.get(0));
    }

    @Test
    void aLineNamesTheChecksThatAreDownAndWhy() {
        tell(NEITHER);

        assertThat(lines.texts)
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

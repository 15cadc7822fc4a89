package dev.tolerant.server.webhook;

import dev.tolerant.engine.words.OneLine;
import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.event.SmallRyeHealthStatusChangeEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Logs once that the program is not ready, with the checks that are down and why, and once that it is ready again. Any number of
 * threads may tell it of changes at once.
 */
@Singleton
class ReadinessLog {
    private static final Logger LOG = Logger.getLogger(ReadinessLog.class);

    private final AtomicBoolean down = new AtomicBoolean();

    /** If two ask at the same time, both find the change, and it is told here twice. */
    void changed(@Observes @Readiness SmallRyeHealthStatusChangeEvent change) {
        SmallRyeHealth health = change.health();
        if (down.getAndSet(health.isDown()) != health.isDown()) {
            LOG.info(health.isDown() ? "not ready: " + OneLine.logged(checksDown(health.getPayload())) : "ready");
        }
    }

    private static String checksDown(JsonObject health) {
        return health.getJsonArray("checks").getValuesAs(JsonObject.class).stream()
                .filter(check -> check.getString("status").equals("DOWN"))
                .map(ReadinessLog::described)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String described(JsonObject check) {
        String name = check.getString("name");
        JsonObject data = check.getJsonObject("data");
        if (data == null) {
            return name;
        }
        String why = data.containsKey("reason")
                ? text(data.get("reason"))
                : data.entrySet().stream()
                        .map(fact -> fact.getKey() + ": " + text(fact.getValue()))
                        .collect(Collectors.joining(", "));
        return name + " (" + why + ")";
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString string ? string.getString() : value.toString();
    }
}

package dev.tolerant.engine.pod;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests and limits of one container, or of the pod as a whole, by resource name. */
public record Resources(Map<String, BigDecimal> requests, Map<String, BigDecimal> limits) {
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    /** How many requests and limits there are. */
    public int size() {
        return requests.size() + limits.size();
    }

    /** Whether there is a request or limit of more than zero cpu or memory. */
    boolean hasCpuOrMemory() {
        return isPositive(requests.get("cpu"))
                || isPositive(requests.get("memory"))
                || isPositive(limits.get("cpu"))
                || isPositive(limits.get("memory"));
    }

    static boolean isPositive(@Nullable BigDecimal amount) {
        return amount != null && amount.signum() > 0;
    }
}

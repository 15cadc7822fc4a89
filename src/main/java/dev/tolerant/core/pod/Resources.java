package dev.tolerant.core.pod;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one container, or the pod as a whole, asks for and may use at most: amounts by resource name. */
public record Resources(Map<String, BigDecimal> requests, Map<String, BigDecimal> limits) {
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    /** Whether any cpu or memory above zero is requested or allowed. */
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

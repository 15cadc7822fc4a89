package dev.tolerant.tools.drill;

import dev.tolerant.engine.model.ControlPlane;
import dev.tolerant.engine.model.Taint;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time from now to the taints of a drill.
 *
 * @param because where it comes from, as a sentence; empty where somebody named it or it needs no reason
 */
public record GracePeriod(Duration after, String because) {
    private static final int SINCE_MINOR = 32;
    private static final long BEFORE = 40;
    private static final Pattern VERSION = Pattern.compile("v?1\\.(\\d{1,4})\\b.*");

    /**
     * What somebody has named, or else the control plane's default in this version of Kubernetes.
     *
     * @param taints those that somebody has named, which come at once
     */
    public static GracePeriod of(@Nullable Duration named, List<Taint> taints, String serverVersion) {
        if (named != null) {
            return new GracePeriod(named, "");
        }
        if (!taints.isEmpty()) {
            return new GracePeriod(Duration.ZERO, "");
        }
        Matcher version = VERSION.matcher(serverVersion);
        if (!version.matches()) {
            return seconds(
                    ControlPlane.NODE_MONITOR_GRACE_SECONDS,
                    " as Kubernetes 1.32 and later do; the version of the API server is not known, and earlier ones wait "
                            + BEFORE + "s");
        }
        return Integer.parseInt(version.group(1)) >= SINCE_MINOR
                ? seconds(ControlPlane.NODE_MONITOR_GRACE_SECONDS, " as Kubernetes 1.32 and later do by default")
                : seconds(BEFORE, " as Kubernetes before 1.32 does by default");
    }

    private static GracePeriod seconds(long seconds, String reason) {
        return new GracePeriod(
                Duration.ofSeconds(seconds),
                "The control plane waits " + seconds + "s for a sign of a node before it taints it," + reason
                        + "; --after says another time.");
    }
}

package dev.tolerant.engine.words;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests and limits of one container, or of the pod as a whole, by resource name. */
public record Resources(Map<String, BigDecimal> requests, Map<String, BigDecimal> limits) {
    public static final Resources NONE = new Resources(Map.of(), Map.of());

    public int size() {
        return requests.size() + limits.size();
    }

    /** Even at zero. */
    public Stream<String> names() {
        return Stream.concat(requests.keySet().stream(), limits.keySet().stream());
    }

    private boolean askFor(String name) {
        return isPositive(requests.get(name)) || isPositive(limits.get(name));
    }

    private boolean hasCpuOrMemory() {
        return askFor("cpu") || askFor("memory");
    }

    /** True where these, of a pod with limits of any kind, get requests of cpu or memory from its containers. */
    private boolean takesCpuOrMemoryFrom(List<Resources> containers) {
        boolean limited = !limits.isEmpty() || containers.stream().anyMatch(this::takesHugePagesFrom);
        return limited
                && Stream.of("cpu", "memory")
                        .filter(name -> !requests.containsKey(name))
                        .anyMatch(name ->
                                containers.stream().anyMatch(container -> isPositive(container.requestOf(name))));
    }

    /** The limits of huge pages are the containers' unless the pod requests them as a whole (defaultHugePagePodLimits). */
    private boolean takesHugePagesFrom(Resources container) {
        return container.limits.keySet().stream()
                .anyMatch(name -> name.startsWith("hugepages-") && !requests.containsKey(name));
    }

    private @Nullable BigDecimal requestOf(String name) {
        return requests.containsKey(name) ? requests.get(name) : limits.get(name);
    }

    private static boolean isPositive(@Nullable BigDecimal amount) {
        return amount != null && amount.signum() > 0;
    }

    /**
     * @param containers and init containers, in order
     * @param whole of the pod as a whole; null if it has none
     */
    public record OfPod(
            List<Resources> containers, @Nullable Resources whole) {
        static final OfPod NONE = new OfPod(List.of(), null);

        public Stream<Resources> all() {
            return Stream.concat(containers.stream(), Stream.ofNullable(whole));
        }

        /**
         * Computes the quality of service class like ComputePodQOS (pkg/apis/core/v1/helper/qos in k8s.io/kubernetes): by
         * the resources of the pod as a whole if it has any, even empty ones, after the API has defaulted them
         * (defaultPodRequests in pkg/apis/core/v1). The pod's status does not count, because a client can write it.
         */
        public boolean areBestEffort() {
            if (whole != null) {
                return !whole.hasCpuOrMemory() && !whole.takesCpuOrMemoryFrom(containers);
            }
            for (Resources container : containers) {
                if (container.hasCpuOrMemory()) {
                    return false;
                }
            }
            return true;
        }

        /** True where a container, or the pod as a whole, requests or is limited to more than zero of the resource. */
        public boolean askFor(String resource) {
            return all().anyMatch(each -> each.askFor(resource));
        }

        /** True where a container names the resource, even with an amount of zero. */
        boolean name(String resource) {
            return containers.stream()
                    .anyMatch(each -> each.requests.containsKey(resource) || each.limits.containsKey(resource));
        }
    }

    /** Tells extended resources by their names (pkg/apis/core/v1/helper in k8s.io/kubernetes). */
    public static final class ResourceNames {
        private static final String QUOTA_PREFIX = "requests.";

        private static final String EVERY = "*";

        private ResourceNames() {}

        /** True where an extended resource can have this name, or begin with it if it ends in {@code *}. */
        public static boolean namesExtended(String name) {
            return isExtended(name.endsWith(EVERY) ? name.substring(0, name.length() - EVERY.length()) + "x" : name);
        }

        /** False, as in the API, for any name that contains {@code kubernetes.io/}, even within a longer domain. */
        public static boolean isExtended(String name) {
            return name.indexOf('/') >= 0
                    && !name.contains("kubernetes.io/")
                    && !name.startsWith(QUOTA_PREFIX)
                    && LabelSyntax.isName(QUOTA_PREFIX.concat(name));
        }
    }
}

package dev.tolerant.core.pod;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pod's quality of service class, computed like ComputePodQOS (pkg/apis/core/v1/helper/qos in k8s.io/kubernetes). */
public enum QosClass {
    GUARANTEED,
    BURSTABLE,
    BEST_EFFORT;

    private static final List<String> COUNTED = List.of("cpu", "memory");

    /**
     * The class of a pod. The pod's status does not count, because a client can write it.
     *
     * @param containers the resources of containers and init containers, including sidecars
     * @param pod the resources of the pod as a whole; if present, only these count, even if they are empty
     */
    static QosClass of(List<Resources> containers, @Nullable Resources pod) {
        List<Resources> deciding = pod == null ? containers : List.of(pod);
        if (isBestEffort(containers, pod)) {
            return BEST_EFFORT;
        }
        boolean allLimited = deciding.stream().allMatch(QosClass::limitsCpuAndMemory);
        return allLimited && requestsEqualLimits(deciding) ? GUARANTEED : BURSTABLE;
    }

    /** Whether the class is BestEffort. Most callers need only this, and it needs no sums. */
    static boolean isBestEffort(List<Resources> containers, @Nullable Resources pod) {
        if (pod != null) {
            return !pod.hasCpuOrMemory();
        }
        for (Resources container : containers) {
            if (container.hasCpuOrMemory()) {
                return false;
            }
        }
        return true;
    }

    private static boolean limitsCpuAndMemory(Resources resources) {
        return Resources.isPositive(resources.limits().get("cpu"))
                && Resources.isPositive(resources.limits().get("memory"));
    }

    private static boolean requestsEqualLimits(List<Resources> all) {
        for (String name : COUNTED) {
            BigDecimal requests = BigDecimal.ZERO;
            BigDecimal limits = BigDecimal.ZERO;
            for (Resources resources : all) {
                requests = requests.add(positive(resources.requests().get(name)));
                limits = limits.add(positive(resources.limits().get(name)));
            }
            if (requests.compareTo(limits) != 0) {
                return false;
            }
        }
        return true;
    }

    private static BigDecimal positive(@Nullable BigDecimal amount) {
        return amount != null && Resources.isPositive(amount) ? amount : BigDecimal.ZERO;
    }
}

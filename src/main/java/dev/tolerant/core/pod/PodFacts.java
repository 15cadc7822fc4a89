package dev.tolerant.core.pod;

import dev.tolerant.core.toleration.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a pod that a rule may ask about; absent, null and empty are the same here.
 *
 * @param name the name, or the generateName of a pod that has none yet
 * @param mirror whether the pod carries the annotation of a static pod's mirror
 * @param controllerKind the kind of the owner with {@code controller: true}; empty for none
 * @param priorityClassName empty for none
 * @param serviceAccountName empty for none
 * @param resources of containers and init containers, in order
 * @param podResources of the pod as a whole, null if it has none
 */
public record PodFacts(
        String name,
        Map<String, String> labels,
        boolean mirror,
        String controllerKind,
        String priorityClassName,
        String serviceAccountName,
        boolean hostNetwork,
        Map<String, String> nodeSelector,
        NodeAffinity nodeAffinity,
        List<Toleration> tolerations,
        List<Resources> resources,
        @Nullable Resources podResources) {

    /** The pod and namespace label whose value {@code "false"} keeps additions away. */
    public static final String INJECT_LABEL = "tolerant.dev/inject";

    /** The same pod with other tolerations. */
    public PodFacts withTolerations(List<Toleration> others) {
        return new PodFacts(
                name,
                labels,
                mirror,
                controllerKind,
                priorityClassName,
                serviceAccountName,
                hostNetwork,
                nodeSelector,
                nodeAffinity,
                others,
                resources,
                podResources);
    }

    public boolean isOptedOut() {
        return "false".equals(labels.get(INJECT_LABEL));
    }

    public boolean isDaemonSetPod() {
        return controllerKind.equals("DaemonSet");
    }

    public QosClass qosClass() {
        return QosClass.of(resources, podResources);
    }

    /** Whether no container, and not the pod, has any cpu or memory above zero. */
    public boolean isBestEffort() {
        return QosClass.isBestEffort(resources, podResources);
    }

    /** Whether any container, or the pod as a whole, asks for or is limited to more than zero of the named resource. */
    public boolean asksFor(String resource) {
        if (podResources != null && asksFor(podResources, resource)) {
            return true;
        }
        for (Resources each : resources) {
            if (asksFor(each, resource)) {
                return true;
            }
        }
        return false;
    }

    private static boolean asksFor(Resources resources, String name) {
        return Resources.isPositive(resources.requests().get(name))
                || Resources.isPositive(resources.limits().get(name));
    }

    /** Whether any container asks for or limits the named resource, at zero too. */
    boolean names(String resource) {
        for (Resources each : resources) {
            if (each.requests().containsKey(resource) || each.limits().containsKey(resource)) {
                return true;
            }
        }
        return false;
    }
}

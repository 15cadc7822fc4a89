package dev.tolerant.engine.pod;

import static dev.tolerant.engine.controlplane.NodeTaints.NOT_READY;
import static dev.tolerant.engine.controlplane.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.controlplane.AdmissionPlugins;
import dev.tolerant.engine.controlplane.DaemonSetController;
import dev.tolerant.engine.controlplane.DefaultTolerationSeconds;
import dev.tolerant.engine.toleration.Toleration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The origin of each toleration of a pod, by its index. */
public final class Origins {
    private final Origin[] byIndex;

    private Origins(Origin[] byIndex) {
        this.byIndex = byIndex;
    }

    public Origin at(int index) {
        return byIndex[index];
    }

    /**
     * Finds out who wrote each toleration. If no manager owns the list, an entry that equals one of the API server's is
     * proven injected. In an owned list such an entry is likely injected where DefaultTolerationSeconds appends it
     * (plugin/pkg/admission/defaulttolerationseconds): at the tail, not-ready first, not suppressed by an earlier
     * entry, and not as the whole list.
     */
    public static Origins of(PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults) {
        List<Toleration> list = pod.tolerations();
        Origin[] byIndex = new Origin[list.size()];
        if (provenance == Provenance.UNOWNED) {
            for (int i = 0; i < byIndex.length; i++) {
                byIndex[i] = defaults.contains(list.get(i)) ? Origin.PROVEN : Origin.OTHER;
            }
            return new Origins(byIndex);
        }
        Arrays.fill(byIndex, Origin.AUTHOR);
        if (pod.isDaemonSetPod()) {
            markController(pod, byIndex);
        }
        if (provenance == Provenance.OWNED) {
            markLikely(pod, defaults, byIndex);
        }
        return new Origins(byIndex);
    }

    /**
     * The origins in a stored pod by the record that it carries: what the record lacks, or has with other seconds, is the
     * author's.
     */
    public static Origins recorded(PodFacts pod, Given given) {
        List<Toleration> list = pod.tolerations();
        List<@Nullable String> givers = given.giversOf(list);
        Origin[] byIndex = new Origin[list.size()];
        Arrays.fill(byIndex, Origin.AUTHOR);
        if (pod.isDaemonSetPod()) {
            markController(pod, byIndex);
        }
        for (int i = 0; i < byIndex.length; i++) {
            String giver = givers.get(i);
            byIndex[i] = giver == null ? byIndex[i] : Given.origin(giver);
        }
        return new Origins(byIndex);
    }

    /**
     * The origins in a stored pod without a record.
     *
     * @param earlier further seconds that this program gave the API server's entries before it kept records
     */
    public static Origins unrecorded(
            PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Set<Long> earlier) {
        List<Toleration> asInjected = pod.tolerations().stream()
                .map(toleration -> defaults.hasShapeOf(toleration)
                                && !toleration.seconds().never()
                                && earlier.contains(toleration.seconds().seconds())
                        ? defaults.withItsSeconds(toleration)
                        : toleration)
                .toList();
        return of(pod.withTolerations(asInjected), provenance, defaults);
    }

    /**
     * The controller overwrites a template's entries for its taints, so an entry that equals one of its own is its own.
     */
    private static void markController(PodFacts pod, Origin[] byIndex) {
        Set<Toleration> own = DaemonSetController.tolerations(pod.hostNetwork());
        for (int i = 0; i < byIndex.length; i++) {
            if (own.contains(pod.tolerations().get(i))) {
                byIndex[i] = Origin.CONTROLLER;
            }
        }
    }

    private static void markLikely(PodFacts pod, DefaultTolerationSeconds defaults, Origin[] byIndex) {
        List<Toleration> list = pod.tolerations();
        int end = endWithoutLaterPlugins(pod);
        boolean unreachableLast = end > 0 && list.get(end - 1).equals(defaults.unreachable());
        int beforeUnreachable = unreachableLast ? end - 1 : end;
        boolean notReadyLast =
                beforeUnreachable > 0 && list.get(beforeUnreachable - 1).equals(defaults.notReady());
        int start = notReadyLast ? beforeUnreachable - 1 : beforeUnreachable;

        List<Toleration> before = list.subList(0, start);
        boolean notReadySuppressed = DefaultTolerationSeconds.isSuppressed(before, NOT_READY);
        boolean unreachableSuppressed = DefaultTolerationSeconds.isSuppressed(before, UNREACHABLE);
        if (unreachableLast && notReadyLast && !notReadySuppressed && !unreachableSuppressed) {
            if (start > 0) {
                byIndex[start] = Origin.LIKELY;
                byIndex[start + 1] = Origin.LIKELY;
            }
            return;
        }
        // The plugin appended only one, because an earlier entry of the author suppressed the other.
        if (unreachableLast) {
            List<Toleration> own = list.subList(0, end - 1);
            if (DefaultTolerationSeconds.isSuppressed(own, NOT_READY)
                    && !DefaultTolerationSeconds.isSuppressed(own, UNREACHABLE)) {
                byIndex[end - 1] = Origin.LIKELY;
            }
        } else if (notReadyLast && unreachableSuppressed && !notReadySuppressed) {
            byIndex[start] = Origin.LIKELY;
        }
    }

    /** The length of the list without the trailing entries that plugins after DefaultTolerationSeconds append. */
    private static int endWithoutLaterPlugins(PodFacts pod) {
        List<Toleration> list = pod.tolerations();
        Set<String> resources = Set.of();
        int end = list.size();
        while (end > 0) {
            Toleration last = list.get(end - 1);
            if (isOfResource(last)) {
                resources = resources.isEmpty() ? pod.resourceNames() : resources;
                if (!resources.contains(last.key())) {
                    break;
                }
            } else if (!last.equals(AdmissionPlugins.MEMORY_PRESSURE) || pod.isBestEffort()) {
                break;
            }
            end--;
        }
        return end;
    }

    private static boolean isOfResource(Toleration toleration) {
        return ResourceNames.isExtended(toleration.key())
                && toleration.equals(AdmissionPlugins.ofResource(toleration.key()));
    }
}

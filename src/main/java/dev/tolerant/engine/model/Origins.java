package dev.tolerant.engine.model;

import static dev.tolerant.engine.model.NodeTaints.NOT_READY;
import static dev.tolerant.engine.model.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.model.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.model.ControlPlane.DaemonSetController;
import dev.tolerant.engine.model.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.model.ControlPlane.SecondsOverride;
import dev.tolerant.engine.model.Resources.ResourceNames;
import dev.tolerant.engine.model.Review.Provenance;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

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
     * entry, and not as the whole list. Where the owner of the list is unknown, every entry is the author's. In a review, a list that
     * the keeper owns is as any other that is owned; {@link #ofStored} says what it is in a stored pod.
     *
     * @param injectedWhileAway what the API server gives the pod by itself, after DefaultTolerationSeconds
     */
    public static Origins of(
            PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Set<Toleration> injectedWhileAway) {
        List<Toleration> list = pod.tolerations();
        Origin[] byIndex = new Origin[list.size()];
        if (provenance == Provenance.UNOWNED) {
            for (int i = 0; i < byIndex.length; i++) {
                byIndex[i] = defaults.contains(list.get(i)) ? Origin.PROVEN : Origin.OTHER_PLUGIN;
            }
            return new Origins(byIndex);
        }
        Arrays.fill(byIndex, Origin.AUTHOR);
        if (pod.isDaemonSetPod()) {
            markController(pod, byIndex);
        }
        if (provenance != Provenance.UNREADABLE) {
            markLikely(pod, defaults, injectedWhileAway, byIndex);
        }
        return new Origins(byIndex);
    }

    /** The origins in a stored pod: no entry of a list that the keeper owns has a known author. */
    public static Origins ofStored(
            PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Set<Toleration> injectedWhileAway) {
        if (provenance != Provenance.KEPT) {
            return of(pod, provenance, defaults, injectedWhileAway);
        }
        Origin[] byIndex = new Origin[pod.tolerations().size()];
        Arrays.fill(byIndex, Origin.UNRECORDED);
        return new Origins(byIndex);
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

    private static void markLikely(
            PodFacts pod, DefaultTolerationSeconds defaults, Set<Toleration> injectedWhileAway, Origin[] byIndex) {
        List<Toleration> list = pod.tolerations();
        int end = endWithoutLaterPlugins(pod, defaults, injectedWhileAway);
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

    /** The length of the list without the trailing entries that come after those of DefaultTolerationSeconds. */
    private static int endWithoutLaterPlugins(
            PodFacts pod, DefaultTolerationSeconds defaults, Set<Toleration> injectedWhileAway) {
        List<Toleration> list = pod.tolerations();
        Set<String> resources = Set.of();
        int end = list.size();
        while (end > 0) {
            Toleration last = list.get(end - 1);
            if (injectedWhileAway.contains(last) && !defaults.contains(last)) {
                end--;
                continue;
            }
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

    /** Where a toleration of a pod comes from, as far as a review shows it. */
    public enum Origin {
        /** The pod's author wrote it. */
        AUTHOR("the pod's author"),
        /** A RuntimeClass or another webhook added it before this program saw the pod. */
        OTHER_PLUGIN("another admission plugin"),
        /** The API server's DefaultTolerationSeconds injected it, as managedFields prove. */
        PROVEN("the API server"),
        /** It is where the API server's DefaultTolerationSeconds would have put it. */
        LIKELY("the API server, probably"),
        /** The DaemonSet controller wrote it, over whatever the template has for that taint. */
        CONTROLLER("the DaemonSet controller"),
        /** The keeper owns the stored pod's list, which no longer shows who wrote it. */
        UNRECORDED("not recorded"),
        /** A rule of this program added it. */
        RULE("a rule");

        private final String whose;

        Origin(String whose) {
            this.whose = whose;
        }

        public boolean isInjected() {
            return this == PROVEN || this == LIKELY;
        }

        /** Whether entries of this origin may get other seconds. */
        public boolean isReachedBy(SecondsOverride override) {
            return switch (this) {
                case PROVEN -> override != SecondsOverride.NONE;
                case LIKELY -> override == SecondsOverride.LIKELY;
                default -> false;
            };
        }

        /** Whether whitelists judge it: the author wrote it, or may have had a controller write it. */
        public boolean isJudged() {
            return this == AUTHOR || this == CONTROLLER;
        }

        /** The origin in words. */
        public String whose() {
            return whose;
        }
    }
}

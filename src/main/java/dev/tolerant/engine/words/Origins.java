package dev.tolerant.engine.words;

import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.Review.Provenance;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** The origin of each toleration of a pod, by its index. */
public final class Origins {
    private Origins() {}

    /**
     * Finds out who wrote each toleration. If no manager owns the list, an entry that equals one of the API server's is
     * proven injected. In an owned list such an entry is likely injected where DefaultTolerationSeconds appends it
     * (plugin/pkg/admission/defaulttolerationseconds): before what later plugins give, not-ready first, and not suppressed by an earlier
     * entry. As the whole list it is the author's, unless the client may have sent an empty one, or one of which nothing was left. Where
     * the owner of the list is unknown, every entry is the author's, or a DaemonSet controller's. In a review, a list that
     * the keeper owns is as any other that is owned; {@link #ofStored} says what it is in a stored pod.
     */
    public static List<Origin> of(PodPlugins plugins, Provenance provenance) {
        PodFacts pod = plugins.pod();
        List<Toleration> list = pod.tolerations();
        Origin[] byIndex = new Origin[list.size()];
        if (provenance == Provenance.UNOWNED) {
            for (int i = 0; i < byIndex.length; i++) {
                Toleration entry = list.get(i);
                boolean isInjected = plugins.defaults().contains(entry)
                        || (NodeTaints.isOfFailure(entry.key())
                                && plugins.ofPolicies().contains(entry));
                byIndex[i] = isInjected ? Origin.PROVEN : Origin.OTHER_PLUGIN;
            }
            return Arrays.asList(byIndex);
        }
        Arrays.fill(byIndex, Origin.AUTHOR);
        if (provenance != Provenance.UNREADABLE) {
            markLikely(plugins, provenance, byIndex);
        }
        if (pod.isDaemonSetPod()) {
            markController(pod, byIndex);
        }
        return Arrays.asList(byIndex);
    }

    /** No entry of a list that the keeper owns has a known author. */
    public static List<Origin> ofStored(PodPlugins plugins, Provenance provenance) {
        return provenance == Provenance.KEPT
                ? Collections.nCopies(plugins.pod().tolerations().size(), Origin.UNRECORDED)
                : of(plugins, provenance);
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

    private static void markLikely(PodPlugins plugins, Provenance provenance, Origin[] byIndex) {
        List<Toleration> list = plugins.pod().tolerations();
        Set<Toleration> ofClass = plugins.merged();
        Set<Toleration> ofRestriction = plugins.ofRestriction();
        int end = plugins.endOfDefaults(ofClass, ofRestriction);
        List<Toleration> merged = list.subList(end, list.size()).stream()
                .filter(ofClass::contains)
                .toList();
        List<Toleration> likely =
                appendedLast(list.subList(0, end), plugins.defaults(), merged, provenance == Provenance.APPLIED);
        Arrays.fill(byIndex, end - likely.size(), end, Origin.LIKELY);
        for (int i = end; i < byIndex.length; i++) {
            if (ofClass.contains(list.get(i))) {
                byIndex[i] = Origin.RUNTIME_CLASS;
            } else if (ofRestriction.contains(list.get(i))) {
                byIndex[i] = Origin.RESTRICTION;
            }
        }
        if (likely.isEmpty()) {
            markUnclear(list.subList(0, end), plugins.defaults(), byIndex);
        }
    }

    private static void markUnclear(List<Toleration> list, DefaultTolerationSeconds defaults, Origin[] byIndex) {
        int end = Math.max(list.lastIndexOf(defaults.notReady()), list.lastIndexOf(defaults.unreachable())) + 1;
        if (end < list.size()) {
            int hidden = appendedLast(list.subList(0, end), defaults, List.of(), false)
                    .size();
            Arrays.fill(byIndex, end - hidden, end, Origin.UNCLEAR);
        }
    }

    /**
     * Finds the entries at the end of a list that DefaultTolerationSeconds may have appended.
     *
     * @param merged into the list by plugins that come later, dropping what it covers
     * @param mayBeEmpty true where the client may have sent an empty list
     */
    private static List<Toleration> appendedLast(
            List<Toleration> list, DefaultTolerationSeconds defaults, List<Toleration> merged, boolean mayBeEmpty) {
        for (int start = Math.max(0, list.size() - 2); start < list.size(); start++) {
            List<Toleration> appended = defaults.missingFrom(list.subList(0, start));
            appended.removeIf(each -> DefaultTolerationSeconds.isSuppressed(merged, NodeTaints.ofFailure(each)));
            if (appended.equals(list.subList(start, list.size()))) {
                return start > 0 || mayBeEmpty || !merged.isEmpty() ? appended : List.of();
            }
        }
        return List.of();
    }

    /** The source of a toleration of a pod, as far as a review shows it. */
    public enum Origin {
        AUTHOR("the pod's author"),
        /** A RuntimeClass or another webhook added it before this program saw the pod. */
        OTHER_PLUGIN("another admission plugin"),
        /** The API server's DefaultTolerationSeconds injected it, as managedFields prove. */
        PROVEN("the API server"),
        /** It is where the API server's DefaultTolerationSeconds would have put it. */
        LIKELY("the API server, probably"),
        /** Likely the API server's, but for entries behind it that no plugin explains of which is known what it gives. */
        UNCLEAR("the API server, or the pod's author"),
        /** It is where the API server's RuntimeClass would have put what it gives. */
        RUNTIME_CLASS("the API server's RuntimeClass, probably"),
        /** It is where the API server's PodTolerationRestriction would have put what it gives. */
        RESTRICTION("the API server's PodTolerationRestriction, probably"),
        /** The DaemonSet controller wrote it, over whatever the template has for that taint. */
        CONTROLLER("the DaemonSet controller"),
        /** The keeper owns the stored pod's list, which no longer shows who wrote it. */
        UNRECORDED("not recorded"),
        RULE("a rule");

        private final String whose;

        Origin(String whose) {
            this.whose = whose;
        }

        public boolean isInjected() {
            return this == PROVEN || this == LIKELY;
        }

        public boolean isReachedBy(SecondsOverride override) {
            return switch (this) {
                case PROVEN -> override != SecondsOverride.NONE;
                case LIKELY -> override == SecondsOverride.LIKELY;
                default -> false;
            };
        }

        /** True where whitelists judge it: the author may have written it, or may have had a controller write it. */
        public boolean isJudged() {
            return switch (this) {
                case AUTHOR, UNCLEAR, RUNTIME_CLASS, RESTRICTION, CONTROLLER -> true;
                default -> false;
            };
        }

        public String whose() {
            return whose;
        }
    }
}

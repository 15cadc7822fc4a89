package dev.tolerant.engine.words;

import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DaemonSetController;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Review.Provenance;
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
     * The tolerations that the API server's plugins after DefaultTolerationSeconds may have given a new pod, beside those of
     * resources that it asks for.
     *
     * @param merged by RuntimeClass, which may have dropped all that the client sent, or have taken the place of one of
     *     the pair
     * @param appended by PodTolerationRestriction for the namespace, and by the program's own MutatingAdmissionPolicy,
     *     which sets the seconds of an entry that is in no list of a client; the program may append the same, which
     *     must not change what a second review says
     */
    public record Later(Set<Toleration> merged, Set<Toleration> appended) {
        public static final Later NOTHING = new Later(Set.of(), Set.of());
    }

    /**
     * Finds out who wrote each toleration. If no manager owns the list, an entry that equals one of the API server's is
     * proven injected. In an owned list such an entry is likely injected where DefaultTolerationSeconds appends it
     * (plugin/pkg/admission/defaulttolerationseconds): before what later plugins give, not-ready first, and not suppressed by an earlier
     * entry. As the whole list it is the author's, unless the client may have sent an empty one, or one of which nothing was left. Where
     * the owner of the list is unknown, every entry is the author's, or a DaemonSet controller's. In a review, a list that
     * the keeper owns is as any other that is owned; {@link #ofStored} says what it is in a stored pod.
     */
    public static Origins of(PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Later later) {
        List<Toleration> list = pod.tolerations();
        Origin[] byIndex = new Origin[list.size()];
        if (provenance == Provenance.UNOWNED) {
            for (int i = 0; i < byIndex.length; i++) {
                Toleration entry = list.get(i);
                boolean isInjected = defaults.contains(entry)
                        || (NodeTaints.isOfFailure(entry.key())
                                && later.appended().contains(entry));
                byIndex[i] = isInjected ? Origin.PROVEN : Origin.OTHER_PLUGIN;
            }
            return new Origins(byIndex);
        }
        Arrays.fill(byIndex, Origin.AUTHOR);
        if (pod.isDaemonSetPod()) {
            markController(pod, byIndex);
        }
        if (provenance != Provenance.UNREADABLE) {
            markLikely(pod, provenance, defaults, later, byIndex);
        }
        return new Origins(byIndex);
    }

    /** No entry of a list that the keeper owns has a known author. */
    public static Origins ofStored(
            PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Later later) {
        if (provenance != Provenance.KEPT) {
            return of(pod, provenance, defaults, later);
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
            PodFacts pod, Provenance provenance, DefaultTolerationSeconds defaults, Later later, Origin[] byIndex) {
        List<Toleration> list = pod.tolerations();
        int end = endWithoutLaterPlugins(pod, defaults, later);
        List<Toleration> merged = list.subList(end, list.size()).stream()
                .filter(later.merged()::contains)
                .toList();
        List<Toleration> likely =
                appendedLast(list.subList(0, end), defaults, merged, provenance == Provenance.APPLIED);
        Arrays.fill(byIndex, end - likely.size(), end, Origin.LIKELY);
        if (likely.isEmpty()) {
            markUnclear(list.subList(0, end), defaults, byIndex);
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

    /** The length of the list without the trailing entries that come after those of DefaultTolerationSeconds. */
    private static int endWithoutLaterPlugins(PodFacts pod, DefaultTolerationSeconds defaults, Later later) {
        List<Toleration> list = pod.tolerations();
        Set<String> resources = Set.of();
        int end = list.size();
        while (end > 0) {
            Toleration last = list.get(end - 1);
            boolean mayBeLater =
                    later.merged().contains(last) || later.appended().contains(last);
            if (mayBeLater && !defaults.contains(last)) {
                end--;
                continue;
            }
            if (isOfResource(last)) {
                resources = resources.isEmpty() ? pod.resources().names() : resources;
                if (!resources.contains(last.key())) {
                    break;
                }
            } else if (!last.equals(AdmissionPlugins.MEMORY_PRESSURE)
                    || pod.resources().areBestEffort()) {
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

        /** True where whitelists judge it: the author wrote it, or may have had a controller write it. */
        public boolean isJudged() {
            return this == AUTHOR || this == CONTROLLER || this == UNCLEAR;
        }

        public String whose() {
            return whose;
        }
    }
}

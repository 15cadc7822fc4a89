package dev.tolerant.engine.words;

import static dev.tolerant.engine.words.NodeTaints.NOT_READY;
import static dev.tolerant.engine.words.NodeTaints.UNREACHABLE;

import dev.tolerant.engine.words.Taint.Effect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The configuration of a cluster's control plane, as far as it affects tolerations.
 *
 * @param comparisonOperators true where the cluster evaluates Lt and Gt (feature gate
 *     TaintTolerationComparisonOperators)
 * @param nodeMonitorGraceSeconds for which a node may be silent before the control plane taints it
 */
public record ControlPlane(boolean comparisonOperators, long nodeMonitorGraceSeconds) {
    /** The default of {@code --node-monitor-grace-period} since Kubernetes 1.32. */
    public static final long NODE_MONITOR_GRACE_SECONDS = 50;

    private static final long GRACE_SECONDS_BEFORE = 40;
    private static final int SINCE_MINOR = 32;
    private static final Pattern VERSION = Pattern.compile("v?1\\.(\\d{1,4})\\b.*");

    /** The default of {@code --node-monitor-grace-period} in a version such as {@code v1.36.2}; empty if that is none. */
    public static OptionalLong graceSeconds(String version) {
        int minor = minor(version);
        return minor < 0
                ? OptionalLong.empty()
                : OptionalLong.of(minor < SINCE_MINOR ? GRACE_SECONDS_BEFORE : NODE_MONITOR_GRACE_SECONDS);
    }

    /** Of a version such as {@code v1.36.2}; -1 if that is none. */
    public static int minor(String version) {
        Matcher read = VERSION.matcher(version);
        return read.matches() ? Integer.parseInt(read.group(1)) : -1;
    }

    public TolerationRules tolerationRules() {
        return new TolerationRules(comparisonOperators);
    }

    /** The setting {@code override}: which tolerations that the API server seems to have injected may get a rule's seconds. */
    public enum SecondsOverride implements Coded {
        NONE,
        /** Those that managedFields prove injected. */
        PROVEN,
        /** Also those that are where the API server would have put them. */
        LIKELY
    }

    /**
     * The API server's DefaultTolerationSeconds: the two tolerations that it appends, with the seconds from its flags
     * (k8s.io/kubernetes, plugin/pkg/admission/defaulttolerationseconds).
     */
    public record DefaultTolerationSeconds(Toleration notReady, Toleration unreachable) {

        /** The seconds of {@code --default-not-ready-toleration-seconds} and of {@code --default-unreachable-toleration-seconds}. */
        public static DefaultTolerationSeconds of(long notReady, long unreachable) {
            return new DefaultTolerationSeconds(
                    Toleration.of(NOT_READY, TolerationSeconds.of(notReady)),
                    Toleration.of(UNREACHABLE, TolerationSeconds.of(unreachable)));
        }

        /** True where the toleration equals one of the two, apart from its seconds. */
        public boolean hasShapeOf(Toleration toleration) {
            return toleration.matches(notReady) || toleration.matches(unreachable);
        }

        /** True where the toleration equals one of the two, seconds included. */
        public boolean contains(Toleration toleration) {
            return toleration.equals(notReady) || toleration.equals(unreachable);
        }

        /** True where the toleration tolerates all that one of the two does. */
        public boolean isCoveredBy(Toleration toleration) {
            return toleration.shadows(notReady) || toleration.shadows(unreachable);
        }

        public List<Toleration> missingFrom(List<Toleration> tolerations) {
            List<Toleration> missing = new ArrayList<>(2);
            if (!isSuppressed(tolerations, NOT_READY)) {
                missing.add(notReady);
            }
            if (!isSuppressed(tolerations, UNREACHABLE)) {
                missing.add(unreachable);
            }
            return missing;
        }

        /** True where an entry stops the plugin from adding its own; the plugin compares key and effect, not operator, value or seconds. */
        public static boolean isSuppressed(List<Toleration> tolerations, Taint taint) {
            for (Toleration each : tolerations) {
                if ((each.key().isEmpty() || each.key().equals(taint.key()))
                        && each.effect().includes(taint.effect())) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * The API server's own admission plugins, as far as tolerations depend on them.
     *
     * @param override of the entries that DefaultTolerationSeconds seems to have appended
     * @param checkWhitelist true where PodTolerationRestriction runs, which refuses a pod for any toleration that the
     *     namespace's whitelist does not cover
     */
    public record AdmissionPlugins(
            DefaultTolerationSeconds defaults, SecondsOverride override, boolean checkWhitelist) {
        /** The toleration that PodTolerationRestriction appends to pods that are not BestEffort (plugin/pkg/admission/podtolerationrestriction). */
        public static final Toleration MEMORY_PRESSURE =
                Toleration.of(NodeTaints.MEMORY_PRESSURE, TolerationSeconds.NEVER);

        /** True where PodTolerationRestriction refuses pods of the namespace for the toleration. */
        public boolean refuses(Toleration toleration, NamespaceFacts namespace) {
            return checkWhitelist && !namespace.admits(toleration);
        }

        /**
         * True where PodTolerationRestriction merges the pod's list, again after a webhook has changed it, which drops
         * each entry that a later one covers (MergeTolerations in k8s.io/kubernetes, pkg/util/tolerations).
         */
        public boolean mergeTolerations(PodFacts pod, NamespaceFacts namespace) {
            return checkWhitelist && isMerged(pod, namespace);
        }

        /** True where PodTolerationRestriction, if it runs, has something to add to the list. */
        static boolean isMerged(PodFacts pod, NamespaceFacts namespace) {
            return !namespace.defaults().isEmpty() || !pod.resources().areBestEffort();
        }

        /** Appended by ExtendedResourceToleration for a resource (plugin/pkg/admission/extendedresourcetoleration). */
        public static Toleration ofResource(String name) {
            return Toleration.exists(name, Effect.NO_SCHEDULE);
        }
    }

    /**
     * The tolerations that the DaemonSet controller adds to its pods before any webhook sees them
     * (AddOrUpdateDaemonPodTolerations in k8s.io/kubernetes, pkg/controller/daemon/util).
     */
    public static final class DaemonSetController {
        private static final Toleration NETWORK =
                Toleration.of(NodeTaints.NETWORK_UNAVAILABLE, TolerationSeconds.NEVER);
        private static final Set<Toleration> ALWAYS = set(Stream.of(
                        NodeTaints.NOT_READY,
                        NodeTaints.UNREACHABLE,
                        NodeTaints.DISK_PRESSURE,
                        NodeTaints.MEMORY_PRESSURE,
                        NodeTaints.PID_PRESSURE,
                        NodeTaints.UNSCHEDULABLE)
                .map(taint -> Toleration.of(taint, TolerationSeconds.NEVER)));
        private static final Set<Toleration> WITH_HOST_NETWORK =
                set(Stream.concat(ALWAYS.stream(), Stream.of(NETWORK)));

        private DaemonSetController() {}

        private static Set<Toleration> set(Stream<Toleration> tolerations) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(tolerations.toList()));
        }

        /** In the controller's order; all without seconds. */
        public static Set<Toleration> tolerations(boolean hostNetwork) {
            return hostNetwork ? WITH_HOST_NETWORK : ALWAYS;
        }

        /**
         * A template's tolerations after the controller has added its own: it overwrites each entry that differs only
         * in its seconds, and appends what is missing.
         */
        public static List<Toleration> addedTo(List<Toleration> template, boolean hostNetwork) {
            List<Toleration> added = new ArrayList<>(template);
            for (Toleration own : tolerations(hostNetwork)) {
                added.replaceAll(each -> own.isSameEntryAs(each) ? own : each);
                if (!added.contains(own)) {
                    added.add(own);
                }
            }
            return added;
        }
    }
}

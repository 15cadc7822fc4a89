package dev.tolerant.engine.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tolerations that the DaemonSet controller adds to its pods before any webhook sees them
 * (AddOrUpdateDaemonPodTolerations in k8s.io/kubernetes, pkg/controller/daemon/util).
 */
public final class DaemonSetController {
    private static final Toleration NETWORK = Toleration.of(NodeTaints.NETWORK_UNAVAILABLE, TolerationSeconds.NEVER);
    private static final Set<Toleration> ALWAYS = set(Stream.of(
                    NodeTaints.NOT_READY,
                    NodeTaints.UNREACHABLE,
                    NodeTaints.DISK_PRESSURE,
                    NodeTaints.MEMORY_PRESSURE,
                    NodeTaints.PID_PRESSURE,
                    NodeTaints.UNSCHEDULABLE)
            .map(taint -> Toleration.of(taint, TolerationSeconds.NEVER))
            .toArray(Toleration[]::new));
    private static final Set<Toleration> WITH_HOST_NETWORK =
            set(Stream.concat(ALWAYS.stream(), Stream.of(NETWORK)).toArray(Toleration[]::new));

    private DaemonSetController() {}

    private static Set<Toleration> set(Toleration... tolerations) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(tolerations)));
    }

    /** The tolerations that the controller adds, in its order; all without seconds. */
    public static Set<Toleration> tolerations(boolean hostNetwork) {
        return hostNetwork ? WITH_HOST_NETWORK : ALWAYS;
    }

    /**
     * A template's tolerations after the controller has added its own: it overwrites each entry that differs only in
     * its seconds, and appends what is missing.
     */
    public static List<Toleration> addedTo(List<Toleration> template, boolean hostNetwork) {
        List<Toleration> added = new ArrayList<>(template);
        for (Toleration own : tolerations(hostNetwork)) {
            boolean present = false;
            for (int i = 0; i < template.size(); i++) {
                if (own.isSameEntryAs(template.get(i))) {
                    added.set(i, own);
                    present = true;
                }
            }
            if (!present) {
                added.add(own);
            }
        }
        return added;
    }
}

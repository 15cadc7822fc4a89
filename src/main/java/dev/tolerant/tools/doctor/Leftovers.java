package dev.tolerant.tools.doctor;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The objects that a release of the chart left in the cluster when its namespace or Deployment was deleted instead of the release. */
final class Leftovers {
    private static final List<ObjectKind> KINDS = List.of(
            ObjectKind.MUTATING_WEBHOOKS,
            ObjectKind.GUARD,
            ObjectKind.GUARD_BINDING,
            ObjectKind.MUTATING_POLICY,
            ObjectKind.MUTATING_POLICY_BINDING);
    private static final String INSTANCE = "app.kubernetes.io/instance";

    private Leftovers() {}

    /** Of releases that have no Deployment in any namespace, as far as the kinds are known; empty if nothing is left. */
    static Optional<CheckResult> finding(Installation installation) throws UnansweredException {
        Set<String> running = installation.manifests(ObjectKind.DEPLOYMENT).stream()
                .filter(Leftovers::isOfChart)
                .map(Leftovers::release)
                .collect(Collectors.toSet());
        Set<String> releases = new TreeSet<>();
        List<String> objects = new ArrayList<>();
        Set<ObjectKind> left = EnumSet.noneOf(ObjectKind.class);
        for (ObjectKind kind : KINDS) {
            for (Manifest object : installation.clusterObjects().manifests(kind)) {
                if (isOfChart(object) && !running.contains(release(object))) {
                    releases.add(release(object));
                    left.add(kind);
                    objects.add(kind.kind() + " " + object.name());
                }
            }
        }
        if (objects.isEmpty()) {
            return Optional.empty();
        }
        String written = "";
        if (running.isEmpty()
                && installation
                        .clusterObjects()
                        .find(ObjectKind.INJECTIONS, "", InjectionsObject.NAME)
                        .isPresent()) {
            objects.add(ObjectKind.INJECTIONS.kind() + " " + InjectionsObject.NAME);
            written = " && kubectl delete injections.tolerant.dev " + InjectionsObject.NAME;
        }
        String names = String.join(", ", releases);
        String kinds = KINDS.stream()
                .filter(kind -> !kind.isOptional() || left.contains(kind))
                .map(ObjectKind::plural)
                .collect(Collectors.joining(","));
        return Optional.of(CheckResult.failed(
                        "no namespace has a Deployment of release " + names
                                + " any more, and the API server still asks and judges by what it has left",
                        "install the release again, or remove all of it: kubectl delete " + kinds
                                + ",clusterroles,clusterrolebindings -l '" + ReleaseSettings.LABEL + "="
                                + ReleaseSettings.PROGRAM + "," + INSTANCE + " in (" + String.join(",", releases) + ")'"
                                + written)
                .with(objects));
    }

    static boolean isOfChart(Manifest object) {
        return object.label(ReleaseSettings.LABEL).equals(ReleaseSettings.PROGRAM)
                && !release(object).isEmpty();
    }

    private static String release(Manifest object) {
        return object.label(INSTANCE);
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ReleaseSettings;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The objects that a release of the chart left in the cluster when its namespace or Deployment was deleted instead of the release.
 *
 * @param releases by name
 * @param objects each as its kind and its name
 */
record Leftovers(Set<String> releases, List<String> objects) {
    private static final List<ObjectKind> KINDS = List.of(
            ObjectKind.MUTATING_WEBHOOKS,
            ObjectKind.GUARD,
            ObjectKind.GUARD_BINDING,
            ObjectKind.MUTATING_POLICY,
            ObjectKind.MUTATING_POLICY_BINDING);
    private static final String INSTANCE = "app.kubernetes.io/instance";

    /** Of releases that have no Deployment in any namespace, as far as the kinds are known. */
    static Leftovers in(Installation installation) throws UnansweredException {
        Set<String> running = installation.manifests(ObjectKind.DEPLOYMENT).stream()
                .filter(Leftovers::isOfChart)
                .map(Leftovers::release)
                .collect(Collectors.toSet());
        Set<String> releases = new TreeSet<>();
        List<String> objects = new ArrayList<>();
        for (ObjectKind kind : KINDS) {
            for (Manifest object : installation.clusterObjects().manifests(kind)) {
                if (isOfChart(object) && !running.contains(release(object))) {
                    releases.add(release(object));
                    objects.add(kind.kind() + " " + object.name());
                }
            }
        }
        if (running.isEmpty() && !objects.isEmpty()) {
            ObjectKind written = ObjectKind.INJECTIONS;
            installation
                    .clusterObjects()
                    .find(written, "", InjectionsObject.NAME)
                    .ifPresent(object -> objects.add(written.kind() + " " + object.name()));
        }
        return new Leftovers(releases, List.copyOf(objects));
    }

    static boolean isOfChart(Manifest object) {
        return object.label(ReleaseSettings.LABEL).equals(ReleaseSettings.PROGRAM)
                && !release(object).isEmpty();
    }

    private static String release(Manifest object) {
        return object.label(INSTANCE);
    }

    /** Empty if nothing is left. */
    Optional<CheckResult> finding() {
        if (objects.isEmpty()) {
            return Optional.empty();
        }
        String names = String.join(", ", releases);
        String kinds = KINDS.stream()
                .filter(kind -> !kind.isOptional() || isLeft(kind))
                .map(ObjectKind::plural)
                .collect(Collectors.joining(","));
        String written = isLeft(ObjectKind.INJECTIONS)
                ? " && kubectl delete injections.tolerant.dev " + InjectionsObject.NAME
                : "";
        return Optional.of(CheckResult.failed(
                        "no namespace has a Deployment of release " + names
                                + " any more, and the API server still asks and judges by what it has left",
                        "install the release again, or remove all of it: kubectl delete " + kinds
                                + ",clusterroles,clusterrolebindings -l '" + ReleaseSettings.LABEL + "="
                                + ReleaseSettings.PROGRAM + "," + INSTANCE + " in (" + String.join(",", releases) + ")'"
                                + written)
                .with(objects));
    }

    private boolean isLeft(ObjectKind kind) {
        return objects.stream().anyMatch(object -> object.startsWith(kind.kind() + " "));
    }
}

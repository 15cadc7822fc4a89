package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import java.util.ArrayList;
import java.util.List;

/** Whether the program's replicas, its chart and this command are of the same version. */
final class VersionCheck {
    private static final String VERSION = "app.kubernetes.io/version";
    private static final String CHART = "helm.sh/chart";

    private VersionCheck() {}

    /** @param own the version of this command; empty if it is not packaged */
    static Check check(String own) {
        return new Check(Heading.RELEASE, "versions", "versions", patient -> find(patient, own));
    }

    private static Finding find(Patient patient, String own) throws UnansweredException {
        Release release = Release.of(patient);
        List<String> skews = new ArrayList<>();
        List<String> images = release.images();
        if (images.size() > 1) {
            skews.add("the replicas run " + String.join(" and ", images));
        }
        JsonNode labels = release.deployment().at("/metadata/labels");
        String chart = labels.path(CHART).asText();
        for (FactKind kind : List.of(FactKind.MUTATING_WEBHOOKS, FactKind.VALIDATING_WEBHOOKS)) {
            for (Fact fact : patient.facts().all(kind)) {
                String other = fact.manifest()
                        .object()
                        .at("/metadata/labels")
                        .path(CHART)
                        .asText();
                boolean ours = Hooks.in(patient.facts(), kind).ours().stream()
                        .anyMatch(hook -> hook.configuration().equals(fact.name()));
                if (ours && !other.isEmpty() && !chart.isEmpty() && !other.equals(chart)) {
                    skews.add(kind.kind() + " " + fact.name() + " is of chart " + other + ", and " + release.title()
                            + " of " + chart);
                }
            }
        }
        String version = labels.path(VERSION).asText();
        if (!skews.isEmpty()) {
            return Finding.warning(
                            "parts of the release are of different versions",
                            "wait for the rollout, or finish the upgrade with helm upgrade")
                    .with(skews);
        }
        if (!own.isEmpty() && !version.isEmpty() && !released(own).equals(released(version))) {
            return Finding.warning(
                    "the release is of version " + version + ", and this command of " + own
                            + ", which may judge pods and policies otherwise",
                    "use the command of version " + version);
        }
        if (version.isEmpty() && images.isEmpty()) {
            throw new UnansweredException("neither labels nor images of " + release.title() + " tell");
        }
        String has = "the release has " + (version.isEmpty() ? "no version" : "version " + version)
                + (chart.isEmpty() ? "" : ", chart " + chart);
        if (images.isEmpty() && !release.pods().isEmpty()) {
            throw new UnansweredException(
                    "what is known of the replicas does not say which images they run; by its labels " + has);
        }
        return Finding.passed(has + (images.isEmpty() ? "" : ", image " + images.get(0)));
    }

    /** The version that is released from a build: Maven marks what is built before it with -SNAPSHOT. */
    private static String released(String version) {
        return version.replaceFirst("-SNAPSHOT$", "");
    }
}

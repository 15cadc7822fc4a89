package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.FactKind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The API server itself, and what it lets you see. */
final class KubernetesChecks {
    private static final Pattern VERSION = Pattern.compile("v?(\\d{1,3})\\.(\\d{1,4}).*");
    /** The chart's kubeVersion: matchConditions are stable from here on. */
    private static final int OLDEST_MINOR = 30;

    private KubernetesChecks() {}

    static List<Check> all() {
        return List.of(
                new Check(Heading.KUBERNETES, "server-version", "version", KubernetesChecks::version),
                new Check(Heading.KUBERNETES, "readable", "your rights", KubernetesChecks::readable));
    }

    private static Finding version(Patient patient) throws UnansweredException {
        Matcher version = VERSION.matcher(patient.facts().serverVersion());
        if (!version.matches()) {
            throw new UnansweredException(patient.isLive() ? "the API server does not tell" : "the dump does not tell");
        }
        boolean old = Integer.parseInt(version.group(1)) == 1 && Integer.parseInt(version.group(2)) < OLDEST_MINOR;
        return old
                ? Finding.failed(
                        "Kubernetes " + patient.facts().serverVersion() + " is older than 1." + OLDEST_MINOR
                                + ", from which on webhooks have stable matchConditions",
                        "upgrade the cluster")
                : Finding.passed("Kubernetes " + patient.facts().serverVersion());
    }

    private static Finding readable(Patient patient) {
        List<String> unknown = new ArrayList<>();
        for (FactKind kind : FactKind.values()) {
            patient.facts().unknown(kind).ifPresent(why -> unknown.add(kind.plural() + ": " + why));
        }
        return unknown.isEmpty()
                ? Finding.passed("everything that the checks need can be read")
                : new Finding(
                        Mark.UNKNOWN,
                        "what other checks say leaves out what cannot be read",
                        List.copyOf(unknown),
                        patient.isLive()
                                ? "have somebody grant you get and list of these"
                                : "dump the cluster again as somebody who may get and list these");
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.List;
import java.util.Locale;

/**
 * One check of {@code doctor}.
 *
 * @param code for programs, in lower case with dashes
 * @param title for people, as a noun
 */
record Check(Heading heading, String code, String title, Question question) {
    /** All of them, in the order of the report. */
    static final List<Check> ALL = List.of(
            new Check(Heading.KUBERNETES, "crd", "CRD", CrdCheck::find),
            new Check(Heading.REGISTRATIONS, "new-pods", "new pods", RegistrationChecks::newPods),
            new Check(Heading.REGISTRATIONS, "changed-pods", "changed pods", RegistrationChecks::changedPods),
            new Check(Heading.REGISTRATIONS, "fails-open", "without an answer", RegistrationChecks::failsOpen),
            new Check(Heading.REGISTRATIONS, "order", "other webhooks", RegistrationChecks::order),
            new Check(Heading.REGISTRATIONS, "namespaces", "namespaces", NamespaceChecks::namespaces),
            new Check(Heading.REGISTRATIONS, "bootstrap", "own namespace", NamespaceChecks::bootstrap),
            new Check(Heading.CERTIFICATE, "ca-bundle", "caBundle", CertificateChecks::bundles),
            new Check(Heading.RELEASE, "settings", "settings", ReleaseChecks::settings),
            new Check(Heading.RELEASE, "replicas", "replicas", ReleaseChecks::replicas),
            new Check(Heading.RELEASE, "lease", "Lease", ReleaseChecks::lease),
            new Check(Heading.POLICIES, "policies-accepted", "accepted", PolicyChecks::accepted),
            new Check(Heading.POLICIES, "policies-pools", "pools", PolicyChecks::pools),
            new Check(Heading.POLICIES, "policies-select", "selections", PolicyChecks::selections),
            new Check(Heading.POLICIES, "reservations", "reservations", ReservationChecks::guard),
            new Check(Heading.POLICIES, "guards", "other guards", ReservationChecks::ownGuards),
            new Check(Heading.POLICIES, "reserved-taints", "reserved taints", ReservationChecks::taints),
            new Check(Heading.POLICIES, "reserved-pods", "refused pods", ReservationChecks::pods),
            new Check(Heading.POLICIES, "injections", "while away", InjectionCheck::ask),
            new Check(Heading.PODS, "pending-for-taint", "pending pods", PodChecks::pending),
            new Check(Heading.PODS, "agents", "agents", PodChecks::agents),
            new Check(Heading.PODS, "outsiders", "outsiders", PodChecks::outsiders),
            new Check(Heading.PODS, "strays", "strays", PodChecks::strays),
            new Check(Heading.PODS, "would-change", "running pods", PodChecks::wouldChange),
            new Check(Heading.ANSWERS, "answers", "the program", AnswerChecks::answers),
            new Check(Heading.ANSWERS, "default-seconds", "default seconds", AnswerChecks::seconds),
            new Check(Heading.ANSWERS, "plugins", "other plugins", AnswerChecks::plugins));

    /** The heading of {@code docs/operations.md} that says more about what this check finds wrong; empty if none does. */
    String section() {
        return switch (code) {
            case "crd" -> "upgrade";
            case "new-pods", "changed-pods", "namespaces", "replicas", "pending-for-taint", "answers" ->
                "troubleshooting";
            case "fails-open", "bootstrap" -> "what-an-installation-does";
            case "ca-bundle" -> "certificates";
            case "lease", "policies-accepted", "policies-pools", "policies-select" -> "conditions";
            case "reservations", "reserved-taints" -> "reservations";
            case "guards" -> "guards";
            case "reserved-pods" -> "alerts";
            case "injections" -> "while-no-replica-answers";
            case "default-seconds", "plugins" -> "clouds";
            default -> "";
        };
    }

    /** The question that a check asks. */
    @FunctionalInterface
    interface Question {
        /** @throws UnansweredException if it cannot be told */
        CheckResult ask(Installation installation) throws UnansweredException;
    }

    /** The groups of checks, in the order of the report. */
    enum Heading {
        KUBERNETES,
        REGISTRATIONS,
        CERTIFICATE,
        RELEASE,
        POLICIES,
        PODS,
        ANSWERS;

        /** Its name with a capital letter. */
        String text() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }
}

package dev.tolerant.tools.doctor;

import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.List;
import java.util.Locale;

/**
 * One check of {@code doctor}.
 *
 * @param code for programs, in lower case with dashes
 * @param title for people, as a noun
 * @param section the heading of {@code docs/operations.md} that says more about what is wrong; empty if none does
 */
record Check(Heading heading, String code, String title, String section, Question question) {
    /** All of them, in the order of the report. */
    static final List<Check> ALL = List.of(
            new Check(Heading.KUBERNETES, "crd", "CRD", "upgrade", CrdCheck::find),
            new Check(Heading.REGISTRATIONS, "new-pods", "new pods", "troubleshooting", RegistrationChecks::newPods),
            new Check(
                    Heading.REGISTRATIONS,
                    "changed-pods",
                    "changed pods",
                    "troubleshooting",
                    RegistrationChecks::changedPods),
            new Check(
                    Heading.REGISTRATIONS,
                    "fails-open",
                    "without an answer",
                    "what-an-installation-does",
                    RegistrationChecks::failsOpen),
            new Check(Heading.REGISTRATIONS, "order", "other webhooks", "", RegistrationChecks::order),
            new Check(
                    Heading.REGISTRATIONS, "namespaces", "namespaces", "troubleshooting", NamespaceChecks::namespaces),
            new Check(
                    Heading.REGISTRATIONS,
                    "bootstrap",
                    "own namespace",
                    "what-an-installation-does",
                    NamespaceChecks::bootstrap),
            new Check(Heading.CERTIFICATE, "ca-bundle", "caBundle", "certificates", CertificateChecks::bundles),
            new Check(Heading.RELEASE, "settings", "settings", "", ReleaseChecks::settings),
            new Check(Heading.RELEASE, "replicas", "replicas", "troubleshooting", ReleaseChecks::replicas),
            new Check(Heading.RELEASE, "lease", "Lease", "conditions", ReleaseChecks::lease),
            new Check(Heading.POLICIES, "policies-accepted", "accepted", "conditions", PolicyChecks::accepted),
            new Check(Heading.POLICIES, "policies-pools", "pools", "conditions", PolicyChecks::pools),
            new Check(Heading.POLICIES, "policies-select", "selections", "conditions", PolicyChecks::selections),
            new Check(Heading.POLICIES, "reservations", "reservations", "reservations", ReservationChecks::guard),
            new Check(Heading.POLICIES, "guards", "other guards", "guards", ReservationChecks::ownGuards),
            new Check(
                    Heading.POLICIES, "reserved-taints", "reserved taints", "reservations", ReservationChecks::taints),
            new Check(Heading.POLICIES, "reserved-pods", "refused pods", "alerts", ReservationChecks::pods),
            new Check(Heading.POLICIES, "injections", "while away", "while-no-replica-answers", InjectionCheck::ask),
            new Check(Heading.PODS, "pending-for-taint", "pending pods", "troubleshooting", PodChecks::pending),
            new Check(Heading.PODS, "agents", "agents", "", PodChecks::agents),
            new Check(Heading.PODS, "outsiders", "outsiders", "", PodChecks::outsiders),
            new Check(Heading.PODS, "strays", "strays", "", PodChecks::strays),
            new Check(Heading.PODS, "would-change", "running pods", "", PodChecks::wouldChange),
            new Check(Heading.ANSWERS, "answers", "the program", "troubleshooting", AnswerChecks::answers),
            new Check(Heading.ANSWERS, "default-seconds", "default seconds", "clouds", AnswerChecks::seconds),
            new Check(Heading.ANSWERS, "plugins", "other plugins", "clouds", AnswerChecks::plugins));

    @FunctionalInterface
    interface Question {
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

package dev.tolerant.tools.doctor;

import dev.tolerant.engine.words.Coded;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.Locale;

/** The checks of {@code doctor}, in the order of the report; their codes stay the same in later versions. */
enum Check implements Coded {
    CRD(Heading.KUBERNETES, "CRD", "upgrade", CrdCheck::find),
    NEW_PODS(Heading.REGISTRATIONS, "new pods", "troubleshooting", RegistrationChecks::newPods),
    CHANGED_PODS(Heading.REGISTRATIONS, "changed pods", "troubleshooting", RegistrationChecks::changedPods),
    FAILS_OPEN(Heading.REGISTRATIONS, "without an answer", "what-an-installation-does", RegistrationChecks::failsOpen),
    ORDER(Heading.REGISTRATIONS, "other webhooks", "", RegistrationChecks::order),
    NAMESPACES(Heading.REGISTRATIONS, "namespaces", "troubleshooting", RegistrationChecks::namespaces),
    BOOTSTRAP(Heading.REGISTRATIONS, "own namespace", "what-an-installation-does", RegistrationChecks::bootstrap),
    CA_BUNDLE(Heading.CERTIFICATE, "caBundle", "certificates", RegistrationChecks::bundles),
    SETTINGS(Heading.RELEASE, "settings", "", ReleaseChecks::settings),
    REPLICAS(Heading.RELEASE, "replicas", "troubleshooting", ReleaseChecks::replicas),
    LEASE(Heading.RELEASE, "Lease", "conditions", ReleaseChecks::lease),
    POLICIES_ACCEPTED(Heading.POLICIES, "accepted", "conditions", PolicyChecks::accepted),
    POLICIES_POOLS(Heading.POLICIES, "pools", "conditions", PolicyChecks::pools),
    POLICIES_SELECT(Heading.POLICIES, "selections", "conditions", PolicyChecks::selections),
    RESERVATIONS(Heading.POLICIES, "reservations", "reservations", StandingChecks::guard),
    GUARDS(Heading.POLICIES, "other guards", "guards", StandingChecks::ownGuards),
    RESERVED_TAINTS(Heading.POLICIES, "reserved taints", "reservations", StandingChecks::taints),
    RESERVED_PODS(Heading.POLICIES, "refused pods", "alerts", StandingChecks::pods),
    INJECTIONS(Heading.POLICIES, "while away", "while-no-replica-answers", StandingChecks::injections),
    PENDING_FOR_TAINT(Heading.PODS, "pending pods", "troubleshooting", PodChecks::pending),
    AGENTS(Heading.PODS, "agents", "", PodChecks::agents),
    OUTSIDERS(Heading.PODS, "outsiders", "", PodChecks::outsiders),
    STRAYS(Heading.PODS, "strays", "", PodChecks::strays),
    WOULD_CHANGE(Heading.PODS, "running pods", "", PodChecks::wouldChange),
    ANSWERS(Heading.ANSWERS, "the program", "troubleshooting", AnswerChecks::answers),
    DEFAULT_SECONDS(Heading.ANSWERS, "default seconds", "clouds", AnswerChecks::seconds),
    PLUGINS(Heading.ANSWERS, "other plugins", "clouds", AnswerChecks::plugins);

    final Heading heading;
    final String title;
    /** The heading of {@code docs/operations.md} that says more about what is wrong; empty if none does. */
    final String section;

    final Question question;

    Check(Heading heading, String title, String section, Question question) {
        this.heading = heading;
        this.title = title;
        this.section = section;
        this.question = question;
    }

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

        String text() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }
}

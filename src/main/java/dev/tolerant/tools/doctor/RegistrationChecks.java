package dev.tolerant.tools.doctor;

import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.registration.Webhook;
import dev.tolerant.settings.KeeperMode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether the API server is told to ask the program, and what it does without an answer. */
final class RegistrationChecks {
    private static final String RESTORE = "restore the registration with helm upgrade";
    private static final String MUTATE = "/mutate";

    private RegistrationChecks() {}

    static List<Check> all() {
        return List.of(
                check(
                        "new-pods",
                        "new pods",
                        patient -> asked(patient, "CREATE", "new pods get no tolerations"),
                        FactKind.MUTATING_WEBHOOKS),
                check(
                        "changed-pods",
                        "changed pods",
                        patient -> asked(
                                patient,
                                "UPDATE",
                                "an update that leaves out what the program added is refused by the API server"),
                        FactKind.MUTATING_WEBHOOKS),
                check(
                        "fails-open",
                        "without an answer",
                        RegistrationChecks::failsOpen,
                        FactKind.MUTATING_WEBHOOKS,
                        FactKind.CONFIG_MAP));
    }

    private static Check check(String code, String title, Check.Question question, FactKind... kinds) {
        return new Check(Heading.REGISTRATIONS, code, title, question, kinds);
    }

    private static Finding asked(Patient patient, String operation, String consequence) throws UnansweredException {
        List<Webhook> ours = patient.hooks().oursAbout(operation);
        if (ours.isEmpty()) {
            return Finding.failed(
                    "the API server is not told to ask about them: no webhook of a MutatingWebhookConfiguration whose"
                            + " name ends with .tolerant.dev covers " + operation + " of pods, so " + consequence,
                    RESTORE);
        }
        List<String> misled = ours.stream()
                .filter(hook -> !hook.path().endsWith(MUTATE))
                .map(hook -> hook.title() + " calls '" + hook.path() + "' instead of " + MUTATE)
                .toList();
        if (!misled.isEmpty()) {
            return Finding.failed("the API server asks at a path that answers otherwise", RESTORE)
                    .with(misled);
        }
        Set<String> configurations =
                ours.stream().map(Webhook::configuration).collect(Collectors.toCollection(TreeSet::new));
        if (configurations.size() > 1) {
            return Finding.warning(
                    "the API server asks more than once, by the MutatingWebhookConfigurations "
                            + String.join(", ", configurations),
                    "delete those that belong to no release");
        }
        return Finding.passed("the API server asks by "
                + ours.stream().map(Webhook::name).collect(Collectors.joining(", ")) + " of "
                + ours.get(0).configurationTitle());
    }

    /** In kube-system nothing else is possible, so the chart's webhooks for it alone do not count. */
    private static Finding failsOpen(Patient patient) throws UnansweredException {
        List<Webhook> ours = patient.hooks().oursAbout("CREATE");
        if (ours.isEmpty()) {
            throw new UnansweredException("nothing is registered for new pods");
        }
        List<Webhook> open = ours.stream()
                .filter(hook -> !hook.name().endsWith(".kube-system.tolerant.dev"))
                .filter(Webhook::failsOpen)
                .toList();
        if (open.isEmpty()) {
            return Finding.passed(
                    "failurePolicy is Fail: while the program cannot be reached, the API server refuses new"
                            + " pods, and admits none without its tolerations");
        }
        if (patient.keeper() == KeeperMode.ENFORCE) {
            return Finding.passed("failurePolicy is Ignore: while the program cannot be reached, new pods get nothing;"
                    + " afterwards the keeper gives them what it can");
        }
        return Finding.warning(
                "failurePolicy is Ignore: pods that are created while the program cannot be reached get nothing, and"
                        + " stay without",
                "set keeper.mode=enforce, or webhook.failurePolicy=Fail with two replicas or more");
    }
}

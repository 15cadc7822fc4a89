package dev.tolerant.tools.doctor;

import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.observed.facts.Fact;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.registration.GuardConditions;
import dev.tolerant.observed.registration.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which pods the API server refuses while no replica answers, although no restriction could refuse them. */
final class OutageChecks {
    private static final String NONE_REGISTERED =
            "no webhook of a ValidatingWebhookConfiguration refuses new pods while" + " the program cannot be reached";

    private OutageChecks() {}

    static List<Check> all() {
        return List.of(
                new Check(Heading.REGISTRATIONS, "plain-pods", "plain pods", OutageChecks::plainPods),
                new Check(Heading.REGISTRATIONS, "node-agents", "node agents", OutageChecks::agents));
    }

    /** The condition has the seconds of the settings in it, and so has to be that of the settings in force. */
    private static Finding plainPods(Patient patient) throws UnansweredException {
        if (!patient.settingsProblem().isEmpty()) {
            throw new UnansweredException("the release's settings cannot be used");
        }
        GuardConditions wanted = GuardConditions.of(patient.view().config());
        List<String> different = new ArrayList<>();
        List<String> asking = new ArrayList<>();
        for (Webhook hook : patient.validating().oursAbout("CREATE")) {
            Map<String, String> conditions = hook.conditions();
            if (conditions.values().stream().anyMatch(wanted::isOfPlainPods)) {
                continue;
            }
            if (conditions.containsKey(GuardConditions.COULD_BE_RESTRICTED)) {
                different.add(hook.title());
            } else if (!hook.failsOpen()) {
                asking.add(hook.title());
            }
        }
        if (!different.isEmpty()) {
            return Finding.failed(
                            "the matchCondition " + GuardConditions.COULD_BE_RESTRICTED
                                    + " is not that of the program's settings: it may leave out pods that a"
                                    + " restriction concerns, or none",
                            "helm upgrade with the program's settings.rules.nodeFailure.apiServerNotReady,"
                                    + " settings.rules.nodeFailure.apiServerUnreachable and"
                                    + " settings.rules.namespaceAnnotations.enabled writes it anew")
                    .with(different);
        }
        if (!asking.isEmpty()) {
            return Finding.warning(
                            "while the program cannot be reached, the API server refuses plain pods too, which no"
                                    + " restriction concerns: there is no matchCondition "
                                    + GuardConditions.COULD_BE_RESTRICTED,
                            "restore the registration with helm upgrade")
                    .with(asking);
        }
        return Finding.passed(
                closed(patient).isEmpty()
                        ? NONE_REGISTERED
                        : "while the program cannot be reached, pods that tolerate only what the API server has every pod"
                                + " tolerate are still made");
    }

    private static List<Webhook> closed(Patient patient) throws UnansweredException {
        return patient.validating().oursAbout("CREATE").stream()
                .filter(hook -> !hook.failsOpen())
                .toList();
    }

    /** The DaemonSet controller gives its pods more tolerations than the API server does, so they are always asked about. */
    private static Finding agents(Patient patient) throws UnansweredException {
        List<Webhook> closed = closed(patient);
        if (closed.isEmpty()) {
            return Finding.passed(NONE_REGISTERED);
        }
        patient.know(FactKind.POLICY, FactKind.NAMESPACE, FactKind.DAEMON_SET);
        if (!!patient.view().snapshot().policies().policies().isEmpty()) {
            // A policy that comes later may concern any of them.
            return Finding.passed("no policy refuses pods, so none exempts a namespace that could be left out");
        }
        Map<String, Set<String>> agents = new TreeMap<>();
        for (Fact daemonSet : patient.facts().all(FactKind.DAEMON_SET)) {
            agents.computeIfAbsent(daemonSet.namespace(), none -> new TreeSet<>())
                    .add(daemonSet.name());
        }
        agents.keySet().removeIf(name -> {
            NamespaceFacts namespace = patient.view().namespace(name);
            return isRestricted(patient, namespace)
                    || closed.stream().noneMatch(hook -> hook.coversNamespace(name, namespace.labels()));
        });
        if (agents.isEmpty()) {
            return Finding.passed("no DaemonSet that no restriction concerns waits for the program");
        }
        List<String> lines = new ArrayList<>();
        agents.forEach((name, daemonSets) -> lines.add(name + ": " + String.join(", ", daemonSets)));
        return Finding.warning(
                        "while the program cannot be reached, the API server refuses the pods of these DaemonSets, which no"
                                + " restriction concerns, and new nodes that need them do not get ready",
                        "leave their namespaces out: add {key: kubernetes.io/metadata.name, operator: NotIn, values: ["
                                + String.join(", ", agents.keySet())
                                + "]} to restrictions.namespaceSelector.matchExpressions in the chart's values")
                .with(lines);
    }

    private static boolean isRestricted(Patient patient, NamespaceFacts namespace) {
        boolean annotated =
                patient.view().config().rules().namespaceAnnotations().enabled()
                        && !(namespace.whitelist().isEmpty()
                                && namespace.nodeSelector().isEmpty());
        return annotated
                || patient.view().snapshot().policies().policies().stream()
                        .anyMatch(policy -> policy.reserve() != null);
    }
}

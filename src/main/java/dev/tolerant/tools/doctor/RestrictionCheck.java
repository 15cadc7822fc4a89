package dev.tolerant.tools.doctor;

import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.observed.registration.Guard;
import dev.tolerant.observed.registration.GuardConditions;
import java.util.ArrayList;
import java.util.List;

/** Whether the API server enforces what policies and whitelists of namespaces restrict. */
final class RestrictionCheck {
    private RestrictionCheck() {}

    static Check check() {
        return new Check(Heading.REGISTRATIONS, "restrictions", "restrictions", RestrictionCheck::find);
    }

    private static Finding find(Patient patient) throws UnansweredException {
        patient.know(FactKind.POLICY);
        List<String> restricting = restricting(patient.view());
        if (restricting.isEmpty()) {
            patient.know(FactKind.NAMESPACE);
            return Finding.passed(
                    "there is nothing to enforce: no policy has an enforced spec.restrict, and no namespace a"
                            + " whitelist");
        }
        GuardConditions known = GuardConditions.of(patient.view().config());
        Guard guard = Guard.best(patient.validating().all().stream().flatMap(hook -> Guard.of(hook, known).stream()))
                .orElse(null);
        if (guard == null) {
            return Finding.failed(
                            "nobody enforces the restrictions: no ValidatingWebhookConfiguration has a webhook whose name"
                                    + " ends with .tolerant.dev",
                            "set restrictions.enabled=true in the chart's values")
                    .with(restricting);
        }
        if (guard.missing().size() == 1 && guard.webhook().failsOpen()) {
            return Finding.warning(
                            "failurePolicy is Ignore: while the program cannot be reached, the API server enforces no"
                                    + " restriction",
                            "once doctor finds nothing else, set restrictions.failurePolicy=Fail")
                    .with(restricting);
        }
        if (!guard.isComplete()) {
            return Finding.failed(
                            "the webhook " + guard.webhook().title() + " is no guard", "restore it with helm upgrade")
                    .with(guard.missing());
        }
        if (!guard.unknown().isEmpty()) {
            return Finding.unknown("whether the API server asks about every pod that a restriction concerns depends on"
                            + " matchConditions of " + guard.webhook().title() + " that nobody can judge: "
                            + String.join(", ", guard.unknown()))
                    .with(restricting);
        }
        return Finding.passed("the API server enforces the restrictions by "
                        + guard.webhook().title() + ", with failurePolicy Fail")
                .with(restricting);
    }

    private static List<String> restricting(ClusterView view) {
        List<String> restricting = new ArrayList<>();
        view.snapshot().policies().policies().stream()
                .filter(policy -> policy.reserve() != null && policy.mode() == PolicyMode.ENFORCE)
                .map(Policy::name)
                .sorted()
                .forEach(name -> restricting.add("TolerationPolicy " + name));
        if (view.config().rules().namespaceAnnotations().enabled()) {
            view.snapshot().namespaces().values().stream()
                    .filter(namespace -> !namespace.whitelist().isEmpty())
                    .map(NamespaceFacts::name)
                    .sorted()
                    .forEach(name -> restricting.add("the whitelist of namespace " + name));
        }
        return restricting;
    }
}

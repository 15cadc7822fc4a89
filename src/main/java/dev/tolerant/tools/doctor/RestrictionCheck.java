package dev.tolerant.tools.doctor;

import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.PolicyMode;
import dev.tolerant.observed.facts.ClusterView;
import dev.tolerant.observed.facts.FactKind;
import java.util.ArrayList;
import java.util.List;

/** Whether the API server enforces what policies and whitelists of namespaces restrict. */
final class RestrictionCheck {
    private static final String VALIDATE = "/validate";
    private static final List<String> OPERATIONS = List.of("CREATE", "UPDATE");

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
        List<Hook> ours = patient.validating().ours().stream()
                .filter(hook -> OPERATIONS.stream().anyMatch(hook::coversPods))
                .toList();
        if (ours.isEmpty()) {
            return Finding.failed(
                            "nobody enforces the restrictions: no webhook of a ValidatingWebhookConfiguration whose name ends with"
                                    + " .tolerant.dev covers pods",
                            "set restrictions.enabled=true in the chart's values")
                    .with(restricting);
        }
        List<String> missing = missing(ours);
        if (!missing.isEmpty()) {
            return Finding.failed("the registration does not guard all pods", "restore it with helm upgrade")
                    .with(missing);
        }
        if (ours.stream().allMatch(Hook::failsOpen)) {
            return Finding.warning(
                            "failurePolicy is Ignore: while the program cannot be reached, the API server enforces no"
                                    + " restriction",
                            "once doctor finds nothing else, set restrictions.failurePolicy=Fail")
                    .with(restricting);
        }
        return Finding.passed("the API server enforces the restrictions by "
                        + ours.get(0).title() + ", with failurePolicy Fail")
                .with(restricting);
    }

    private static List<String> missing(List<Hook> ours) {
        List<String> missing = new ArrayList<>();
        for (String operation : OPERATIONS) {
            if (ours.stream().noneMatch(hook -> hook.coversPods(operation))) {
                missing.add("no rule covers " + operation + " of pods");
            }
        }
        ours.stream()
                .filter(hook -> !hook.path().endsWith(VALIDATE))
                .forEach(hook -> missing.add(hook.title() + " calls '" + hook.path() + "' instead of " + VALIDATE));
        return missing;
    }

    private static List<String> restricting(ClusterView view) {
        List<String> restricting = new ArrayList<>();
        view.snapshot().policies().policies().stream()
                .filter(policy -> policy.restriction() != null && policy.mode() == PolicyMode.ENFORCE)
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

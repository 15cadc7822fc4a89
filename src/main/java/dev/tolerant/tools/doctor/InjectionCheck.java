package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.List;
import java.util.Optional;

/** Checks that the API server gives pods by itself what it can: policy and binding in force, their object current. */
final class InjectionCheck {
    /** From that minor version of Kubernetes on, API servers serve MutatingAdmissionPolicy. */
    private static final int SINCE_MINOR = 36;

    private static final String UPGRADE = "run helm upgrade, or set injections.enabled=false in the chart's values";

    private InjectionCheck() {}

    static CheckResult ask(Installation installation) throws UnansweredException {
        String away = installation.isServed() ? "while no replica answers" : "without a webhook";
        if (!installation.settings().injections().enabled()) {
            if (!installation.isServed()) {
                return CheckResult.failed(
                        "the webhook is switched off and the API server gives nothing by itself, so new pods get nothing",
                        "run helm upgrade where the API server serves MutatingAdmissionPolicy, or set webhook.enabled=true");
            }
            boolean served = ControlPlane.minor(installation.clusterObjects().serverVersion()) >= SINCE_MINOR;
            return CheckResult.passed("the API server gives pods nothing by itself: injections.enabled is not set"
                    + (served ? "; it could, by helm upgrade with injections.enabled=auto" : ""));
        }
        if (installation.settings().mode() == Mode.AUDIT) {
            return CheckResult.passed("the API server gives pods nothing, because the webhook only audits");
        }
        Optional<Manifest> policy = installation.manifests(ObjectKind.MUTATING_POLICY).stream()
                .filter(each -> each.label("app.kubernetes.io/component").equals("injections"))
                .findFirst();
        if (policy.isEmpty()) {
            return CheckResult.failed(
                    "there is no MutatingAdmissionPolicy of the chart, so pods get nothing " + away, UPGRADE);
        }
        List<String> problems = installation.complaints(
                List.of(InstalledGuard.giving(policy.get().name())));
        if (!problems.isEmpty()) {
            return CheckResult.failed(
                            "pods do not get what they should " + away + ": a policy or binding is not as installed",
                            UPGRADE)
                    .with(problems);
        }
        return object(installation, away);
    }

    private static CheckResult object(Installation installation, String away) throws UnansweredException {
        installation.know(
                ObjectKind.POLICY, ObjectKind.NAMESPACE, ObjectKind.NODE, ObjectKind.NODE_POOL, ObjectKind.INJECTIONS);
        String look = "see why in the leader's log: the leader writes the object within a second";
        Optional<ClusterObject> stored =
                installation.clusterObjects().find(ObjectKind.INJECTIONS, "", InjectionsObject.NAME);
        if (stored.isEmpty()) {
            return CheckResult.failed(
                    "there is no Injections " + InjectionsObject.NAME + ", so pods get nothing " + away,
                    "if the cluster has no such kind any more, run helm upgrade, or apply the chart's files/injections.yaml with"
                            + " kubectl apply --server-side; else " + look);
        }
        Injections injections = installation.view().snapshot().injections();
        if (!isSaid(stored.get().manifest().object(), injections)) {
            return CheckResult.failed(
                    "Injections " + InjectionsObject.NAME
                            + " does not say what policies, namespaces and settings give now",
                    look);
        }
        List<String> staying = injections.staying().entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .toList();
        return CheckResult.passed(away + ", the API server gives pods what the settings and "
                        + Report.counted(injections.policies().size(), "policy", "policies") + " give"
                        + (staying.isEmpty() ? "" : ", and " + staying.size() + " not, or not all"))
                .with(staying);
    }

    private static boolean isSaid(JsonNode object, Injections injections) {
        try {
            return InjectionsObject.of(injections)
                    .getSpec()
                    .equals(InjectionsObject.read(object).getSpec());
        } catch (IllegalArgumentException notInItsForm) {
            return false;
        }
    }
}

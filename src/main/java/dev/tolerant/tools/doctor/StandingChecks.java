package dev.tolerant.tools.doctor;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Reservations.Insiders;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.observed.explain.ClusterView;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.Owners;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.InstalledGuard.Keeps;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.text.Report;
import dev.tolerant.tools.doctor.CheckResult.UnansweredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks that the API server by itself keeps reserved taints, reports the pods that it refuses, and gives pods what it can. */
final class StandingChecks {
    private static final String COMPONENT = "app.kubernetes.io/component";
    private static final String VERSION = "app.kubernetes.io/version";
    private static final String NOTHING = "no policy reserves anything";
    private static final String LOOK = "see why in the leader's log: the leader writes the object within a second";
    private static final String UPGRADE = "run helm upgrade, or set injections.enabled=false in the chart's values";
    /** From that minor version of Kubernetes on, API servers serve MutatingAdmissionPolicy. */
    private static final int SINCE_MINOR = 36;

    private static final String INSTALL = "helm upgrade with reservations.enabled=true";
    private static final List<ObjectKind> TEMPLATES_AND_PODS = Stream.concat(
                    ObjectKind.WORKLOADS.stream(), Stream.of(ObjectKind.POD))
            .toList();
    private static final ObjectMapper JSON = new ObjectMapper();

    private StandingChecks() {}

    static CheckResult guard(Installation installation) throws UnansweredException {
        installation.know(List.of(ObjectKind.POLICY));
        Reservations reservations =
                installation.view.snapshot().policies().reservations().reservations();
        boolean enabled = installation.settings().reservations().enabled();
        if (reservations.policies().isEmpty()) {
            return enabled && !installation.manifests(ObjectKind.RESERVATIONS).isEmpty()
                    ? object(installation, reservations)
                    : CheckResult.passed(NOTHING);
        }
        if (!enabled) {
            return CheckResult.warning(
                    "the release's settings switch reservations off",
                    "set reservations.enabled=true in the chart's values");
        }
        List<Manifest> labelled = installation.manifests(ObjectKind.GUARD).stream()
                .filter(guard -> guard.label(COMPONENT).equals("reservations"))
                .toList();
        if (labelled.isEmpty()) {
            return CheckResult.failed(
                    "reservations are not enforced: there is no ValidatingAdmissionPolicy of the chart", INSTALL);
        }
        List<InstalledGuard> guards = installation
                .guards()
                .orElseGet(() -> labelled.stream()
                        .map(guard -> InstalledGuard.of(
                                guard.name(), installation.view.config().mode()))
                        .toList());
        List<String> problems = new ArrayList<>(installation.complaints(guards.stream()
                .filter(guard -> guard.keeps().judgesByReservations())
                .toList()));
        Stream.of(Keeps.RESERVED_TAINTS, Keeps.NAMESPACE_LABELS)
                .filter(keeps -> guards.stream().noneMatch(guard -> guard.keeps() == keeps))
                .map(keeps -> "no ValidatingAdmissionPolicy is installed without which " + keeps.without())
                .forEach(problems::add);
        if (!problems.isEmpty()) {
            return CheckResult.failed(
                            "reservations are not enforced: a policy or binding is missing or weakened", INSTALL)
                    .with(problems);
        }
        Optional<CheckResult> others = others(installation, labelled);
        return others.isPresent() ? others.get() : object(installation, reservations);
    }

    static CheckResult ownGuards(Installation installation) throws UnansweredException {
        List<InstalledGuard> others = installation.guards().orElse(List.of()).stream()
                .filter(guard -> !guard.keeps().judgesByReservations())
                .toList();
        if (others.isEmpty()) {
            return CheckResult.passed("the release's settings name no other guard");
        }
        return CheckResult.failed(
                        "a guard is missing or weakened", "run helm upgrade, or switch it off in the chart's values")
                .with(installation.complaints(others), "the release's other guards are in force");
    }

    /** For guards of another version than the registration, which a whole upgrade replaces together with the guards. */
    private static Optional<CheckResult> others(Installation installation, List<Manifest> guards)
            throws UnansweredException {
        List<String> versions = installation.manifests(ObjectKind.MUTATING_WEBHOOKS).stream()
                .filter(manifest -> Registration.of(List.of(manifest)).isPresent())
                .map(manifest -> manifest.label(VERSION))
                .toList();
        List<String> others = guards.stream()
                .filter(guard -> !versions.isEmpty() && !versions.contains(guard.label(VERSION)))
                .map(guard -> guard.name() + " is of version " + guard.label(VERSION) + ", the registration of "
                        + String.join(", ", versions))
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(CheckResult.warning("the guard is of another version than the program", INSTALL)
                        .with(others));
    }

    private static CheckResult object(Installation installation, Reservations reservations) throws UnansweredException {
        installation.know(List.of(ObjectKind.RESERVATIONS));
        String namespace = namespace(installation);
        Optional<ClusterObject> stored =
                installation.clusterObjects().find(ObjectKind.RESERVATIONS, namespace, ReservationsText.OBJECT);
        if (stored.isEmpty()) {
            return CheckResult.failed(
                    "there is no ServiceAccount " + ReservationsText.OBJECT + " in namespace " + namespace
                            + ", so nothing is enforced",
                    LOOK);
        }
        Reservations said =
                read(stored.get().manifest().object().path("metadata").path("annotations"));
        ClusterView view = installation.view;
        boolean areKnown = installation.areNodesKnown();
        // A pool may have more taints than are known here.
        Map<String, Insiders> unsettled =
                Insiders.of(view.snapshot().policies().policies(), policy -> policy.pool() != null && !areKnown);
        if (said == null
                || !reservations.keeping(view.unusable(), unsettled, said).equals(said)) {
            return CheckResult.failed(
                    "ServiceAccount " + ReservationsText.OBJECT + " does not say what the policies reserve now", LOOK);
        }
        return CheckResult.passed(
                switch (reservations.policies().size()) {
                    case 0 -> NOTHING;
                    case 1 -> "the API server enforces what one policy reserves";
                    default ->
                        "the API server keeps what " + reservations.policies().size() + " policies reserve";
                });
    }

    /** The guard looks for the object there. */
    private static String namespace(Installation installation) throws UnansweredException {
        return installation.manifests(ObjectKind.GUARD_BINDING).stream()
                .filter(binding -> binding.label(COMPONENT).equals("reservations"))
                .map(binding -> binding.object().at("/spec/paramRef/namespace").asText())
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static @Nullable Reservations read(JsonNode annotations) {
        try {
            return annotations.isMissingNode()
                    ? Reservations.NONE
                    : ReservationsText.read(
                            JSON.convertValue(annotations, new TypeReference<Map<String, String>>() {}));
        } catch (IllegalArgumentException notInItsForm) {
            return null;
        }
    }

    static CheckResult taints(Installation installation) throws UnansweredException {
        installation.know(List.of(ObjectKind.POLICY, ObjectKind.NODE));
        List<Policy> policies = installation.view.snapshot().policies().policies();
        if (policies.stream().allMatch(policy -> policy.reserve() == null)) {
            return CheckResult.passed(NOTHING);
        }
        List<String> lines = new Inspection(
                        policies,
                        new Known(
                                List.of(), Map.of(), installation.view.nodes().values(), installation.view.nodePools()))
                .findings().stream()
                        .filter(finding -> finding.code().isOfReservation())
                        .map(finding -> finding.policy() + " " + finding.sentence())
                        .toList();
        return CheckResult.warning(
                        "reserved taints and nodes do not match", "follow the advice at the end of each line")
                .with(
                        PodChecks.first(lines),
                        "every reserved taint belongs to its policy's nodes, and is on no others");
    }

    static CheckResult pods(Installation installation) throws UnansweredException {
        installation.know(ClusterView.DECIDING);
        List<String> refused = TEMPLATES_AND_PODS.stream()
                .flatMap(kind -> installation.clusterObjects().all(kind).stream())
                .filter(object -> isRefused(installation, object))
                .map(object -> object.namespace() + "/" + object.title())
                .toList();
        if (refused.isEmpty()) {
            installation.know(TEMPLATES_AND_PODS);
            return CheckResult.passed("no stored object would be refused if it were recreated");
        }
        String objects = Report.counted(refused.size(), "stored object has", "stored objects have");
        return CheckResult.warning(
                        installation.settings().mode() == Mode.AUDIT
                                ? objects
                                        + " pods that would be refused when they are recreated, if tolerant.mode were enforce"
                                : objects
                                        + " pods that are refused when they are recreated, because of what they tolerate or the node"
                                        + " that they name",
                        "see why with kubectl tolerant explain; exempt the agents that have to run everywhere in the"
                                + " policies' spec.reserve.exempt, and list what a namespace may tolerate in its annotation"
                                + " tolerationsWhitelist")
                .with(PodChecks.first(refused));
    }

    /** False for what is made from another object's template, which answers for it. */
    private static boolean isRefused(Installation installation, ClusterObject object) {
        Manifest manifest = object.manifest();
        if (Owners.isMadeOfTemplate(manifest.object())) {
            return false;
        }
        try {
            return installation.view.explain(manifest).decided().refusal() != null;
        } catch (InvalidManifestException unreadable) {
            return false;
        }
    }

    static CheckResult injections(Installation installation) throws UnansweredException {
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
                .filter(each -> each.label(COMPONENT).equals("injections"))
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
        return given(installation, away);
    }

    private static CheckResult given(Installation installation, String away) throws UnansweredException {
        installation.know(List.of(
                ObjectKind.POLICY, ObjectKind.NAMESPACE, ObjectKind.NODE, ObjectKind.NODE_POOL, ObjectKind.INJECTIONS));
        Optional<ClusterObject> stored =
                installation.clusterObjects().find(ObjectKind.INJECTIONS, "", InjectionsObject.NAME);
        if (stored.isEmpty()) {
            return CheckResult.failed(
                    "there is no Injections " + InjectionsObject.NAME + ", so pods get nothing " + away,
                    "if the cluster has no such kind any more, run helm upgrade, or apply the chart's files/injections.yaml with"
                            + " kubectl apply --server-side; else " + LOOK);
        }
        Injections injections = installation.view.snapshot().injections();
        if (!isSaid(stored.get().manifest().object(), injections)) {
            return CheckResult.failed(
                    "Injections " + InjectionsObject.NAME
                            + " does not say what policies, namespaces and settings give now",
                    LOOK);
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

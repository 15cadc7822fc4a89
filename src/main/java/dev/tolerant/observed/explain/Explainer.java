package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.Refusal.Reason;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeAffinityRules;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.observed.explain.Explanation.ExplainedObject;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.observed.explain.Placement.NodeOutcome;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.objects.ObjectKind.Controller;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.observed.taints.TaintRules;
import dev.tolerant.observed.taints.TaintRules.EvictionTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Explains what happens to pods: it sends the review that the API server would send through the webhook's own engine,
 * and works out what the scheduler and the taint-eviction controller do with the result.
 *
 * @param creators of the pods and DaemonSets in manifests; controllers create the pods of workloads
 * @param unread clauses that say why some of what decides about pods was not read: then the verdict is unknown
 * @param volumes that pods may claim
 */
public record Explainer(
        Engine engine,
        ControlPlane controlPlane,
        Creators creators,
        Registration registration,
        List<String> unread,
        DefaultPlugins plugins,
        Volumes volumes) {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    /** The values of these taints are times (cluster-autoscaler/utils/taints). */
    private static final Set<String> OF_AUTOSCALER =
            Set.of("ToBeDeletedByClusterAutoscaler", "DeletionCandidateOfClusterAutoscaler");

    static final String REVIEW = "admission.k8s.io/v1/AdmissionReview";

    public Explainer(Engine engine, ControlPlane controlPlane, Creators creators) {
        this(engine, controlPlane, creators, Registration.EVERYTHING, List.of(), DefaultPlugins.NONE, Volumes.UNKNOWN);
    }

    public Explainer with(Registration registered) {
        return new Explainer(engine, controlPlane, creators, registered, unread, plugins, volumes);
    }

    Explainer enforcing() {
        return new Explainer(engine.enforcing(), controlPlane, creators, registration, unread, plugins, volumes);
    }

    /** True of an object that {@link #explain} accepts. */
    public static boolean explains(Manifest manifest) {
        return manifest.type().equals(REVIEW) || PodTemplate.anyIn(manifest).isPresent();
    }

    /**
     * Explains a pod, the pods of a workload, or a captured AdmissionReview, and beside that what would happen if the
     * engine did not only audit.
     *
     * @param nodes to check the pod against; null to check none
     * @throws InvalidManifestException if it is any other object, or does not match the API's schema
     */
    public Explanation explain(Manifest manifest, Snapshot snapshot, @Nullable List<Node> nodes)
            throws InvalidManifestException {
        return explain(manifest, snapshot, nodes, Optional.empty());
    }

    /**
     * @param awaited a clause that says what a pod waits for on its node; empty if it does not
     */
    public Explanation explain(
            Manifest manifest, Snapshot snapshot, @Nullable List<Node> nodes, Optional<String> awaited)
            throws InvalidManifestException {
        Explanation decided = explain(manifest, snapshot, nodes, awaited, null);
        return engine.audits() ? explain(manifest, snapshot, nodes, awaited, decided) : decided;
    }

    /**
     * @param decided what enforcing would do, where the webhook only audits: rules decide nothing then, and what was not read would
     *     change nothing; else null
     */
    private Explanation explain(
            Manifest manifest,
            Snapshot snapshot,
            @Nullable List<Node> nodes,
            Optional<String> awaited,
            @Nullable Explanation decided)
            throws InvalidManifestException {
        if (manifest.type().equals(REVIEW)) {
            AdmissionReview question = AdmissionReview.captured(manifest);
            Reviewed answer = Reviewed.of(question, engine, Registration.EVERYTHING, snapshot, decided == null);
            return explanation(new Reasons(answer, null), nodes, awaited, decided);
        }
        if (!explains(manifest)) {
            throw manifest.wrong("it must be a Pod, "
                    + ObjectKind.WORKLOADS.stream().map(ObjectKind::kind).collect(Collectors.joining(", "))
                    + " or an AdmissionReview, but is '" + manifest.type() + "'");
        }
        Controller controller = PodTemplate.of(manifest).controller().orElse(null);
        Reviewed template = controller == Controller.DAEMON_SET
                ? answer(ofTemplate(manifest), "", snapshot, decided == null)
                : null;
        Manifest workload = template == null ? manifest : manifest.with((ObjectNode) template.object());
        PodTemplate made = PodTemplate.of(workload);
        NewPod pod = new NewPod(made.pod(), engine, plugins, snapshot);
        AdmissionReview question = controller == null
                ? pod.question(manifest, creators)
                : pod.question(
                        workload,
                        Creators.account(controller),
                        NewPod.CONTROLLER,
                        made.isAssumed() ? List.of(assumption(manifest)) : List.of());
        Reviewed answer = answer(question, made.path(), snapshot, decided == null);
        made.checkAmounts();
        return explanation(new Reasons(answer, template), nodes, awaited, decided);
    }

    /** Another version or group of a kind that Kubernetes makes pods for is named in full. */
    private static String assumption(Manifest manifest) {
        boolean isAmbiguous = ObjectKind.named(manifest.kind()).isPresent();
        return (isAmbiguous ? manifest.object().path("apiVersion").asText() + " " : "")
                + manifest.kind()
                + (PodTemplate.of(manifest).getsDaemonSetTolerations()
                        ? " is OpenKruise's, whose controller gives pods the tolerations of DaemonSets: otherwise the pods are"
                                + " assumed to belong to a ReplicaSet."
                        : " is not a kind that Kubernetes makes pods for, and what its controller gives them is not known: the"
                                + " pods are assumed to belong to a ReplicaSet.");
    }

    private AdmissionReview ofTemplate(Manifest manifest) throws InvalidManifestException {
        manifest.child(ObjectKind.DAEMON_SET.template());
        return AdmissionReview.creation(manifest, manifest.object(), creators.author(), List.of(), null);
    }

    /** Fails for what the API server refuses before it calls any webhook, and for what is too large for this one. */
    private Reviewed answer(AdmissionReview question, String path, Snapshot snapshot, boolean enforced)
            throws InvalidManifestException {
        Reviewed answer = Reviewed.of(question, engine, registration, snapshot, enforced);
        if (question.read() instanceof Unread unread) {
            throw question.wrong(path, unread);
        }
        return answer;
    }

    private Explanation explanation(
            Reasons reasons, @Nullable List<Node> nodes, Optional<String> awaited, @Nullable Explanation decided)
            throws InvalidManifestException {
        Reviewed answer = reasons.answer();
        Reviewed template = reasons.template();
        AdmissionReview question = answer.question();
        String namespace = question.request().path("namespace").asText();
        Review review = answer.review();
        Refusal refusal = refusal(answer);
        boolean goesNowhere = review == null || refusal != null;
        List<ExplainedToleration> tolerations = reasons.tolerations();
        List<Toleration> asked = template == null || review == null
                ? answer.tolerations()
                : review.pod().tolerations();
        PodFacts pod = answer.isOfTemplate()
                ? answer.pod()
                        .withTolerations(tolerations.stream()
                                .map(ExplainedToleration::toleration)
                                .toList())
                : answer.pod();
        Placement placement = Placement.of(
                        template == null ? pod : pod.withAffinity(template.pod().nodeAffinity()),
                        TaintRules.of(
                                pod.tolerations(), answer.isOfTemplate() ? pod.tolerations() : asked, controlPlane))
                .with(volumes.of(namespace, question.request().at("/object/spec")));
        return new Explanation(
                ExplainedObject.of(question),
                refusal == null ? verdict(answer, template) : Verdict.REFUSED,
                answer.unasked(),
                awaited.isPresent() ? awaited.get() : pending(question.manifest(), review, nodes),
                refusal,
                decided == null && answer.unasked() == null
                        ? reasons.steps(
                                unread.isEmpty(),
                                engine.served()
                                        ? Map.of()
                                        : answer.snapshot().injections().staying())
                        : List.of(),
                tolerations,
                goesNowhere
                        ? List.of()
                        : taints(nodes).map(placement.rules()::outcome).toList(),
                nodes == null ? null : goesNowhere ? List.of() : placement.outcomes(nodes),
                pod,
                placement,
                away(answer),
                answer.patch(),
                template == null ? JsonNodeFactory.instance.arrayNode() : template.patch(),
                Stream.of(template, answer)
                        .filter(Objects::nonNull)
                        .map(Reviewed::rewritten)
                        .toList(),
                decided == null ? unread : List.of(),
                notes(answer, template, plugins.selector(namespace).ofUnclear(placement, namespace, nodes)),
                decided);
    }

    /** Another scheduler, and gates, by which a pod waits whatever nodes are open to it. */
    private static void noteScheduling(JsonNode spec, List<String> notes) {
        String scheduler = spec.path("schedulerName").asText(DEFAULT_SCHEDULER);
        if (!scheduler.equals(DEFAULT_SCHEDULER)) {
            notes.add("Its scheduler is " + scheduler + ": which nodes that one chooses is not known here.");
        }
        List<String> gates = spec.path("schedulingGates").findValuesAsText("name");
        if (!gates.isEmpty()) {
            notes.add(
                    "No scheduler looks at it before its scheduling gates are gone: " + String.join(", ", gates) + ".");
        }
    }

    private static void noteTolerations(List<Toleration> tolerations, List<String> notes) {
        for (int number = 0; number < tolerations.size(); number++) {
            Toleration toleration = tolerations.get(number);
            String overflow = EvictionTime.overflow(toleration.seconds());
            if (!overflow.isEmpty()) {
                notes.add("Toleration " + number + " has " + toleration.seconds() + "s" + overflow + ".");
            }
            if (OF_AUTOSCALER.contains(toleration.key())
                    && toleration.operator().meaning() == Operator.EQUAL) {
                notes.add("Toleration " + number + " matches no taint " + toleration.key()
                        + ": the taint's value is the time when it came; operator Exists would match.");
            }
        }
    }

    private static List<String> otherDemands(JsonNode spec, Manifest manifest) {
        List<String> others = new ArrayList<>();
        if (!manifest.object().at("/spec/volumeClaimTemplates").isEmpty()) {
            others.add("volumeClaimTemplates");
        }
        boolean isSpread = spec.path("topologySpreadConstraints")
                .valueStream()
                .anyMatch(each ->
                        each.path("whenUnsatisfiable").asText("DoNotSchedule").equals("DoNotSchedule"));
        if (isSpread) {
            others.add("topologySpreadConstraints");
        }
        Stream.of("podAffinity", "podAntiAffinity")
                .filter(kind -> !spec.path("affinity")
                        .path(kind)
                        .path("requiredDuringSchedulingIgnoredDuringExecution")
                        .isEmpty())
                .forEach(others::add);
        return others;
    }

    /** Null for what is refused, left alone, not changed, or no new pod, and where the API server gives nothing by itself. */
    private @Nullable Away away(Reviewed answer) {
        Review review = answer.review();
        Snapshot snapshot = answer.snapshot();
        if (review == null
                || review.subject() != Review.Subject.POD
                || review.operation() != Review.Operation.CREATE
                || answer.unasked() != null
                || answer.patch().isEmpty()
                || !engine.served()
                || snapshot.injections().equals(Injections.NOTHING)) {
            return null;
        }
        PodFacts given = engine.whileAway(review, snapshot, answer.namespace());
        return Away.of(review, answer.decision(), answer.pod(), given, snapshot.injections());
    }

    /** Says why a stored pod waits for a node, by the tolerations and the node affinity that it has. */
    private @Nullable String pending(Manifest stored, @Nullable Review review, @Nullable List<Node> nodes)
            throws InvalidManifestException {
        PodTemplate template = PodTemplate.of(stored);
        if (template.controller().isPresent()) {
            return held(stored.object(), template);
        }
        JsonNode pod = stored.object();
        boolean waits = pod.at("/status/phase").asText().equals("Pending")
                && pod.at("/spec/nodeName").asText().isEmpty()
                && !pod.path("metadata").hasNonNull("deletionTimestamp");
        if (!waits) {
            return null;
        }
        List<String> gates = pod.at("/spec/schedulingGates").findValuesAsText("name");
        if (!gates.isEmpty()) {
            return "its scheduling gates are still there: " + String.join(", ", gates);
        }
        String scheduler = pod.at("/status/conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText().equals("PodScheduled"))
                .map(condition -> condition.path("message").asText())
                .findFirst()
                .orElse("");
        String says = scheduler.isEmpty() ? "the scheduler has not said why" : "the scheduler says: " + scheduler;
        if (review == null || nodes == null || nodes.isEmpty()) {
            return says;
        }
        Placement placement = Placement.of(
                        review.pod().withTolerations(PodTemplate.of(stored).tolerations()), controlPlane)
                .with(volumes.of(stored.namespace(), pod.path("spec")));
        List<NodeOutcome> outcomes = placement.outcomes(nodes);
        return "nodes open to it: " + NodeOutcome.summary(outcomes)
                + (outcomes.stream().anyMatch(NodeOutcome::schedulable) ? "; " + says : "");
    }

    /** Says why a workload makes no pod, or one that waits. */
    private static @Nullable String held(JsonNode workload, PodTemplate template) {
        if (workload.at("/spec/suspend").asBoolean()) {
            return "it makes no pod while spec.suspend is true";
        }
        List<String> gates =
                workload.at(template.pointer()).at("/spec/schedulingGates").findValuesAsText("name");
        return gates.isEmpty() ? null : "its pods wait for scheduling gate " + String.join(", ", gates);
    }

    /** A pod that the webhook leaves alone is changed all the same if its DaemonSet is. */
    private static Verdict verdict(Reviewed answer, @Nullable Reviewed template) {
        Verdict verdict = answer.decision().verdict();
        boolean isChangedBefore = template != null && !template.patch().isEmpty();
        return isChangedBefore && verdict != Verdict.REFUSED ? Verdict.PATCHED : verdict;
    }

    private static Stream<Taint> taints(@Nullable List<Node> nodes) {
        Stream<Node> given = Stream.ofNullable(nodes).flatMap(List::stream);
        return Stream.concat(NodeTaints.WELL_KNOWN.stream(), given.flatMap(node -> node.taints().stream()))
                .distinct();
    }

    private List<String> notes(Reviewed answer, @Nullable Reviewed template, List<String> ofSelector) {
        AdmissionReview question = answer.question();
        List<String> notes = new ArrayList<>(question.notes());
        notes.addAll(ofSelector);
        JsonNode spec = question.request().at("/object/spec");
        List<String> others = otherDemands(spec, question.manifest());
        if (!others.isEmpty()) {
            notes.add("Where it may go also depends on its " + String.join(" and ", others)
                    + ", which is not considered here.");
        }
        if (volumes.isUnknown(spec)) {
            notes.add(
                    "The volumes that it claims are not known here: on which nodes they can be used is not considered.");
        }
        noteScheduling(spec, notes);
        noteTolerations(answer.tolerations(), notes);
        PodTemplate.unknownLabels(answer.pod(), answer.snapshot().policies().policies())
                .forEach(label -> notes.add("Policies select pods by label " + label
                        + ", whose value only the controller knows: whether they match this pod is not known, and they count as if"
                        + " they asked for another value."));
        if (template != null && template.unasked() == null) {
            notes.add("The webhook is asked about the DaemonSet first, and "
                    + (template.patch().isEmpty() ? "leaves its template as it is" : "changes its template")
                    + "; the controller asks the template, and not the pods, where they may run.");
        }
        if (answer.isOfTemplate()) {
            notes.add("The tolerations and what follows are those of the DaemonSet's pods, as its controller makes them"
                    + " of the template and before the webhook is asked about each.");
        }
        if (!engine.served()) {
            notes.add("The webhook is switched off: a new pod gets what the API server can give by itself.");
        }
        Review review = answer.review();
        if (review != null
                && review.operation() == Review.Operation.CREATE
                && !review.pod().nodeName().isEmpty()
                && !review.pod().mirror()) {
            notes.add(
                    "The pod names its node, so no scheduler is asked: the kubelet there checks taints with NoExecute, node"
                            + " selector and required node affinity.");
        }
        return List.copyOf(notes);
    }

    /** Its plugins refuse a pod before webhooks are asked, and it checks the fields after they have answered; null if it is admitted. */
    private @Nullable Refusal refusal(Reviewed answer) {
        String before = answer.question().refusal();
        if (before != null) {
            return invalid(before);
        }
        Refusal ours = answer.decision().refusal();
        List<String> violations = violations(answer);
        return ours != null || violations.isEmpty() ? ours : invalid(String.join("; ", violations));
    }

    private static Refusal invalid(String why) {
        return new Refusal(Reason.INVALID, "the API server accepts no such pod: " + why);
    }

    private List<String> violations(Reviewed answer) {
        List<String> violations = new ArrayList<>();
        for (int i = 0; i < answer.tolerations().size(); i++) {
            String field = "spec.tolerations[" + i + "]: ";
            controlPlane
                    .tolerationRules()
                    .violation(answer.tolerations().get(i))
                    .ifPresent(why -> violations.add(field + why));
        }
        NodeAffinityRules.violations(answer.pod().nodeAffinity())
                .forEach(violation -> violations.add("spec." + violation.path() + ": " + violation.why()));
        return violations;
    }
}

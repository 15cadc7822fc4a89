package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.NamespaceReader;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.crd.PolicyReader;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.Placeholder;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.NodeAffinity;
import dev.tolerant.engine.model.NodeAffinityRules;
import dev.tolerant.engine.model.NodeAffinityRules.Violation;
import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.explain.PodTemplate;
import dev.tolerant.observed.objects.Owners;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.tools.lint.Finding.CheckedObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks the objects of files, each alone and the policies together. */
public final class Linter {
    private static final String SERVICE_ACCOUNT = "v1/ServiceAccount";

    private final TolerationRules rules;
    private final List<CheckedObject> objects = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    /** The objects of which a placeholder keeps a part from being judged, with that part. */
    private final Map<CheckedObject, String> placeholders = new LinkedHashMap<>();

    private final AdmissionCheck admission;
    private final Map<String, First> seen = new HashMap<>();

    /**
     * The first object of its kind and name.
     *
     * @param content what others are judged by
     */
    private record First(CheckedObject object, Object content) {}

    /** @param explainer of pods as the API server would send them, and of whatever the registration covers */
    public Linter(TolerationRules rules, Explainer explainer, Registration registration) {
        this.rules = rules;
        this.admission = new AdmissionCheck(rules, explainer, registration);
    }

    /** A file that cannot be read. */
    public void checkUnreadable(ManifestProblem problem) {
        CheckedObject whole = CheckedObject.ofFile(problem.place());
        objects.add(whole);
        findings.add(new Finding(whole, "", LintCode.UNREADABLE, "cannot be read: " + problem.message()));
    }

    /**
     * Checks one object of a file; false for one that has neither pods nor anything that decides about them.
     *
     * @param isPatch whether it is a part of an object, which lacks what the object has
     */
    public boolean check(ManifestFile file, ManifestFile.Entry entry, boolean isPatch) {
        CheckedObject object = CheckedObject.of(file, entry);
        int before = findings.size();
        boolean isChecked = true;
        try {
            Manifest manifest = entry.manifest();
            isChecked = isPatch ? checkPatch(object, manifest) : check(object, manifest);
        } catch (InvalidManifestException invalid) {
            addUnreadable(object, invalid.problem(), LintCode.UNREADABLE);
        }
        findings.subList(before, findings.size()).removeIf(finding -> {
            boolean unjudged = finding.code().isOfValue() && Placeholder.isAt(entry.content(), finding.path());
            if (unjudged) {
                placeholders.putIfAbsent(object, finding.path());
            }
            return unjudged;
        });
        int unseen = file.unseenAfter(entry.place());
        if (unseen > 0) {
            isChecked = true;
            findings.add(new Finding(
                    object,
                    "",
                    LintCode.UNSEEN,
                    "is all that kubectl sees: write --- before what follows on line " + unseen));
        }
        if (isChecked) {
            file.twice(entry.place())
                    .forEach(path -> findings.add(new Finding(
                            object,
                            path,
                            LintCode.WRITTEN_TWICE,
                            "is written twice, and kubectl takes the last: remove one of them")));
            objects.add(object);
        }
        return isChecked;
    }

    /** Of a patch of pods or of their template, what it writes is checked, not what it leaves out. */
    private boolean checkPatch(CheckedObject object, Manifest manifest) throws InvalidManifestException {
        Optional<PodTemplate> template = PodTemplate.anyIn(manifest);
        if (template.isEmpty()) {
            return checkElsewhere(object, manifest, "");
        }
        findings.addAll(KnownFields.ofPatch(object, manifest, template.get()));
        checkAnnotations(object, manifest, template.get());
        JsonNode spec = manifest.object().at(template.get().pointer()).path("spec");
        JsonNode tolerations = spec.path("tolerations");
        boolean isWholeList = tolerations.isArray() && tolerations.findValue("$patch") == null;
        if (isWholeList) {
            checkTolerations(object, template.get());
        }
        if (spec.path("affinity").findValue("$patch") == null && spec.isObject()) {
            checkAffinity(object, template.get(), true);
        }
        return true;
    }

    /** A check that ends where something cannot be read. */
    private interface Check {
        void run() throws InvalidManifestException;
    }

    private void attempt(CheckedObject object, Check check) {
        try {
            check.run();
        } catch (InvalidManifestException invalid) {
            addUnreadable(object, invalid.problem(), LintCode.UNREADABLE);
        }
    }

    /** Adds what has not been found by its type. */
    private void addUnreadable(CheckedObject object, ManifestProblem problem, LintCode code) {
        boolean isFound = findings.stream()
                .filter(finding -> finding.object().equals(object) && finding.code() == LintCode.UNREADABLE)
                .anyMatch(finding -> finding.path().startsWith(problem.path())
                        || problem.path().startsWith(finding.path()));
        if (!isFound) {
            findings.add(new Finding(object, problem.path(), code, problem.message()));
        }
    }

    private boolean check(CheckedObject object, Manifest manifest) throws InvalidManifestException {
        Optional<PodTemplate> template = PodTemplate.anyIn(manifest);
        if (template.isPresent() && Owners.isMadeOfTemplate(manifest.object())) {
            return false;
        }
        List<Finding> known = KnownFields.has(manifest) ? KnownFields.findings(object, manifest) : List.of();
        if (template.isPresent()) {
            checkPods(object, manifest, template.get());
        } else if (manifest.type().equals(PolicyReader.TYPE)) {
            checkPolicy(object, manifest);
        } else if (PolicyReader.misnamed(manifest).isPresent()) {
            findings.add(new Finding(
                    object,
                    "",
                    LintCode.INVALID_POLICY,
                    PolicyReader.misnamed(manifest).get()));
        } else if (manifest.type().equals(NamespaceReader.TYPE)) {
            findings.addAll(known);
            checkNamespace(object, manifest);
        } else if (manifest.type().equals(NodeReader.TYPE)) {
            findings.addAll(known);
            attempt(object, () -> NodeReader.checkEffects(manifest));
            checkTwins(object, manifest.object().at("/spec/taints"));
            NodeReader.read(manifest);
            admission.add(manifest);
        } else if (manifest.type().equals(NodeReader.NODE_POOL)) {
            findings.addAll(known);
            findings.addAll(NodePoolCheck.findings(object, manifest));
            attempt(object, () -> NodeReader.checkEffects(manifest));
            NodeReader.nodePool(manifest);
            admission.add(manifest);
        } else if (Registration.isIn(manifest)) {
            admission.addRegistration(manifest);
        } else {
            if (manifest.type().equals(SERVICE_ACCOUNT)) {
                admission.addServiceAccount(manifest);
            }
            return checkElsewhere(object, manifest, known);
        }
        return true;
    }

    private void checkTwins(CheckedObject object, JsonNode taints) {
        Set<String> before = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonNode taint = taints.path(i);
            if (!before.add(
                    taint.path("key").asText() + ":" + taint.path("effect").asText())) {
                findings.add(new Finding(
                        object,
                        "spec.taints[" + i + "]",
                        LintCode.INVALID_VALUE,
                        "has the key and the effect of another taint: remove one of them"));
            }
        }
    }

    /** @param known what the table of fields finds, which may say less of the same */
    private boolean checkElsewhere(CheckedObject object, Manifest manifest, List<Finding> known) {
        int before = findings.size();
        boolean isFound = checkElsewhere(object, manifest, "");
        List<String> paths = findings.subList(before, findings.size()).stream()
                .map(Finding::path)
                .toList();
        known.stream()
                .filter(finding -> paths.stream().noneMatch(path -> path.startsWith(finding.path())))
                .forEach(findings::add);
        return isFound || KnownFields.has(manifest);
    }

    /** @param checked the path of a list that has been checked already */
    private boolean checkElsewhere(CheckedObject object, Manifest manifest, String checked) {
        TolerationsElsewhere elsewhere = new TolerationsElsewhere(object, manifest, rules, checked);
        findings.addAll(elsewhere.findings());
        return elsewhere.found();
    }

    private void checkPods(CheckedObject object, Manifest manifest, PodTemplate template) {
        findings.addAll(KnownFields.findings(object, manifest, template));
        if (KnownFields.has(manifest)) {
            findings.addAll(PodValues.findings(object, manifest, template));
        }
        checkAnnotations(object, manifest, template);
        findings.addAll(OptOutCheck.findings(object, manifest, Optional.of(template)));
        attempt(object, () -> checkTolerations(object, template));
        attempt(object, () -> checkAffinity(object, template, false));
        if (PodTemplate.isIn(manifest)) {
            attempt(object, template::checkAmounts);
            admission.add(object, manifest);
        } else {
            checkElsewhere(object, manifest, template.path() + "spec.tolerations");
        }
    }

    /** Annotations that the scheduler read before the fields were there. */
    private void checkAnnotations(CheckedObject object, Manifest manifest, PodTemplate template) {
        JsonNode annotations =
                manifest.object().at(template.pointer()).path("metadata").path("annotations");
        for (String field : new String[] {"tolerations", "affinity"}) {
            String annotation = "scheduler.alpha.kubernetes.io/" + field;
            if (annotations.has(annotation)) {
                findings.add(new Finding(
                        object,
                        template.path() + "metadata.annotations." + annotation,
                        LintCode.OLD_ANNOTATION,
                        "has no effect since Kubernetes 1.6: write " + template.path() + "spec." + field
                                + " in its place"));
            }
        }
    }

    private void checkAffinity(CheckedObject object, PodTemplate template, boolean isPatch)
            throws InvalidManifestException {
        NodeAffinity affinity = template.nodeAffinity();
        String spec = template.path() + "spec.";
        for (Violation violation : NodeAffinityRules.violations(affinity)) {
            if (isPatch && violation.isOfMissing()) {
                continue;
            }
            findings.add(new Finding(
                    object, spec + violation.path(), LintCode.INVALID_AFFINITY, "is refused: " + violation.why()));
        }
        for (Violation vain : NodeAffinityRules.inVain(affinity)) {
            findings.add(new Finding(object, spec + vain.path(), LintCode.MATCHES_NOTHING, vain.why()));
        }
    }

    private void checkTolerations(CheckedObject object, PodTemplate template) throws InvalidManifestException {
        findings.addAll(
                new TolerationCheck(object, template.path() + "spec.tolerations", rules, template.isOfDaemonSet())
                        .findings(template.tolerations()));
    }

    private boolean hasName(CheckedObject object, Manifest manifest, LintCode invalid) {
        if (manifest.name().isEmpty()) {
            findings.add(new Finding(object, "metadata.name", invalid, "is missing"));
            return false;
        }
        return true;
    }

    /** @param content what others are judged by */
    private void checkFirst(CheckedObject object, Manifest manifest, Object content) {
        First first = seen.putIfAbsent(manifest.type() + "/" + manifest.name(), new First(object, content));
        if (first != null && !first.content().equals(content)) {
            findings.add(new Finding(
                    object,
                    "metadata.name",
                    LintCode.DUPLICATE_OBJECT,
                    manifest.name() + " is also in " + first.object().position()
                            + " with other content, and that one counts here: lint the files of one cluster at"
                            + " a time"));
        }
    }

    private void checkNamespace(CheckedObject object, Manifest manifest) {
        if (!hasName(object, manifest, LintCode.INVALID_NAMESPACE)) {
            return;
        }
        try {
            NamespaceFacts namespace = NamespaceReader.read(manifest, rules);
            checkFirst(object, manifest, namespace);
            admission.add(manifest);
            findings.addAll(AnnotationCheck.findings(object, manifest, namespace));
            findings.addAll(OptOutCheck.findings(object, manifest, Optional.empty()));
        } catch (InvalidManifestException wrongType) {
            addUnreadable(object, wrongType.problem(), LintCode.INVALID_NAMESPACE);
        }
    }

    private void checkNamespaceOfPolicy(CheckedObject object, Manifest manifest) {
        if (!manifest.writtenNamespace().isEmpty()) {
            findings.add(new Finding(
                    object,
                    "metadata.namespace",
                    LintCode.NAMESPACE_IGNORED,
                    "does not limit the policy, which applies to all namespaces: remove it, and select namespaces with"
                            + " spec.match.namespaceSelector"));
        }
    }

    private void checkPolicy(CheckedObject object, Manifest manifest) {
        if (!hasName(object, manifest, LintCode.INVALID_POLICY)) {
            return;
        }
        checkFirst(object, manifest, manifest.object().path("spec"));
        findings.addAll(KnownFields.ofMetadata(object, manifest));
        checkNamespaceOfPolicy(object, manifest);
        CheckedPolicy check = PolicyReader.read(manifest.object(), rules);
        check.problems()
                .forEach(problem ->
                        findings.add(new Finding(object, problem.path(), LintCode.INVALID_POLICY, problem.message())));
        Policy policy = check.policy();
        if (policy == null) {
            return;
        }
        List<Toleration> written = PolicyReader.writtenTolerations(manifest.object());
        findings.addAll(new TolerationCheck(
                        object, "spec.tolerations", rules, policy.match().isOfAgents())
                .findings(written));
        checkSeconds(object, "spec.nodeFailure.notReady", policy.nodeFailure().notReady());
        checkSeconds(
                object, "spec.nodeFailure.unreachable", policy.nodeFailure().unreachable());
        admission.add(object, policy, manifest);
        checkEffects(object, policy, written);
    }

    /** Reports the parts of the policy that have no effect. */
    private void checkEffects(CheckedObject object, Policy policy, List<Toleration> written) {
        if (!policy.gives() && policy.reserve() == null) {
            findings.add(new Finding(
                    object,
                    "spec",
                    LintCode.NOTHING_TO_DO,
                    "gives pods nothing and reserves nothing: add nodes, tolerations, node affinity,"
                            + " nodeFailure or reserve"));
        }
        if (policy.places() && policy.match().isOfAgents() && !policy.daemonSetTemplates()) {
            findings.add(new Finding(
                    object,
                    "spec.daemonSetTemplates",
                    LintCode.TEMPLATES_LEFT_ALONE,
                    "is false, so that the DaemonSets' controller, which asks the template where pods may run, makes"
                            + " none for the nodes that this policy opens: set it to true"));
        }
        if (policy.match().isOfAgents()) {
            return;
        }
        List<String> keys = policy.pool() == null ? List.of() : policy.pool().taintKeys();
        for (int i = 0; i < keys.size(); i++) {
            checkPassing(object, "spec.nodes.taintKeys[" + i + "]", keys.get(i));
        }
        for (int i = 0; i < written.size(); i++) {
            checkPassing(
                    object, "spec.tolerations[" + i + "].key", written.get(i).key());
        }
    }

    private void checkPassing(CheckedObject object, String path, String key) {
        NodeTaints.passing(key)
                .ifPresent(passing -> findings.add(new Finding(
                        object,
                        path,
                        LintCode.PASSING_TAINT,
                        "covers " + passing
                                + ", which others put on nodes that start, leave or are not ready, to keep such pods"
                                + " off: leave it out, unless these pods prepare nodes")));
    }

    private void checkSeconds(CheckedObject object, String path, @Nullable TolerationSeconds seconds) {
        if (seconds != null && !seconds.never() && seconds.seconds() <= 0) {
            findings.add(new Finding(
                    object, path, LintCode.ZERO_SECONDS, "evicts pods at once; write Never for never evicted"));
        }
    }

    /** The objects checked and the findings so far, in the order of the objects. */
    public LintReport report() {
        Map<CheckedObject, Integer> order = new HashMap<>();
        objects.forEach(object -> order.putIfAbsent(object, order.size()));
        return new LintReport(
                List.copyOf(objects),
                placeholders.entrySet().stream()
                        .map(each -> each.getKey().title() + " (" + each.getValue() + ")")
                        .toList(),
                Stream.of(findings, admission.findings())
                        .flatMap(List::stream)
                        .sorted(Comparator.comparing(finding -> order.get(finding.object())))
                        .toList());
    }
}

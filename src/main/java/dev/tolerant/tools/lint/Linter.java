package dev.tolerant.tools.lint;

import com.fasterxml.jackson.core.JsonPointer;
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
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.NodeAffinityRules;
import dev.tolerant.engine.words.NodeAffinityRules.Violation;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
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

    private record First(CheckedObject object, Object content) {}

    /** The explainer is of pods as the API server would send them, and of whatever the registration covers. */
    public Linter(TolerationRules rules, Explainer explainer, Registration registration) {
        this.rules = rules;
        this.admission = new AdmissionCheck(rules, explainer, registration);
    }

    public void checkUnreadable(ManifestProblem problem) {
        CheckedObject whole = new CheckedObject(problem.place(), "", null);
        objects.add(whole);
        findings.add(new Finding(whole, "", LintCode.UNREADABLE, "cannot be read: " + problem.message()));
    }

    /** False for an object without pods that decides nothing about them either; a patch lacks what its object has. */
    public boolean check(ManifestFile file, ManifestFile.Entry entry, boolean isPatch) {
        CheckedObject object = CheckedObject.of(file, entry);
        Findings found = new Findings(object);
        boolean isChecked = true;
        try {
            Manifest manifest = entry.manifest();
            isChecked = isPatch ? checkPatch(found, manifest) : check(found, manifest);
        } catch (InvalidManifestException invalid) {
            addUnreadable(found, invalid.problem(), LintCode.UNREADABLE);
        }
        found.all().removeIf(finding -> {
            boolean unjudged = finding.code().isOfValue() && Placeholder.isAt(entry.content(), finding.path());
            if (unjudged) {
                placeholders.putIfAbsent(object, finding.path());
            }
            return unjudged;
        });
        int unseen = file.unseenAfter(entry.place());
        if (unseen > 0) {
            isChecked = true;
            found.add("", LintCode.UNSEEN, "is all that kubectl sees: write --- before what follows on line " + unseen);
        }
        if (isChecked) {
            file.twice(entry.place())
                    .forEach(path -> found.add(
                            path,
                            LintCode.WRITTEN_TWICE,
                            "is written twice, and kubectl takes the last: remove one of them"));
            objects.add(object);
        }
        findings.addAll(found.all());
        return isChecked;
    }

    /** Of a patch of pods or of their template, what it writes is checked, not what it leaves out. */
    private boolean checkPatch(Findings found, Manifest manifest) throws InvalidManifestException {
        Optional<PodTemplate> template = PodTemplate.anyIn(manifest);
        if (template.isEmpty()) {
            return new TolerationsElsewhere(found, manifest, rules, "").check();
        }
        KnownFields.checkPatch(found, manifest, template.get());
        checkAnnotations(found, manifest, template.get());
        JsonNode spec = manifest.object().at(template.get().pointer()).path("spec");
        JsonNode tolerations = spec.path("tolerations");
        boolean isWholeList = tolerations.isArray() && tolerations.findValue("$patch") == null;
        if (isWholeList) {
            checkTolerations(found, template.get());
        }
        if (spec.path("affinity").findValue("$patch") == null && spec.isObject()) {
            checkAffinity(found, template.get(), true);
        }
        return true;
    }

    /** Ends where something cannot be read. */
    private interface Check {
        void run() throws InvalidManifestException;
    }

    private static void attempt(Findings found, Check check) {
        try {
            check.run();
        } catch (InvalidManifestException invalid) {
            addUnreadable(found, invalid.problem(), LintCode.UNREADABLE);
        }
    }

    /** Unless its type has been found wrong there. */
    private static void addUnreadable(Findings found, ManifestProblem problem, LintCode code) {
        boolean isFound = found.all().stream()
                .filter(finding -> finding.code() == LintCode.UNREADABLE)
                .anyMatch(finding -> finding.path().startsWith(problem.path())
                        || problem.path().startsWith(finding.path()));
        if (!isFound) {
            found.add(problem.path(), code, problem.message());
        }
    }

    private boolean check(Findings found, Manifest manifest) throws InvalidManifestException {
        Optional<PodTemplate> template = PodTemplate.anyIn(manifest);
        if (template.isPresent() && Owners.isMadeOfTemplate(manifest.object())) {
            return false;
        }
        if (template.isPresent()) {
            checkPods(found, manifest, template.get());
        } else if (manifest.type().equals(PolicyReader.TYPE)) {
            checkPolicy(found, manifest);
        } else if (PolicyReader.misnamed(manifest).isPresent()) {
            found.add(
                    "", LintCode.INVALID_POLICY, PolicyReader.misnamed(manifest).get());
        } else if (manifest.type().equals(NamespaceReader.TYPE)) {
            KnownFields.check(found, manifest);
            checkNamespace(found, manifest);
        } else if (manifest.type().equals(NodeReader.TYPE)) {
            KnownFields.check(found, manifest);
            attempt(found, () -> NodeReader.checkEffects(manifest));
            checkTwins(found, manifest.object().at("/spec/taints"));
            NodeReader.read(manifest);
            admission.add(manifest);
        } else if (manifest.type().equals(NodeReader.NODE_POOL)) {
            KnownFields.check(found, manifest);
            new RefusedValues(found, "spec.template.")
                    .checkNodePool(manifest.object().at("/spec/template"));
            attempt(found, () -> NodeReader.checkEffects(manifest));
            NodeReader.nodePool(manifest);
            admission.add(manifest);
        } else if (Registration.isIn(manifest)) {
            admission.addRegistration(manifest);
        } else {
            if (manifest.type().equals(SERVICE_ACCOUNT)) {
                admission.addServiceAccount(manifest);
            }
            return checkElsewhere(found, manifest);
        }
        return true;
    }

    private static void checkTwins(Findings found, JsonNode taints) {
        Set<String> before = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonNode taint = taints.path(i);
            if (!before.add(
                    taint.path("key").asText() + ":" + taint.path("effect").asText())) {
                found.add(
                        "spec.taints[" + i + "]",
                        LintCode.INVALID_VALUE,
                        "has the key and the effect of another taint: remove one of them");
            }
        }
    }

    /** The table of fields may say less of the same. */
    private boolean checkElsewhere(Findings found, Manifest manifest) {
        boolean isFound = new TolerationsElsewhere(found, manifest, rules, "").check();
        if (!KnownFields.has(manifest)) {
            return isFound;
        }
        List<String> paths = found.all().stream().map(Finding::path).toList();
        Findings known = new Findings(found.object());
        KnownFields.check(known, manifest);
        known.all().removeIf(finding -> paths.stream().anyMatch(path -> path.startsWith(finding.path())));
        found.all().addAll(known.all());
        return true;
    }

    private void checkPods(Findings found, Manifest manifest, PodTemplate template) {
        KnownFields.check(found, manifest, template);
        if (KnownFields.has(manifest)) {
            new RefusedValues(found, template.path())
                    .checkPod(manifest.object().at(template.pointer()).path("spec"));
        }
        checkAnnotations(found, manifest, template);
        new AnnotationCheck(found).checkOptOut(manifest, template.path(), template.pointer());
        attempt(found, () -> checkTolerations(found, template));
        attempt(found, () -> checkAffinity(found, template, false));
        if (PodTemplate.isIn(manifest)) {
            attempt(found, template::checkAmounts);
            admission.add(found.object(), manifest);
        } else {
            new TolerationsElsewhere(found, manifest, rules, template.path() + "spec.tolerations").check();
        }
    }

    /** Annotations that the scheduler read before the fields were there. */
    private static void checkAnnotations(Findings found, Manifest manifest, PodTemplate template) {
        JsonNode annotations =
                manifest.object().at(template.pointer()).path("metadata").path("annotations");
        for (String field : new String[] {"tolerations", "affinity"}) {
            String annotation = "scheduler.alpha.kubernetes.io/" + field;
            if (annotations.has(annotation)) {
                found.add(
                        template.path() + "metadata.annotations." + annotation,
                        LintCode.OLD_ANNOTATION,
                        "has no effect since Kubernetes 1.6: write " + template.path() + "spec." + field
                                + " in its place");
            }
        }
    }

    private static void checkAffinity(Findings found, PodTemplate template, boolean isPatch)
            throws InvalidManifestException {
        NodeAffinity affinity = template.nodeAffinity();
        String spec = template.path() + "spec.";
        for (Violation violation : NodeAffinityRules.violations(affinity)) {
            if (isPatch && violation.isOfMissing()) {
                continue;
            }
            found.add(spec + violation.path(), LintCode.INVALID_AFFINITY, "is refused: " + violation.why());
        }
        for (Violation vain : NodeAffinityRules.inVain(affinity)) {
            found.add(spec + vain.path(), LintCode.MATCHES_NOTHING, vain.why());
        }
    }

    private void checkTolerations(Findings found, PodTemplate template) throws InvalidManifestException {
        new TolerationCheck(found, template.path() + "spec.tolerations", rules, template.isOfDaemonSet())
                .check(template.tolerations());
    }

    private static boolean hasName(Findings found, Manifest manifest, LintCode invalid) {
        if (manifest.name().isEmpty()) {
            found.add("metadata.name", invalid, "is missing");
            return false;
        }
        return true;
    }

    private void checkFirst(Findings found, Manifest manifest, Object content) {
        First first = seen.putIfAbsent(manifest.type() + "/" + manifest.name(), new First(found.object(), content));
        if (first != null && !first.content().equals(content)) {
            found.add(
                    "metadata.name",
                    LintCode.DUPLICATE_OBJECT,
                    manifest.name() + " is also in " + first.object().position("")
                            + " with other content, and that one counts here: lint the files of one cluster at"
                            + " a time");
        }
    }

    private void checkNamespace(Findings found, Manifest manifest) {
        if (!hasName(found, manifest, LintCode.INVALID_NAMESPACE)) {
            return;
        }
        try {
            NamespaceFacts namespace = NamespaceReader.read(manifest, rules);
            checkFirst(found, manifest, namespace);
            admission.add(manifest);
            AnnotationCheck annotations = new AnnotationCheck(found);
            annotations.check(manifest, namespace);
            annotations.checkOptOut(manifest, "", JsonPointer.empty());
        } catch (InvalidManifestException wrongType) {
            addUnreadable(found, wrongType.problem(), LintCode.INVALID_NAMESPACE);
        }
    }

    private void checkPolicy(Findings found, Manifest manifest) {
        if (!hasName(found, manifest, LintCode.INVALID_POLICY)) {
            return;
        }
        checkFirst(found, manifest, manifest.object().path("spec"));
        KnownFields.checkMetadata(found, manifest);
        if (!manifest.writtenNamespace().isEmpty()) {
            found.add(
                    "metadata.namespace",
                    LintCode.NAMESPACE_IGNORED,
                    "does not limit the policy, which applies to all namespaces: remove it, and select namespaces with"
                            + " spec.match.namespaceSelector");
        }
        CheckedPolicy check = PolicyReader.read(manifest.object(), rules);
        check.problems().forEach(problem -> found.add(problem.path(), LintCode.INVALID_POLICY, problem.message()));
        Policy policy = check.policy();
        if (policy == null) {
            return;
        }
        List<Toleration> written = PolicyReader.writtenTolerations(manifest.object());
        new TolerationCheck(found, "spec.tolerations", rules, policy.match().isOfAgents()).check(written);
        checkSeconds(found, "spec.nodeFailure.notReady", policy.nodeFailure().notReady());
        checkSeconds(found, "spec.nodeFailure.unreachable", policy.nodeFailure().unreachable());
        admission.add(found.object(), policy, manifest);
        checkEffects(found, policy, written);
    }

    private static void checkEffects(Findings found, Policy policy, List<Toleration> written) {
        if (!policy.gives() && policy.reserve() == null) {
            found.add(
                    "spec",
                    LintCode.NOTHING_TO_DO,
                    "gives pods nothing and reserves nothing: add nodes, tolerations, node affinity,"
                            + " nodeFailure or reserve");
        }
        if (policy.places() && policy.match().isOfAgents() && !policy.daemonSetTemplates()) {
            found.add(
                    "spec.daemonSetTemplates",
                    LintCode.TEMPLATES_LEFT_ALONE,
                    "is false, so that the DaemonSets' controller, which asks the template where pods may run, makes"
                            + " none for the nodes that this policy opens: set it to true");
        }
        if (policy.match().isOfAgents()) {
            return;
        }
        List<String> keys = policy.pool() == null ? List.of() : policy.pool().taintKeys();
        for (int i = 0; i < keys.size(); i++) {
            checkPassing(found, "spec.nodes.taintKeys[" + i + "]", keys.get(i));
        }
        for (int i = 0; i < written.size(); i++) {
            checkPassing(
                    found, "spec.tolerations[" + i + "].key", written.get(i).key());
        }
    }

    private static void checkPassing(Findings found, String path, String key) {
        NodeTaints.passing(key)
                .ifPresent(passing -> found.add(
                        path,
                        LintCode.PASSING_TAINT,
                        "covers " + passing
                                + ", which others put on nodes that start, leave or are not ready, to keep such pods"
                                + " off: leave it out, unless these pods prepare nodes"));
    }

    private static void checkSeconds(Findings found, String path, @Nullable TolerationSeconds seconds) {
        if (seconds != null && !seconds.never() && seconds.seconds() <= 0) {
            found.add(path, LintCode.ZERO_SECONDS, "evicts pods at once; write Never for never evicted");
        }
    }

    /** In the order of the objects. */
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

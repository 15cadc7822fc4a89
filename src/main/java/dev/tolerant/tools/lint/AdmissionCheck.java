package dev.tolerant.tools.lint;

import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.Refusal.Reason;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.explain.Explainer;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.tools.lint.Finding.CheckedObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks policies, pods and registration of a run together, for pods that are refused or never asked about. */
final class AdmissionCheck {
    private static final List<String> IN_EVERY_CLUSTER =
            List.of("default", "kube-node-lease", "kube-public", "kube-system");

    private final TolerationRules rules;
    private final Explainer explainer;
    private final Registration usual;
    private final Map<CheckedObject, Manifest> pods = new LinkedHashMap<>();
    private final Map<CheckedObject, Policy> policies = new LinkedHashMap<>();
    private final Map<String, Set<String>> serviceAccounts = new HashMap<>();
    private final Map<String, RememberedPool> remembered = new HashMap<>();
    private final List<Manifest> cluster = new ArrayList<>();
    private final List<Manifest> registrations = new ArrayList<>();

    /** The {@code usual} registration counts if there is none among the files. */
    AdmissionCheck(TolerationRules rules, Explainer explainer, Registration usual) {
        this.rules = rules;
        this.explainer = explainer;
        this.usual = usual;
    }

    void add(CheckedObject object, Manifest pod) {
        pods.put(object, pod);
    }

    void add(CheckedObject object, Policy policy, Manifest manifest) {
        policies.put(object, policy);
        add(manifest);
        RememberedPool.in(manifest.object()).ifPresent(pool -> remembered.putIfAbsent(policy.name(), pool));
    }

    /** A namespace, a node or a NodePool that can be read. */
    void add(Manifest manifest) {
        cluster.add(manifest);
    }

    /** One without a namespace goes where the user who applies it says. */
    void addServiceAccount(Manifest account) {
        if (!account.writtenNamespace().isEmpty()) {
            serviceAccounts
                    .computeIfAbsent(account.namespace(), any -> new TreeSet<>())
                    .add(account.name());
        }
    }

    void addRegistration(Manifest manifest) {
        registrations.add(manifest);
    }

    List<Finding> findings() {
        Registration registration = Registration.of(registrations).orElse(usual);
        PolicyFiles files = PolicyFiles.of(cluster, rules, remembered, true);
        Snapshot snapshot = files.snapshot();
        List<Finding> findings = new ArrayList<>();
        policies.forEach((object, policy) -> {
            List<String> unasked = named(policy.match().namespaceSelector())
                    .filter(name ->
                            !registration.covers(snapshot.namespaces().getOrDefault(name, NamespaceFacts.plain(name))))
                    .toList();
            if (!unasked.isEmpty()) {
                findings.add(new Finding(
                        object,
                        "spec.match.namespaceSelector",
                        LintCode.NEVER_ASKED,
                        "names " + String.join(", ", unasked)
                                + ", where the registration keeps the API server from asking the webhook"));
            }
            String lacking = policy.values()
                    .lackingIn(snapshot.namespaces().values(), policy.match().namespaceSelector());
            if (lacking != null) {
                findings.add(new Finding(object, "spec.match.namespaceSelector", LintCode.LACKS_LABEL, lacking));
            }
        });
        new Inspection(snapshot.policies().policies(), known(files))
                .findings()
                .forEach(found -> policies.forEach((object, policy) -> {
                    if (policy.name().equals(found.policy())) {
                        findings.add(new Finding(object, found.path(), LintCode.of(found.code()), found.sentence()));
                    }
                }));
        Explainer registered = explainer.with(registration);
        pods.forEach((object, pod) -> {
            Refusal refusal = refusal(registered, pod, snapshot);
            if (refusal != null) {
                findings.add(new Finding(object, "", LintCode.REFUSED_POD, "would be refused: " + refusal.message()));
            }
        });
        return findings;
    }

    /** If the files have namespaces, they should have those of the pods, besides those that every cluster has. */
    private Known known(PolicyFiles files) {
        Map<String, NamespaceFacts> namespaces = files.snapshot().namespaces();
        List<NamespaceFacts> all = new ArrayList<>(namespaces.values());
        if (!all.isEmpty()) {
            Stream.concat(IN_EVERY_CLUSTER.stream(), pods.values().stream().map(Manifest::namespace))
                    .distinct()
                    .filter(name -> !namespaces.containsKey(name))
                    .map(NamespaceFacts::plain)
                    .forEach(all::add);
        }
        return new Known(all, serviceAccounts, files.snapshot().nodes().values(), files.nodePools());
    }

    private static @Nullable Refusal refusal(Explainer explainer, Manifest pod, Snapshot snapshot) {
        try {
            Refusal refusal = explainer.explain(pod, snapshot, null).decided().refusal();
            // What no API server accepts is found field by field.
            return refusal == null || refusal.reason() == Reason.INVALID ? null : refusal;
        } catch (InvalidManifestException alreadyFound) {
            return null;
        }
    }

    private static Stream<String> named(LabelSelector selector) {
        Stream<String> ofExpressions = selector.matchExpressions().stream()
                .filter(each -> each.key().equals(NamespaceFacts.NAME_LABEL) && each.operator() == Operator.IN)
                .flatMap(each -> each.values().stream());
        Stream<String> ofLabel = Stream.ofNullable(selector.matchLabels().get(NamespaceFacts.NAME_LABEL));
        return Stream.concat(ofLabel, ofExpressions).distinct().sorted();
    }
}

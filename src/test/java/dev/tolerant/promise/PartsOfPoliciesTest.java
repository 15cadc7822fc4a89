package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.findings.Inspection;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.observed.registration.Registration;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.tools.lint.Finding;
import dev.tolerant.tools.lint.LintCode;
import dev.tolerant.tools.lint.Linter;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each part of a policy, where a policy has that alone, counts wherever it is asked what policies give. */
class PartsOfPoliciesTest {
    private static final TolerationRules RULES = new TolerationRules(true);
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Namespace, metadata: {name: ml, labels: {team: red}}}
            ---
            {apiVersion: v1, kind: Node, metadata: {name: ml-1, labels: {pool: ml}}, spec: {taints: [{key: of-pool, effect: NoSchedule}]}}
            """;
    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: ml}, spec: {containers: [{name: c}]}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', nullValues = "-", textBlock = """
            tolerations: [{key: of-hand, operator: Exists}]                                           | of-hand      | of-hand
            tolerations: [{key: of-label, valueFrom: {namespaceLabel: team}}]                         | of-label     | of-label
            requiredNodeAffinity: [{key: of-hand, operator: Exists}]                                  | of-hand      | -
            requiredNodeAffinity: [{key: of-label, operator: In, valuesFrom: {namespaceLabel: team}}] | of-label     | -
            preferredNodeAffinity: [{weight: 3, key: wished, operator: Exists}]                       | wished       | -
            nodeFailure: {notReady: 7}                                                                | notReady":"7 | -
            nodeFailure: {unreachable: 7}                                                             | unreachable":"7 | -
            nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [of-pool]}                        | of-pool      | of-pool
            """)
    void eachIsKnownToAll(String part, String injected, String reserved) throws Exception {
        Snapshot cluster = cluster(policy("p", part) + policy("q", part));

        assertThat(lint(part)).doesNotContain(LintCode.NOTHING_TO_DO);
        assertThat(findings(cluster)).contains(PolicyFinding.Code.NEVER_WINS);
        assertThat(explained(cluster)).contains(RuleId.policy("p"));
        assertThat(injections(cluster)).contains(injected);
        assertThat(reserved(cluster(policy("p", part + ", reserve: {taints: [{key: of-reserve}]}"))))
                .isEqualTo(reserved == null ? Set.of("of-reserve") : Set.of("of-reserve", reserved));
    }

    @Test
    void aPolicyWithoutAnyGivesNothing() throws Exception {
        Snapshot cluster = cluster(policy("p", "priority: 1") + policy("q", "priority: 1"));

        assertThat(lint("priority: 1")).contains(LintCode.NOTHING_TO_DO);
        assertThat(findings(cluster)).isEmpty();
        assertThat(explained(cluster)).doesNotContain(RuleId.policy("p"));
        assertThat(reserved(cluster)).isEmpty();
    }

    /** A new component of policies belongs into the table above, or here. */
    @Test
    void theTableHasEachComponentThatGives() {
        assertThat(Policy.class.getRecordComponents())
                .extracting(RecordComponent::getName)
                .containsExactlyInAnyOrder(
                        "name",
                        "priority",
                        "mode",
                        "match",
                        "daemonSetTemplates",
                        "tolerations",
                        "requiredNodeAffinity",
                        "preferredNodeAffinity",
                        "nodeFailure",
                        "pool",
                        "known",
                        "reserve",
                        "values");
    }

    private static String policy(String name, String spec) {
        return "\n---\n{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: " + name
                + "}, spec: {match: {namespaceSelector: {matchLabels: {team: red}}}, " + spec + "}}";
    }

    private static Snapshot cluster(String policies) throws InvalidManifestException {
        PolicyFiles files = PolicyFiles.ofText(CLUSTER + policies, RULES);
        assertThat(files.problems()).isEmpty();
        return files.snapshot();
    }

    private static List<LintCode> lint(String spec) throws InvalidManifestException {
        Linter linter = new Linter(RULES, ExplainerFixture.with(Map.of()), Registration.EVERYTHING);
        ManifestFile file = ManifestFile.of("p.yaml", policy("p", spec));
        file.entries().forEach(entry -> linter.check(file, entry, false));
        return linter.report().findings().stream().map(Finding::code).toList();
    }

    private static List<PolicyFinding.Code> findings(Snapshot cluster) {
        Known known = new Known(
                cluster.namespaces().values(), Map.of(), cluster.nodes().values(), List.of());
        return new Inspection(cluster.policies().policies(), known)
                .findings().stream().map(PolicyFinding::code).toList();
    }

    private static List<RuleId> explained(Snapshot cluster) throws InvalidManifestException {
        return ExplainerFixture.with(Map.of())
                .explain(ManifestFile.of("pod.yaml", POD).manifests().get(0), cluster, null)
                .steps()
                .stream()
                .filter(step -> step.outcome() == Step.Outcome.APPLIED)
                .map(step -> step.rule())
                .toList();
    }

    private static String injections(Snapshot cluster) throws JsonProcessingException {
        Injections injections = InjectionsCompiler.compile(
                cluster.policies(),
                Reservations.NONE,
                cluster.namespaces().values(),
                EngineFactory.injected(WholeProgram.config(Map.of())));
        return WholeProgram.JSON.writeValueAsString(
                InjectionsObject.of(injections).getSpec());
    }

    private static Set<String> reserved(Snapshot cluster) {
        return cluster.policies().reservations().reservations().taints().keySet();
    }
}

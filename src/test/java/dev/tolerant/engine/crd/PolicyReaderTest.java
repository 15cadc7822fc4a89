package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.policy.Match;
import dev.tolerant.engine.policy.NamespaceValues;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.Binding;
import dev.tolerant.engine.policy.Reserve;
import dev.tolerant.engine.policy.Reserve.Exemption;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.NodeAffinity.NodePreference;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.PolicyFile;
import dev.tolerant.testing.PolicyFixture;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Promise 4 for policies, which an API server has stored or none has seen: what would break the API's rules is never in force. */
class PolicyReaderTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final TolerationRules PLAIN = new TolerationRules(false);
    private static final TolerationRules WITH_COMPARISONS = new TolerationRules(true);

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#valid")
    void whatAnApiServerTakesIsTaken(PolicyFile file) {
        assertThat(problems(file.object(), WITH_COMPARISONS)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.PolicyFile#invalid")
    void whatAnApiServerRefusesIsRefusedWithItsPath(PolicyFile file) {
        assertThat(problems(file.object(), WITH_COMPARISONS)).containsExactly(file.problem());
    }

    /** What an API server drops, cannot know, or says in other words. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [] | spec must be an object, but is a list
            null | spec must be an object, but is null
            {match: {}, tolerations: {}} | spec.tolerations must be a list, but is an object
            {match: {}, tolerations: [null]} | spec.tolerations[0] must be an object, but is null
            {match: {}, daemonSetTemplates: 'true'} | spec.daemonSetTemplates must be true or false, but is a string
            {match: {}, priority: 1.0} | spec.priority must be a whole number from -1000000 to 1000000, but is 1.0
            {match: {podSelector: {matchLabels: {a: 5}}}} | spec.match.podSelector.matchLabels.a must be a string, but is 5
            {match: {}, nodeFailure: {notReady: 2147483648}} | spec.nodeFailure.notReady must be a whole number of seconds from 0 to 2147483647, or Never
            {match: {}, tolerations: [{key: a, effect: NoExecute, tolerationSeconds: 9223372036854775808}]} | spec.tolerations[0].tolerationSeconds must be a whole number
            {match: {os: "linux\\n"}} | spec.match.os must be the name of an operating system such as linux
            {match: {podSelector: {matchLabels: {a b: c}}}} | spec.match.podSelector.matchLabels must have label names such as example.com/team, not 'a b'
            {match: {nodeSelector: {-a: c}}} | spec.match.nodeSelector must have label names such as example.com/team, not '-a'
            {match: {}, tolerations: [{key: a, operator: Lt, value: '5'}]} | spec.tolerations[0] is refused: operator Lt needs a cluster with TaintTolerationComparisonOperators and tolerant.comparison-operators=true
            {match: {}, surprise: 1} | spec.surprise is not a field of the API; there are daemonSetTemplates, match, mode, nodeFailure, nodes, preferredNodeAffinity, priority, requiredNodeAffinity, reserve, tolerations
            {match: {podSelector: {matchExpressions: [{key: a, operator: Exists, surprise: 1}]}}} | spec.match.podSelector.matchExpressions[0].surprise is not a field of the API; there are key, operator, values
            {match: {}, nodeFailure: {surprise: 1}} | spec.nodeFailure.surprise is not a field of the API; there are notReady, unreachable
            """)
    void whatDoesNotFitIsSaidWithItsPath(String spec, String problem) throws IOException {
        JsonNode object = YAML.readTree("{metadata: {name: p}, spec: " + spec + "}");

        assertThat(problems(object, PLAIN)).containsExactly(problem);
    }

    @Test
    void whatIsTooLongIsNotComparedWithAPattern() throws IOException {
        JsonNode object = YAML.readTree(
                "{metadata: {name: p}, spec: {match: {}, tolerations: [{key: %s}]}}".formatted("-".repeat(100_000)));

        assertThat(problems(object, PLAIN))
                .containsExactly("spec.tolerations[0].key has 100000 characters, but may have at most 317");
    }

    @Test
    void aFieldBesideTheSpecIsSaidToo() throws IOException {
        JsonNode object = YAML.readTree("{metadata: {name: p}, sepc: {}, spec: {match: {}}, status: {later: 1}}");

        assertThat(problems(object, PLAIN))
                .containsExactly("sepc is not a field of the API; there are apiVersion, kind, metadata and spec");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() throws IOException {
        JsonNode object = YAML.readTree("""
                metadata: {name: p_p}
                spec:
                  match: {ownerKinds: [Deployment], namespaceSelector: {matchLabels: {team: ml}}}
                  tolerations: [{key: a b}]
                  reserve: {taints: [{}]}
                """);

        assertThat(problems(object, PLAIN))
                .extracting(problem -> problem.substring(0, problem.indexOf(' ')))
                .containsExactly(
                        "metadata.name",
                        "spec.match.ownerKinds",
                        "spec.tolerations[0].key",
                        "spec.reserve.taints[0].key");
    }

    /** A selector that was forgotten must not match everything; an API server drops such a null without a word. */
    @ParameterizedTest
    @CsvSource({"podSelector", "namespaceSelector", "ownerKinds", "resources", "priorityClassNames"})
    void aFieldWithoutItsContentIsRefused(String field) throws IOException {
        JsonNode object = YAML.readTree("{metadata: {name: p}, spec: {match: {%s: null}}}".formatted(field));

        assertThat(problems(object, PLAIN)).singleElement().asString().startsWith("spec.match." + field + " must be ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {match: {}}
                    {match: {}, mode: null, priority: null, daemonSetTemplates: null}
                    """)
    void whatIsNotSaidHasTheDefaultsOfTheApi(String spec) {
        Policy policy = PolicyFixture.of("{metadata: {name: p}, spec: " + spec + "}");

        assertThat(policy)
                .isEqualTo(new Policy(
                        "p",
                        0,
                        Mode.ENFORCE,
                        Match.EVERY_POD,
                        false,
                        List.of(),
                        List.of(),
                        List.of(),
                        Policy.NodeFailure.UNSAID,
                        null,
                        null,
                        null,
                        NamespaceValues.NONE));
    }

    @Test
    void aPoolHasTheDefaultsOfTheApi() {
        Policy policy = PolicyFixture.of("""
                metadata: {name: p}
                spec: {match: {}, nodes: {selector: {matchLabels: {a: b}}, taintKeys: [], affinity: null, weight: null}}
                """);

        assertThat(policy.pool())
                .isEqualTo(new Pool(
                        new LabelSelector(Map.of("a", "b"), List.of()), List.of(), Binding.REQUIRED, 50, null));
    }

    @Test
    void everyPartIsTakenOver() {
        Policy policy = PolicyFixture.of("""
                metadata: {name: ml-pool}
                spec:
                  priority: 100
                  mode: Audit
                  match:
                    namespaceSelector: {matchLabels: {team: ml}}
                    podSelector: {matchExpressions: [{key: tier, operator: NotIn, values: [web, api]}]}
                    nodeSelector: {zone: a}
                    os: linux
                    ownerKinds: [Job, apps/StatefulSet, example.com/Train]
                    resources: [nvidia.com/gpu]
                    priorityClassNames: [batch]
                    exclude: [{podSelector: {matchLabels: {pool: none}}}]
                  daemonSetTemplates: true
                  nodes:
                    selector: {matchLabels: {pool: ml}}
                    taintKeys: [dedicated]
                    affinity: Preferred
                    weight: 7
                  tolerations:
                  - {key: dedicated, operator: Equal, value: ml, effect: NoSchedule}
                  - {key: team, valueFrom: {namespaceLabel: team}, effect: NoExecute, tolerationSeconds: 9}
                  - {key: spot, value: a}
                  - {key: load, operator: Gt, value: '5', effect: NoExecute, tolerationSeconds: 7}
                  requiredNodeAffinity:
                  - {key: pool, operator: In, valuesFrom: {namespaceLabel: example.com/pool}}
                  - {key: dedicated, operator: In, values: [ml, ai]}
                  preferredNodeAffinity:
                  - {weight: 3, key: spot, operator: DoesNotExist}
                  nodeFailure: {notReady: 60, unreachable: Never}
                  reserve:
                    taints: [{key: gpu}, {key: gpu, value: '', effect: NoExecute}]
                    exempt: {groups: [g], users: [u], serviceAccounts: [ml/a], namespaces: [n]}
                """);

        assertThat(policy)
                .isEqualTo(new Policy(
                        "ml-pool",
                        100,
                        Mode.AUDIT,
                        new Match(
                                new Match.Criteria(
                                        new LabelSelector(Map.of("team", "ml"), List.of()),
                                        new LabelSelector(
                                                Map.of(),
                                                List.of(new Requirement(
                                                        "tier", Requirement.Operator.NOT_IN, Set.of("web", "api")))),
                                        Set.of("Job", "StatefulSet", "example.com/Train"),
                                        Set.of("nvidia.com/gpu"),
                                        Set.of("batch")),
                                Map.of("zone", "a"),
                                "linux",
                                List.of(new Match.Criteria(
                                        LabelSelector.EVERYTHING,
                                        new LabelSelector(Map.of("pool", "none"), List.of()),
                                        Set.of(),
                                        Set.of(),
                                        Set.of()))),
                        true,
                        List.of(
                                new Toleration(
                                        "dedicated", Operator.EQUAL, "ml", Effect.NO_SCHEDULE, TolerationSeconds.NEVER),
                                new Toleration("spot", Operator.EQUAL, "a", Effect.ANY, TolerationSeconds.NEVER),
                                new Toleration("load", Operator.GT, "5", Effect.NO_EXECUTE, TolerationSeconds.of(7))),
                        List.of(new Requirement("dedicated", Requirement.Operator.IN, List.of("ml", "ai"))),
                        List.of(new NodePreference(
                                3, List.of(new Requirement("spot", Requirement.Operator.DOES_NOT_EXIST, List.of())))),
                        new Policy.NodeFailure(TolerationSeconds.of(60), TolerationSeconds.NEVER),
                        new Pool(
                                new LabelSelector(Map.of("pool", "ml"), List.of()),
                                List.of("dedicated"),
                                Binding.PREFERRED,
                                7,
                                null),
                        null,
                        new Reserve(
                                List.of(
                                        new ReservedTaint("gpu", null, Effect.ANY),
                                        new ReservedTaint("gpu", "", Effect.NO_EXECUTE)),
                                new Exemption(Set.of("g"), Set.of("u"), Set.of("ml/a"), Set.of("n"))),
                        new NamespaceValues(
                                List.of(new NamespaceValues.OfToleration(
                                        new Toleration(
                                                "team", Operator.EQUAL, "", Effect.NO_EXECUTE, TolerationSeconds.of(9)),
                                        "team")),
                                List.of(new NamespaceValues.OfRequirement(
                                        new Requirement("pool", Requirement.Operator.IN, List.of()),
                                        "example.com/pool")),
                                null)));
    }

    @Test
    void anObjectThatAClusterStoresIsReadAsAFileIs() throws IOException {
        assertThat(stored("{match: {}, nodeFailure: {notReady: 30}}").reason()).isEqualTo("Valid");
        assertThat(stored("{match: {}, nodeFailure: {notReady: never}}").reason())
                .isEqualTo("Invalid");
        assertThat(stored("{match: {}, surprise: 1}").reason()).isEqualTo("Invalid");
    }

    /** The whole object as a watch brings it. */
    private static CheckedPolicy stored(String spec) throws IOException {
        JsonNode object = YAML.readTree("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: stored, uid: 5b8b0f8e-5c7b-4b0e-9d5e-2f6a8f6f3c11, resourceVersion: "7", generation: 3,
                  creationTimestamp: "2026-11-01T10:00:00Z", managedFields: [{manager: kubectl, operation: Update}]}
                spec: %s
                status: {observedGeneration: 2, conditions: [{type: Accepted, status: "True", reason: Valid}]}
                """.formatted(spec));
        return PolicyReader.read(object, PLAIN);
    }

    private static List<String> problems(JsonNode object, TolerationRules rules) {
        return PolicyReader.read(object, rules).problems().stream()
                .map(ManifestProblem::what)
                .toList();
    }
}

package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.Match.Mismatch;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.NamespaceFactsFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pods a policy applies to. */
class MatchTest {
    private static final Map<String, String> TEAM_ML = Map.of("team", "ml");

    @Test
    void anEmptyMatchIsEveryPod() {
        assertThat(matches("{}", Map.of(), "spec: {}")).isTrue();
        assertThat(matches("{}", TEAM_ML, "{metadata: {labels: {a: b}}, spec: {priorityClassName: batch}}"))
                .isTrue();
        assertThat(matches(
                        "{namespaceSelector: {}, podSelector: {}, ownerKinds: [], resources: []}",
                        Map.of(),
                        "spec: {}"))
                .isTrue();
    }

    @Test
    void theNamespaceSelectorLooksAtTheNamespaceAlone() {
        assertThat(matches("{namespaceSelector: {matchLabels: {team: ml}}}", TEAM_ML, "spec: {}"))
                .isTrue();
        assertThat(matches(
                        "{namespaceSelector: {matchLabels: {team: ml}}}",
                        Map.of(),
                        "{metadata: {labels: {team: ml}}, spec: {}}"))
                .isFalse();
    }

    @Test
    void thePodSelectorLooksAtThePodAlone() {
        assertThat(matches(
                        "{podSelector: {matchLabels: {team: ml}}}",
                        Map.of(),
                        "{metadata: {labels: {team: ml}}, spec: {}}"))
                .isTrue();
        assertThat(matches("{podSelector: {matchLabels: {team: ml}}}", TEAM_ML, "spec: {}"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    []                                                                               | false
                    [{apiVersion: batch/v1, kind: Job, controller: true}]                                                  | true
                    [{apiVersion: apps/v1, kind: ReplicaSet, controller: true}]                                           | true
                    [{apiVersion: apps/v1, kind: DaemonSet, controller: true}]                                            | false
                    # An owner that is not the controller.
                    [{apiVersion: batch/v1, kind: Job, controller: false}]                                                 | false
                    [{kind: Job}]                                                                    | false
                    [{apiVersion: v1, kind: Node, controller: false}, {apiVersion: batch/v1, kind: Job, controller: true}]                 | true
                    """)
    void ownerKindsAreThoseOfTheDirectController(String owners, boolean matches) {
        assertThat(matches(
                        "{ownerKinds: [Job, ReplicaSet]}",
                        Map.of(),
                        "{metadata: {ownerReferences: " + owners + "}, spec: {}}"))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {containers: [{resources: {limits: {nvidia.com/gpu: '1'}}}]}                                 | true
                    {containers: [{resources: {requests: {nvidia.com/gpu: '1'}}}]}                               | true
                    {containers: [{resources: {limits: {amd.com/gpu: '2'}}}]}                                    | true
                    {containers: [{resources: {limits: {intel.com/gpu: '2'}}}]}                                  | false
                    {containers: [{resources: {limits: {nvidia.com/gpu: '0'}}}]}                                 | false
                    {containers: [{resources: {limits: {nvidia.com/gpu: 0}, requests: {nvidia.com/gpu: '0'}}}]}  | false
                    {containers: [{}, {resources: {limits: {nvidia.com/gpu: '1'}}}]}                             | true
                    {containers: [{}], initContainers: [{resources: {limits: {nvidia.com/gpu: '1'}}}]}           | true
                    {containers: [{}]}                                                                           | false
                    """)
    void resourcesAreWhatThePodAsksMoreThanZeroOf(String spec, boolean matches) {
        assertThat(matches("{resources: [nvidia.com/gpu, amd.com/gpu]}", Map.of(), "spec: " + spec))
                .isEqualTo(matches);
    }

    @Test
    void resourcesOfThePodAsAWholeCountToo() {
        assertThat(matches(
                        "{resources: [memory]}",
                        Map.of(),
                        "spec: {resources: {requests: {memory: 1Gi}}, containers: [{}]}"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"batch, true", "low, true", "high, false", "'', false"})
    void priorityClassNamesAreThePodsOwn(String name, boolean matches) {
        assertThat(matches("{priorityClassNames: [batch, low]}", Map.of(), "spec: {priorityClassName: '" + name + "'}"))
                .isEqualTo(matches);
    }

    @Test
    void allThatIsGivenMustHold() {
        String match = "{namespaceSelector: {matchLabels: {team: ml}}, podSelector: {matchLabels: {tier: batch}},"
                + " ownerKinds: [Job], resources: [nvidia.com/gpu], priorityClassNames: [batch]}";
        String labels = "labels: {tier: batch}";
        String owner = "ownerReferences: [{apiVersion: batch/v1, kind: Job, controller: true}]";
        String gpu = "containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]";
        String priority = "priorityClassName: batch";

        assertThat(matches(match, TEAM_ML, pod(labels, owner, gpu, priority))).isTrue();
        assertThat(matches(match, Map.of(), pod(labels, owner, gpu, priority))).isFalse();
        assertThat(matches(match, TEAM_ML, pod("x: y", owner, gpu, priority))).isFalse();
        assertThat(matches(match, TEAM_ML, pod(labels, "x: y", gpu, priority))).isFalse();
        assertThat(matches(match, TEAM_ML, pod(labels, owner, "x: y", priority)))
                .isFalse();
        assertThat(matches(match, TEAM_ML, pod(labels, owner, gpu, "x: y"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {namespaceSelector: {matchLabels: {team: web}}} | namespaceSelector | match.namespaceSelector does not select the namespace
                    {podSelector: {matchLabels: {team: ml}}} | podSelector | match.podSelector does not select the pod
                    {ownerKinds: [Job]} | ownerKinds | the pod has no controller for match.ownerKinds
                    {priorityClassNames: [batch]} | priorityClassNames | match.priorityClassNames does not include the pod's priority class
                    {resources: [nvidia.com/gpu]} | resources | the pod does not request any of match.resources
                    {nodeSelector: {match.pool: ml}} | nodeSelector | the pod does not ask for nodes with match.pool=ml, which match.nodeSelector wants
                    {os: windows} | os | the pod does not ask for nodes with the operating system of match.os
                    {exclude: [{namespaceSelector: {matchLabels: {team: ml}}}]} | exclude | match.exclude[0] excludes the pod
                    """)
    void whatKeepsAPodOutIsSaid(String match, String field, String sentence) {
        assertThat(mismatch(
                        match,
                        NamespaceFactsFixture.aNamespace().labelled(TEAM_ML).build()))
                .isEqualTo(new Mismatch(field, sentence));
    }

    @Test
    void nothingIsSaidOfAPodThatMatches() {
        assertThat(mismatch(
                        "{namespaceSelector: {matchLabels: {team: ml}}}",
                        NamespaceFactsFixture.aNamespace().labelled(TEAM_ML).build()))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {namespaceSelector: {matchLabels: {team: web}}}             | namespaceSelector | match.namespaceSelector
                    {exclude: [{namespaceSelector: {matchLabels: {team: ml}}}]} | exclude           | match.exclude[0]
                    """)
    void whatAsksForLabelsOfANamespaceThatIsNotKnownKeepsAPodOut(String match, String field, String path) {
        assertThat(mismatch(match, NamespaceFacts.unknown("shop")))
                .isEqualTo(new Mismatch(field, "the namespace is not known, and " + path + " asks for its labels"));
    }

    private static @Nullable Mismatch mismatch(String match, NamespaceFacts namespace) {
        return PolicyFixture.of("{metadata: {name: p}, spec: {match: " + match + "}}")
                .match()
                .mismatch(RequestFixture.reviewOf(PodReview.aPod().creation()).pod(), namespace);
    }

    @Test
    void itTellsWhichLabelsOfPodsItDependsOnAndWhetherItIsForAgents() {
        Match match = PolicyFixture.of("""
                        metadata: {name: p}
                        spec:
                          match:
                            podSelector: {matchLabels: {tier: web}}
                            ownerKinds: [DaemonSet]
                            exclude: [{podSelector: {matchExpressions: [{key: app, operator: Exists}]}}]
                        """).match();

        assertThat(match.podLabels()).containsExactlyInAnyOrder("tier", "app");
        assertThat(match.isOfAgents()).isTrue();
        assertThat(Match.EVERY_POD.isOfAgents()).isFalse();
    }

    private static String pod(String labels, String owner, String containers, String priority) {
        return "{metadata: {" + labels + ", " + owner + "}, spec: {" + containers + ", " + priority + "}}";
    }

    /** Whether the policy matches; asserts that the index finds the same. */
    private static boolean matches(String match, Map<String, String> namespaceLabels, String pod) {
        Policy policy = PolicyFixture.of("{metadata: {name: p}, spec: {match: " + match + "}}");
        PodFacts facts = RequestFixture.reviewOf(PodReview.pod(pod).creation()).pod();
        NamespaceFacts namespace =
                NamespaceFactsFixture.aNamespace().labelled(namespaceLabels).build();
        boolean matches = policy.match().mismatch(facts, namespace) == null;
        boolean found =
                !PolicySet.of(List.of(policy)).matching(facts, namespace).isEmpty();
        assertThat(found).as("found by the index").isEqualTo(matches);
        return matches;
    }
}

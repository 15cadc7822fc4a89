package dev.tolerant.observed.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is odd about reservations, from policies and nodes. */
class ReservationFindingsTest {
    private static final Node ML = node("ml-1", "ml", new Taint("gpu", "ml", Effect.NO_SCHEDULE));
    private static final Node WEB = node("web-1", "web", new Taint("gpu", "web", Effect.NO_SCHEDULE));

    private static Node node(String name, String pool, Taint taint) {
        return new Node(name, Map.of("pool", pool), List.of(taint));
    }

    private static String policy(String name, String team, String rest) {
        return "{metadata: {name: " + name + "}, spec: {match: {namespaceSelector: {matchLabels: {team: " + team
                + "}}}, " + rest + "}}\n";
    }

    private static List<PolicyFinding> found(String policies, Node... nodes) {
        return new Inspection(
                        PolicyFixture.all(policies),
                        new PolicyFinding.Known(List.of(), Map.of(), List.of(nodes), List.of()))
                .findings();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "reserve: {taints: [{key: gpu, value: ml, effect: NoSchedule}]}          | -",
                "reserve: {taints: [{key: gpu}]}                                         | -",
                "reserve: {taints: [{key: gpu, value: m1}]}                              | NO_SUCH_TAINT",
                "reserve: {taints: [{key: gpu, value: ml, effect: NoExecute}]}           | NO_SUCH_TAINT",
                "tolerations: [{key: gqu, operator: Exists}], reserve: {}                | NO_SUCH_TAINT",
                "mode: Audit, reserve: {taints: [{key: other}]}                          | NO_SUCH_TAINT",
                "nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [gpu]}, reserve: {taints: [{key: gpu}]}            | ON_OTHER_NODES",
                "nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [gpu]}, reserve: {taints: [{key: gpu, value: ml}]} | -",
                "requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}], reserve: {taints: [{key: gpu}]} | ON_OTHER_NODES",
                "tolerations: [{key: gpu, operator: Exists}]                             | -",
                "nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [gpu]}, reserve: {}               | RESERVES_NOTHING",
                "tolerations: [{key: node.kubernetes.io/x, operator: Exists}], reserve: {} | RESERVES_NOTHING",
            })
    void taintsAreComparedWithThoseOfNodes(String rest, PolicyFinding.Code code) {
        List<PolicyFinding> findings = found(policy("p", "ml", rest), ML, WEB);

        assertThat(findings).extracting(PolicyFinding::code).isEqualTo(code == null ? List.of() : List.of(code));
    }

    @Test
    void nodesOutsideThePoolAreNamedTenOfThem() {
        String pool = policy(
                "p",
                "ml",
                "nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [gpu]}, reserve: {taints: [{key: gpu}]}");
        List<Node> many = IntStream.range(0, 12)
                .mapToObj(
                        i -> node("web-" + (char) ('a' + i), "web", WEB.taints().get(0)))
                .toList();

        assertThat(found(pool, many.toArray(Node[]::new)))
                .singleElement()
                .satisfies(finding -> assertThat(finding.sentence())
                        .startsWith("reserves gpu, which is also on nodes outside its pool: web-a, web-b,")
                        .contains("web-j and 2 more; name its value"));
    }

    @Test
    void withoutNodesNothingIsSaidOfThem() {
        assertThat(found(policy("p", "ml", "reserve: {taints: [{key: gpu}]}"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {key: gpu}                     | {key: gpu, value: web}                       | true
                    {key: gpu, value: web}         | {key: gpu, value: web, effect: NoSchedule}   | true
                    {key: gpu, effect: NoSchedule} | {key: gpu, value: web, effect: NoSchedule}   | true
                    {key: gpu, effect: NoSchedule} | {key: gpu, value: web, effect: NoExecute}    | false
                    {key: gpu, value: ml}          | {key: gpu, value: web}                       | false
                    {key: gpu, value: web}         | {key: gpu, value: web}                       | false
                    {key: gpu}                     | {key: spot, value: web}                      | false
                    """)
    void aPolicyThatReservesAllOfWhatAnotherReservesOneOfContradictsIt(String wide, String narrow, boolean found) {
        String policies = policy("all", "ml", "reserve: {taints: [" + wide + "]}") + "---\n"
                + policy("one", "web", "reserve: {taints: [" + narrow + "]}");

        List<PolicyFinding> findings = found(policies);

        assertThat(findings)
                .extracting(PolicyFinding::policy, PolicyFinding::code)
                .isEqualTo(found ? List.of(Tuple.tuple("all", PolicyFinding.Code.CONTRADICTS)) : List.of());
    }
}

package dev.tolerant.observed.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool.Memory;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.findings.PolicyFinding.Known;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What policies name that is not there, and with what it may have been meant. */
class SelectionFindingsTest {
    private static final List<NamespaceFacts> NAMESPACES = List.of(
            namespace("ml", Map.of("team", "ml", "tier", "batch")),
            namespace("web", Map.of("team", "web", "tier", "online")),
            NamespaceFacts.plain("monitoring"));
    private static final List<Node> NODES = List.of(
            new Node(
                    "ml-1",
                    Map.of("pool", "ml", "disk", "ssd", "zone", "a"),
                    List.of(new Taint("dedicated", "ml", Effect.NO_SCHEDULE))),
            new Node("web-1", Map.of("pool", "web", "disk", "hdd", "zone", "b"), List.of()));
    private static final List<NodePool> NODE_POOLS = List.of(new NodePool(
            "spot",
            Map.of("pool", "spot"),
            List.of(new Requirement("karpenter.sh/capacity-type", Operator.IN, Set.of("spot"))),
            List.of(Taint.of("spot", Effect.NO_EXECUTE)),
            List.of(Taint.of("starting", Effect.NO_SCHEDULE))));
    private static final Map<String, Set<String>> ACCOUNTS = Map.of("ml", Set.of("trainer"));

    private static NamespaceFacts namespace(String name, Map<String, String> labels) {
        return new NamespaceFacts(name, true, labels, List.of(), List.of(), List.of(), Map.of());
    }

    private static List<String> said(String policies, Known known) {
        List<Policy> pooled = PolicyFixture.all(policies).stream()
                .map(policy -> policy.withPoolOf(known.nodes(), known.nodePools(), Memory.NONE))
                .toList();
        return new Inspection(pooled, known)
                .selectingNothing().stream()
                        .map(found -> found.code().code() + " " + found.path() + " " + found.sentence())
                        .toList();
    }

    private static List<String> said(String spec) {
        return said("{metadata: {name: p}, spec: {" + spec + "}}", new Known(NAMESPACES, ACCOUNTS, NODES, NODE_POOLS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                    | ''",
                "{matchLabels: {team: ml}}                             | ''",
                "{matchLabels: {team: mll}}                            | no namespace has team=mll; did you mean team=ml?",
                "{matchLabels: {taem: ml}}                             | no namespace has taem=ml; did you mean team=ml?",
                "{matchLabels: {taem: data}}                           | no namespace has taem=data; did you mean team?",
                "{matchLabels: {owner: ml}}                            | no namespace has owner=ml",
                "{matchLabels: {kubernetes.io/metadata.name: monitor}} | no namespace has kubernetes.io/metadata.name=monitor",
                "{matchLabels: {kubernetes.io/metadata.name: mointoring}} | no namespace has"
                        + " kubernetes.io/metadata.name=mointoring; did you mean kubernetes.io/metadata.name=monitoring?",
                "{matchLabels: {team: ml, tier: online}}               | no namespace has all of team=ml, tier=online",
                "{matchExpressions: [{key: tem, operator: Exists}]}    | no namespace has label tem; did you mean team?",
                "{matchExpressions: [{key: team, operator: In, values: [x, mll]}]} | no namespace has team in (mll,x);"
                        + " did you mean team=ml?",
                "{matchExpressions: [{key: team, operator: NotIn, values: [ml]}]}  | ''",
            })
    void aSelectorOfNamespacesSelectsOne(String selector, String why) {
        assertThat(said("match: {namespaceSelector: " + selector + "}"))
                .isEqualTo(
                        why.isEmpty()
                                ? List.of()
                                : List.of("matches-no-namespace spec.match.namespaceSelector matches no namespace: "
                                        + why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{pool: ml}              | ''",
                "{pool: spot}            | ''",
                "{pool: mll}             | selects-no-node spec.nodes.selector selects no node: no node has pool=mll; did you"
                        + " mean pool=ml?",
                "{pool: spott}           | selects-no-node spec.nodes.selector selects no node: no node has pool=spott; did you"
                        + " mean pool=spot?",
                "{pol: ml}               | selects-no-node spec.nodes.selector selects no node: no node has pol=ml; did you mean"
                        + " pool=ml?",
                "{pool: ml, disk: hdd}   | no-node-meets-both spec.nodes.selector asks for nodes with disk=hdd and pool=ml, and"
                        + " no node has both",
            })
    void aSelectorOfNodesSelectsANodeOrANodePool(String labels, String said) {
        assertThat(said("match: {}, nodes: {selector: {matchLabels: " + labels + "}, taintKeys: []}"))
                .isEqualTo(said.isEmpty() ? List.of() : List.of(said));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: pool, operator: In, values: [ml]}   | {key: disk, operator: In, values: [ssd]} | ''",
                "{key: pool, operator: In, values: [ml]}   | {key: disk, operator: In, values: [hdd]} | no-node-meets-both"
                        + " spec.requiredNodeAffinity asks for nodes with pool=ml and disk=hdd, and no node has both",
                "{key: pool, operator: In, values: [mll]}  | {key: disk, operator: In, values: [ssd]} | selects-no-node"
                        + " spec.requiredNodeAffinity selects no node: no node has pool=mll; did you mean pool=ml?",
                "{key: pool, operator: In, values: [spot]} | {key: example.com/zone, operator: Exists} | ''",
                "{key: pool, operator: In, values: [spot]} | {key: karpenter.sh/capacity-type, operator: In, values: [spot]} | ''",
                "{key: zone, operator: In, values: [a]}    | {key: zone, operator: In, values: [b]} | no-node-meets-both"
                        + " spec.requiredNodeAffinity asks for nodes with zone=a and zone=b, and no node has both",
            })
    void whatIsRequiredByHandIsMetByANode(String one, String other, String said) {
        assertThat(said("match: {}, requiredNodeAffinity: [" + one + ", " + other + "]"))
                .isEqualTo(said.isEmpty() ? List.of() : List.of(said));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{key: dedicated, value: ml, effect: NoSchedule} | ''",
                "{key: dedicated, value: ml, effect: NoExecute}  | ''",
                "{key: spot, operator: Exists}                   | ''",
                "{key: starting, operator: Exists}               | ''",
                "{key: dedicated, value: mll}                    | dedicated=mll, which no node has; did you mean dedicated=ml?",
                "{key: dedciated, operator: Exists}              | dedciated, which no node has; did you mean dedicated?",
                "{key: licence, operator: Exists}                | licence, which no node has",
                "{key: dedciated, valueFrom: {namespaceLabel: team}} | dedciated, which no node has; did you mean dedicated?",
                "{key: dedicated, valueFrom: {namespaceLabel: team}} | ''",
                "{operator: Exists, effect: NoSchedule}          | ''",
                "{key: node.kubernetes.io/disk-pressure, operator: Exists} | ''",
                "{key: node-role.kubernetes.io/master, operator: Exists}   | ''",
                "{key: ToBeDeletedByClusterAutoscaler, operator: Exists}   | ''",
            })
    void aNodeHasATaintThatIsTolerated(String toleration, String said) {
        assertThat(said("match: {}, tolerations: [" + toleration + "]"))
                .isEqualTo(
                        said.isEmpty()
                                ? List.of()
                                : List.of("no-node-has-taint spec.tolerations tolerates taint " + said));
    }

    @Test
    void aKeyOfAPoolsTaintsMayEndInAStar() {
        assertThat(
                        said(
                                "match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [ded/*, dedicated, dedicatd]}"))
                .containsExactly(
                        "no-node-has-taint spec.nodes.taintKeys[0] names taint key ded/*, which no node has",
                        "no-node-has-taint spec.nodes.taintKeys[2] names taint key dedicatd, which no node has; did you mean"
                                + " dedicated?");
    }

    @Test
    void aTaintThatIsReservedIsSaidOnce() {
        assertThat(said("match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " tolerations: [{key: dedciated, operator: Exists}], reserve: {}"))
                .containsExactly(
                        "no-such-taint spec.reserve reserves dedciated, a taint that no node has; did you mean dedicated?");
    }

    @Test
    void whoIsExemptIsThere() {
        assertThat(said("match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}],"
                        + " exempt: {namespaces: [monitorin, web],"
                        + " serviceAccounts: [ml/trainr, ml/trainer, ml/default, web/any, 'ml/*', 'wbe/*']}}"))
                .containsExactly(
                        "no-such-namespace spec.reserve.exempt.namespaces exempts namespace monitorin, which does not exist;"
                                + " did you mean monitoring?",
                        "no-such-service-account spec.reserve.exempt.serviceAccounts exempts service account ml/trainr, which"
                                + " does not exist; did you mean ml/trainer?",
                        "no-such-namespace spec.reserve.exempt.serviceAccounts exempts wbe/*, of a namespace that does"
                                + " not exist; did you mean web/*?");
    }

    @Test
    void nothingIsSaidOfWhatWasNotRead() {
        assertThat(said(
                        "{metadata: {name: p}, spec: {match: {namespaceSelector: {matchLabels: {team: mll}}},"
                                + " nodes: {selector: {matchLabels: {pool: mll}}, taintKeys: [dedciated]},"
                                + " tolerations: [{key: x, operator: Exists}],"
                                + " requiredNodeAffinity: [{key: y, operator: Exists}]}}",
                        new Known(List.of(), Map.of(), List.of(), NODE_POOLS)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "match: {}, tolerations: [{key: a, operator: Exists}] | match: {}, tolerations: [{key: a, value: x}] | true",
                "match: {}, tolerations: [{key: a, operator: Exists}] | match: {ownerKinds: [Job]}, tolerations: [{key: a}]  | true",
                "match: {ownerKinds: [Job]}, tolerations: [{key: a}]  | match: {}, tolerations: [{key: a}]                   | false",
                "match: {ownerKinds: [Job]}, tolerations: [{key: a}]  | match: {ownerKinds: [Job]}, tolerations: [{key: a}]  | true",
                "match: {}, tolerations: [{key: a}], mode: Audit      | match: {}, tolerations: [{key: a}]                   | false",
                "match: {}, tolerations: [{key: a}]                   | match: {}, tolerations: [{key: a}], mode: Audit      | false",
                "match: {}, tolerations: [{key: a}]                   | match: {}, tolerations: [{key: a}, {key: b}]         | false",
                "match: {}, tolerations: [{key: a}]                   | match: {}, tolerations: [{key: a}], daemonSetTemplates: true | false",
                "match: {}, nodeFailure: {notReady: 30}               | match: {}, nodeFailure: {notReady: 60}               | true",
                "match: {}, nodeFailure: {notReady: 30}               | match: {}, nodeFailure: {unreachable: 60}            | false",
                "match: {}, tolerations: [{key: a}]                   | match: {}, tolerations: [{key: a}],"
                        + " requiredNodeAffinity: [{key: b, operator: Exists}] | false",
                "match: {}, tolerations: [{key: a}]                   | match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " tolerations: [{key: a}], reserve: {} | false",
                "match: {}, tolerations: [{key: a, valueFrom: {namespaceLabel: team}}] | match: {}, nodeFailure: {notReady: 0} | false",
                "match: {}, tolerations: [{key: a}]                   | match: {}                                            | false",
            })
    void aPolicyNeverWinsWhereOneBeforeItGivesTheSame(String earlier, String later, boolean found) {
        String policies = "{metadata: {name: later}, spec: {" + later + "}}\n---\n"
                + "{metadata: {name: earlier}, spec: {priority: 9, " + earlier + "}}";

        assertThat(said(policies, new Known(List.of(), Map.of(), List.of(), List.of())))
                .hasSize(found ? 1 : 0)
                .allSatisfy(said -> assertThat(said)
                        .startsWith("never-wins spec never wins: TolerationPolicy earlier goes before it and gives "));
    }
}

package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Match;
import dev.tolerant.engine.model.Mode;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.PolicyFixture;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.engine.model.TolerationSeconds;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Promise 4 for policies: what would break the API's rules is rejected between the object and the policy in force. */
class PolicyCompilerTest {
    private static final TolerationRules PLAIN = new TolerationRules(false);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                  | spec.match is required; {} is every pod",
                "{match: {ownerKinds: [Job, Deployment]}}            | spec.match.ownerKinds[1] must be the kind of the"
                        + " direct controller: say ReplicaSet for Deployment",
                "{match: {ownerKinds: [CronJob]}}                    | spec.match.ownerKinds[0] must be the kind of the"
                        + " direct controller: say Job for CronJob",
                "{match: {podSelector: {matchLabels: {a b: c}}}}     | spec.match.podSelector.matchLabels must have label"
                        + " names such as example.com/team, not 'a b'",
                "{match: {podSelector: {matchLabels: {a: b c}}}}     | spec.match.podSelector.matchLabels has the"
                        + " value 'b c', which is not a label value",
                "{match: {namespaceSelector: {matchExpressions: [{key: a, operator: Exists}, {key: b}]}}} |"
                        + " spec.match.namespaceSelector.matchExpressions[1].operator must be In, NotIn, Exists or"
                        + " DoesNotExist",
                "{match: {podSelector: {matchExpressions: [{operator: Exists}]}}} |"
                        + " spec.match.podSelector.matchExpressions[0].key must have label names such as"
                        + " example.com/team, not ''",
                "{match: {podSelector: {matchExpressions: [{key: a, operator: In}]}}} |"
                        + " spec.match.podSelector.matchExpressions[0].values must not be empty for In and NotIn",
                "{match: {podSelector: {matchExpressions: [{key: a, operator: NotIn, values: [-]}]}}} |"
                        + " spec.match.podSelector.matchExpressions[0].values has the value '-', which is not a label value",
                "{match: {podSelector: {matchExpressions: [{key: a, operator: DoesNotExist, values: [b]}]}}} |"
                        + " spec.match.podSelector.matchExpressions[0].values must be empty for Exists and DoesNotExist",
                "{match: {}, tolerations: [{key: a}, {operator: Exists, value: b}]} | spec.tolerations[1] is refused:"
                        + " value must be empty when operator is Exists",
                "{match: {}, tolerations: [{value: b}]}              | spec.tolerations[0] is refused: operator must be"
                        + " Exists when key is empty, which means every key and every value",
                "{match: {}, tolerations: [{key: a, operator: Lt, value: '5'}]} | spec.tolerations[0] is refused:"
                        + " operator Lt needs a cluster with TaintTolerationComparisonOperators and"
                        + " tolerant.comparison-operators=true",
                "{match: {}, tolerations: [{key: a, effect: NoSchedule, tolerationSeconds: 5}]} | spec.tolerations[0]"
                        + " is refused: tolerationSeconds needs effect NoExecute",
                "{match: {}, requiredNodeAffinity: [{operator: Exists}]} | spec.requiredNodeAffinity[0].key must be a"
                        + " label name such as example.com/pool",
                "{match: {}, requiredNodeAffinity: [{key: a}]}       | spec.requiredNodeAffinity[0].operator must be In,"
                        + " NotIn, Exists, DoesNotExist, Gt or Lt",
                "{match: {}, requiredNodeAffinity: [{key: a, operator: In}]} | spec.requiredNodeAffinity[0].values must"
                        + " have at least one label value for In and NotIn",
                "{match: {}, requiredNodeAffinity: [{key: a, operator: Exists, values: [b]}]} |"
                        + " spec.requiredNodeAffinity[0].values must be empty for Exists and DoesNotExist",
                "{match: {}, requiredNodeAffinity: [{key: a, operator: Gt, values: ['5', '6']}]} |"
                        + " spec.requiredNodeAffinity[0].values must be one whole number for Gt and Lt",
                "{match: {}, requiredNodeAffinity: [{key: a, operator: Lt, values: [x]}]} |"
                        + " spec.requiredNodeAffinity[0].values must be one whole number for Gt and Lt",
                "{match: {}, nodeFailure: {notReady: always}} | spec.nodeFailure.notReady must be a whole number of"
                        + " seconds from 0, or Never",
                "{match: {}, nodeFailure: {notReady: -1}} | spec.nodeFailure.notReady must be a whole number of"
                        + " seconds from 0, or Never",
                "{match: {exclude: [{}]}} | spec.match.exclude[0] must not be empty: an empty entry would exclude every pod",
                "{match: {exclude: [{ownerKinds: [Job]}, {podSelector: {}}]}} | spec.match.exclude[1] must not be empty: an"
                        + " empty entry would exclude every pod",
                "{match: {os: Windows}} | spec.match.os must be the name of an operating system such as linux",
                "{match: {ownerKinds: [Job, job]}} | spec.match.ownerKinds[1] must be a kind such as Job, or group/Kind"
                        + " for one that is not Kubernetes' own",
                "{match: {exclude: [{resources: [a b]}]}} | spec.match.exclude[0].resources[0] must be the name of a"
                        + " resource such as nvidia.com/gpu",
                "{match: {priorityClassNames: [High]}} | spec.match.priorityClassNames[0] must be the name of a"
                        + " PriorityClass such as high-priority",
                "{match: {}, priority: -2147483648} | spec.priority must be a whole number from -1000000 to 1000000",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: a}], exempt: {users: [a, '']}}} |"
                        + " spec.reserve.exempt.users[1] must not be empty",
                "{match: {}, nodes: {selector: {}, taintKeys: []}} | spec.nodes.selector must not be empty: an empty selector would be"
                        + " every node of the cluster",
                "{match: {}, nodes: {selector: {matchLabels: {a: b}}, taintKeys: ['*']}} | spec.nodes.taintKeys[0] must be the"
                        + " key of a taint, or prefix/*",
                "{match: {}, nodes: {selector: {matchLabels: {a: b}}, taintKeys: [node.kubernetes.io/*]}} | spec.nodes.taintKeys"
                        + " must not have keys by which the control plane marks the condition of any node: pods that tolerated"
                        + " them would run where nothing runs, or not any more",
                "{match: {}, nodes: {selector: {matchLabels: {a: b}}, taintKeys: [], weight: 0}} | spec.nodes.weight must be"
                        + " a whole number from 1 to 100",
                "{match: {}, preferredNodeAffinity: [{weight: 0, key: a, operator: Exists}]} |"
                        + " spec.preferredNodeAffinity[0].weight must be a whole number from 1 to 100",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key:"
                        + " node.cloudprovider.kubernetes.io/shutdown}]}} | spec.reserve.taints must not have keys that begin with"
                        + " node.kubernetes.io/ or node.cloudprovider.kubernetes.io/: these taints are the control plane's",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: a}, {value: b}]}} |"
                        + " spec.reserve.taints[1].key must be a label name such as example.com/pool",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: a, value: b c}]}} |"
                        + " spec.reserve.taints[0].value must be a label value: at most 63 letters, digits, '-', '_' and '.'",
                "{match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: a}], exempt:"
                        + " {serviceAccounts: [ml/a, b]}}} | spec.reserve.exempt.serviceAccounts[1] must be namespace/name,"
                        + " or namespace/*",
                "{match: {}, nodes: {selector: {matchLabels: {pool: ml}}}} | spec.nodes.taintKeys is required; [] is a pool"
                        + " without taints, or one whose NodePools declare them",
            })
    void whatIsWrongIsSaidWithItsPath(String spec, String error) {
        assertThat(PolicyFixture.errors("{metadata: {name: p}, spec: " + spec + "}", PLAIN))
                .containsExactly(error);
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThat(PolicyFixture.errors("""
                        metadata: {name: p}
                        spec:
                          match: {ownerKinds: [Deployment], namespaceSelector: {matchLabels: {team: ml}}}
                          tolerations: [{key: a b}]
                          reserve: {taints: [{}]}
                        """, PLAIN))
                .extracting(error -> error.substring(0, error.indexOf(' ')))
                .containsExactly("spec.match.ownerKinds[0]", "spec.tolerations[0]", "spec.reserve.taints[0].key");
    }

    @Test
    void anObjectWithoutASpecIsAnErrorAndNoException() {
        assertThat(PolicyFixture.errors("metadata: {name: p}", PLAIN))
                .containsExactly("spec.match is required; {} is every pod");
    }

    @Test
    void whatIsNotSaidHasTheDefaultsOfTheApi() {
        Policy policy = PolicyFixture.of("{metadata: {name: p}, spec: {match: {}}}");

        assertThat(policy.name()).isEqualTo("p");
        assertThat(policy.priority()).isZero();
        assertThat(policy.mode()).isEqualTo(Mode.ENFORCE);
        assertThat(policy.match()).isEqualTo(Match.EVERY_POD);
        assertThat(policy.tolerations()).isEmpty();
        assertThat(policy.requiredNodeAffinity()).isEmpty();
        assertThat(policy.nodeFailure()).isEqualTo(Policy.NodeFailure.UNSAID);
        assertThat(policy.reserve()).isNull();
    }

    @Test
    void everyPartIsTakenOver() {
        Policy policy = PolicyFixture.of("""
                metadata: {name: ml-pool}
                spec:
                  priority: 100
                  mode: Audit
                  match: {ownerKinds: [Job], resources: [nvidia.com/gpu]}
                  daemonSetTemplates: true
                  tolerations:
                  - {key: dedicated, operator: Equal, value: ml, effect: NoSchedule}
                  - {key: spot, value: a}
                  - {key: load, operator: Gt, value: '5', effect: NoExecute, tolerationSeconds: 7}
                  requiredNodeAffinity:
                  - {key: dedicated, operator: In, values: [ml, ai]}
                  nodeFailure: {notReady: 60, unreachable: Never}
                """);

        assertThat(policy.mode()).isEqualTo(Mode.AUDIT);
        assertThat(policy.match().criteria().ownerKinds()).containsExactly("Job");
        assertThat(policy.match().criteria().resources()).containsExactly("nvidia.com/gpu");
        assertThat(policy.daemonSetTemplates()).isTrue();
        assertThat(policy.tolerations())
                .containsExactly(
                        new Toleration("dedicated", Operator.EQUAL, "ml", Effect.NO_SCHEDULE, TolerationSeconds.NEVER),
                        new Toleration("spot", Operator.EQUAL, "a", Effect.ANY, TolerationSeconds.NEVER),
                        new Toleration("load", Operator.GT, "5", Effect.NO_EXECUTE, TolerationSeconds.of(7)));
        assertThat(policy.requiredNodeAffinity())
                .containsExactly(new Requirement("dedicated", Requirement.Operator.IN, List.of("ml", "ai")));
        assertThat(policy.nodeFailure())
                .isEqualTo(new Policy.NodeFailure(TolerationSeconds.of(60), TolerationSeconds.NEVER));
    }
}

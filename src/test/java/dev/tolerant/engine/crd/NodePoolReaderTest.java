package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.NodePoolFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a NodePool, and what is wrong with one. */
class NodePoolReaderTest {

    @Test
    void theTemplateSaysWhatNodesWillHave() throws InvalidManifestException {
        NodePool pool = NodeReader.nodePool(NodePoolFixture.object("""
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: spot, labels: {of: the-node-pool}}
                spec:
                  weight: 10
                  limits: {cpu: 1000}
                  template:
                    metadata: {labels: {team: ml, empty: }, annotations: {a: b}}
                    spec:
                      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
                      requirements:
                      - {key: karpenter.sh/capacity-type, operator: In, values: [spot], minValues: 1}
                      - {key: node.kubernetes.io/instance-type, operator: NotIn, values: [t3.micro]}
                      - {key: zone, operator: Exists}
                      - {key: gpu, operator: DoesNotExist}
                      - {key: cpu, operator: Gt, values: ['4']}
                      - {key: memory, operator: Lt, values: ['4096']}
                      - {key: disk, operator: Gte, values: ['8']}
                      taints:
                      - {key: spot, effect: NoSchedule}
                      - {key: team, value: ml, effect: NoExecute}
                      - {key: rather-not, effect: PreferNoSchedule}
                      startupTaints: [{key: starting, effect: NoSchedule}]
                """)).orElseThrow();

        assertThat(pool)
                .isEqualTo(new NodePool(
                        "spot",
                        Map.of("team", "ml", "empty", ""),
                        List.of(
                                new Requirement("karpenter.sh/capacity-type", Operator.IN, List.of("spot")),
                                new Requirement(
                                        "node.kubernetes.io/instance-type", Operator.NOT_IN, List.of("t3.micro")),
                                new Requirement("zone", Operator.EXISTS, List.of()),
                                new Requirement("gpu", Operator.DOES_NOT_EXIST, List.of()),
                                new Requirement("cpu", Operator.GT, List.of("4")),
                                new Requirement("memory", Operator.LT, List.of("4096")),
                                new Requirement("disk", Operator.UNKNOWN, List.of("8"))),
                        List.of(Taint.of("spot", Effect.NO_SCHEDULE), new Taint("team", "ml", Effect.NO_EXECUTE)),
                        List.of(Taint.of("starting", Effect.NO_SCHEDULE))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{metadata: , spec: {}}",
                "{metadata: {labels: }, spec: {requirements: , taints: }}",
                "{metadata: {labels: {}}, spec: {requirements: [], taints: []}}"
            })
    void whatTheTemplateDoesNotHaveIsEmpty(String template) throws InvalidManifestException {
        assertThat(NodeReader.nodePool(NodePoolFixture.manifest(template)))
                .contains(new NodePool("spot", Map.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void aNodePoolThatIsBeingDeletedDoesNotCount() throws InvalidManifestException {
        assertThat(NodeReader.nodePool(NodePoolFixture.object("""
                        apiVersion: karpenter.sh/v1
                        kind: NodePool
                        metadata: {name: spot, deletionTimestamp: "2026-01-01T00:00:00Z"}
                        spec: {template: {spec: {requirements: []}}}
                        """))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {metadata: []}                                                     | spec.template.metadata must be an object, but is a list
                    {metadata: {labels: []}}                                           | spec.template.metadata.labels must be an object, but is a list
                    {metadata: {labels: {a: 1}}}                                       | spec.template.metadata.labels.a must be a string, but is a number
                    {spec: }                                                           | spec.template.spec is missing
                    {spec: []}                                                         | spec.template.spec must be an object, but is a list
                    {spec: {requirements: {}}}                                         | spec.template.spec.requirements must be a list, but is an object
                    {spec: {requirements: [{operator: Exists}]}}                       | spec.template.spec.requirements[0].key is missing
                    {spec: {requirements: [{key: a}]}}                                 | spec.template.spec.requirements[0].operator is missing
                    {spec: {requirements: [{key: a, operator: In}]}}                   | spec.template.spec.requirements[0].values must have a value
                    {spec: {requirements: [{key: a, operator: In, values: b}]}}        | spec.template.spec.requirements[0].values must be a list, but is a string
                    {spec: {requirements: [{key: a, operator: In, values: [b, 1]}]}}   | spec.template.spec.requirements[0].values[1] must be a string, but is a number
                    {spec: {taints: a}}                                                | spec.template.spec.taints must be a list, but is a string
                    {spec: {taints: [{effect: NoSchedule}]}}                           | spec.template.spec.taints[0].key is missing
                    {spec: {taints: [{key: a}]}}                                       | spec.template.spec.taints[0].effect must be NoSchedule, PreferNoSchedule or NoExecute
                    {spec: {taints: [{key: a, effect: NoExecute}, {key: a, effect: ''}]}} | spec.template.spec.taints[1].effect must be NoSchedule, PreferNoSchedule or NoExecute
                    """)
    void aFieldThatIsWrongIsNamed(String template, String problem) {
        assertThatThrownBy(() -> NodeReader.nodePool(NodePoolFixture.manifest(template)))
                .isInstanceOfSatisfying(
                        InvalidManifestException.class,
                        wrong -> assertThat(wrong.problem().what()).isEqualTo(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {apiVersion: karpenter.sh/v1beta1, kind: NodePool}  | it must be a karpenter.sh/v1 NodePool, but is 'karpenter.sh/v1beta1/NodePool'
                    {apiVersion: karpenter.sh/v1, kind: NodeClaim}      | it must be a karpenter.sh/v1 NodePool, but is 'karpenter.sh/v1/NodeClaim'
                    {apiVersion: karpenter.sh/v1, kind: NodePool}       | metadata.name is missing
                    {apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: a}} | spec.template.spec is missing
                    """)
    void whatIsNoNodePoolOfThisVersionIsRefused(String object, String problem) {
        assertThatThrownBy(() -> NodeReader.nodePool(NodePoolFixture.object(object)))
                .isInstanceOfSatisfying(
                        InvalidManifestException.class,
                        wrong -> assertThat(wrong.problem().what()).isEqualTo(problem));
    }
}

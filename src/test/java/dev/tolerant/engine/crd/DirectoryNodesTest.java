package dev.tolerant.engine.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes in a directory of manifests: good, broken, mended, twice, gone. */
class DirectoryNodesTest extends ManifestsInDirectory {
    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: %s}, spec: %s}\n";
    private static final Taint ML = new Taint("dedicated", "ml", Effect.NO_SCHEDULE);
    private static final String TAINTED = "{taints: [{key: dedicated, value: ml, effect: NoSchedule}]}";

    @Test
    void aNodeHasItsLabelsAndTaints() throws IOException {
        write("{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {pool: ml, empty: }}, spec: %s}"
                        .formatted(TAINTED)
                + "\n---\n{apiVersion: v1, kind: Node, metadata: {name: bare}}");

        PolicyFiles reading = reader.read();

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.snapshot().nodes())
                .containsOnly(
                        Map.entry("n1", new Node("n1", Map.of("pool", "ml", "empty", ""), List.of(ML))),
                        Map.entry("bare", new Node("bare", Map.of(), List.of())));
    }

    @Test
    void aNodePoolSaysWhatAPoolAsksForAndABrokenOneIsNamed() throws IOException {
        String pool = "{apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: %s}, spec: {template: {metadata:"
                + " {labels: {pool: ml}}, spec: {taints: [{key: %s, effect: %s}]}}}}";
        write(pool.formatted("good", "declared", "NoSchedule") + "\n---\n" + pool.formatted("bad", "a", "''")
                + "\n---\n{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {match: {},"
                + " nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: []}}}");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().policies().policies().get(0).tolerations())
                .extracting(Toleration::key)
                .containsExactly("declared");
        assertThat(problems(reading))
                .containsExactly("a.yaml, document 2: NodePool bad cannot be used:"
                        + " spec.template.spec.taints[0].effect must be NoSchedule, PreferNoSchedule or NoExecute");
    }

    @Test
    void aCordonedNodeHasTheTaintThatTheSchedulerImpliesOnce() throws IOException {
        write(NODE.formatted("early", "{unschedulable: true}") + "---\n"
                + NODE.formatted(
                        "late",
                        "{unschedulable: true, taints:"
                                + " [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}")
                + "---\n" + NODE.formatted("open", "{unschedulable: , taints: }"));

        PolicyFiles reading = reader.read();

        assertThat(taints(reading, "early")).containsExactly(NodeTaints.UNSCHEDULABLE);
        assertThat(taints(reading, "late")).containsExactly(NodeTaints.UNSCHEDULABLE);
        assertThat(taints(reading, "open")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{metadata: {name: bad, labels: [a]}}  | metadata.labels must be an object, but is a list",
                "{metadata: {name: bad, labels: {a: 1}}} | metadata.labels.a must be a string, but is a number",
                "{metadata: {name: bad}, spec: {taints: {}}} | spec.taints must be a list, but is an object",
                "{metadata: {name: bad}, spec: {unschedulable: perhaps}} | spec.unschedulable must be true or false, but is a string",
                "{metadata: {name: bad}, spec: {taints: [{key: a}]}} | spec.taints[0].effect must be NoSchedule,"
                        + " PreferNoSchedule or NoExecute",
            })
    void whatCannotBeUsedIsSaidWithItsFieldAndLeavesTheOthersInUse(String node, String why) throws IOException {
        write(NODE.formatted("good", "{}") + "---\n" + node.replaceFirst("\\{", "{apiVersion: v1, kind: Node, "));

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().nodes()).containsOnlyKeys("good");
        assertThat(problems(reading)).containsExactly("a.yaml, document 2: Node bad cannot be used: " + why);
    }

    @Test
    void aNodeWithoutANameIsIgnored() throws IOException {
        write("{apiVersion: v1, kind: Node, spec: {}}");

        PolicyFiles reading = reader.read();

        assertThat(reading.snapshot().nodes()).isEmpty();
        assertThat(problems(reading))
                .containsExactly("a.yaml, document 1: the object cannot be used here: metadata.name is missing");
    }

    @Test
    void aBadVersionKeepsTheLastGoodOneUntilItIsMended() throws IOException {
        write(NODE.formatted("n1", TAINTED));
        reader.read();

        write(NODE.formatted("n1", "{taints: 1}"));
        PolicyFiles broken = reader.read();
        write(NODE.formatted("n1", "{}"));
        PolicyFiles mended = reader.read();

        assertThat(taints(broken, "n1")).containsExactly(ML);
        assertThat(problem(broken))
                .contains("Node n1 cannot be used: ")
                .endsWith("; all files stay in use as they were when they were last good");
        assertThat(taints(mended, "n1")).isEmpty();
        assertThat(mended.problems()).isEmpty();
    }

    @Test
    void ofTwoNodesOfOneNameTheFirstCounts() throws IOException {
        write(NODE.formatted("n1", TAINTED) + "---\n" + NODE.formatted("n1", "{}"));

        PolicyFiles reading = reader.read();

        assertThat(taints(reading, "n1")).containsExactly(ML);
        assertThat(problems(reading))
                .containsExactly("a.yaml: n1 is there more than once, and the first one counts: remove one of them");
    }

    @Test
    void aNodeThatIsTakenOutIsGone() throws IOException {
        write(NODE.formatted("n1", "{}"));
        reader.read();

        Files.delete(directory.resolve("a.yaml"));

        assertThat(reader.read().snapshot().nodes()).isEmpty();
    }

    @Test
    void allLabelsOfANodeAreReadHoweverManyThereAre() {
        Map<String, String> labels =
                IntStream.range(0, 5000).boxed().collect(Collectors.toMap(i -> "example.com/label-" + i, i -> "v" + i));

        Node node = NodeReader.read("n", labels, Collections.emptyList(), false);

        assertThat(node.labels()).isEqualTo(labels);
    }

    private static List<Taint> taints(PolicyFiles reading, String node) {
        return Objects.requireNonNull(reading.snapshot().nodes().get(node)).taints();
    }

    private void write(String content) throws IOException {
        write("a.yaml", content);
    }
}

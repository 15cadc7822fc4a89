package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.crd.NodeReader;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.NodePool;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.policy.Reserve.ReservedTaint;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.NodePoolFixture;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * What pods get of a pool while nodes and NodePools come, change and go, or cannot be read. In the table a node is
 * {@code pool: taints}, {@code -} for no taints; a NodePool the same, or with its requirement {@code Exists}; what is remembered is
 * the nodes' taints and, after a slash, those of NodePools.
 */
class PoolScenariosTest {
    private static final String NODE_AFFINITY = "/spec/affinity/nodeAffinity/";
    private static final String UNREADABLE = "unreadable";

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/pools/scenarios.csv", delimiter = '|', numLinesToSkip = 2)
    void podsGetWhatThePoolIsKnownToAskFor(
            String scenario,
            String spec,
            String nodes,
            String nodePools,
            @Nullable String remembered,
            String tolerated,
            String affinity,
            @Nullable String reserved)
            throws InvalidManifestException {
        Policy written = PolicyFixture.of(
                "{metadata: {name: tenants-of-machine-learning}, spec: {match: {namespaceSelector: {matchLabels: {team: ml}}},"
                        + " nodes: {selector: {matchLabels: {pool: ml}}, " + spec + "}}");
        KnownPool known = KnownPool.of(
                Objects.requireNonNull(written.pool()),
                nodes(nodes),
                nodePools(nodePools),
                new Pool.Memory(remembered == null ? null : remembered(remembered), Map.of()));

        Policy policy = written.with(known);

        WholeProgram.Answer answer = PolicyCluster.with(List.of())
                .namespace(PodReview.NAMESPACE, Map.of("team", "ml"))
                .policy(policy)
                .create(PodReview.aPod());
        assertThat(given(answer)).as("tolerated").isEqualTo(tolerated);
        assertThat(affinity(answer.object())).as("affinity").isEqualTo(affinity);
        // A warning is cut at 256 characters, and the way out is at its end.
        assertThat(PolicyCluster.warnings(answer))
                .hasSize(policy.poolTaints() == null ? 1 : 0)
                .noneMatch(warning -> warning.endsWith("…") || warning.endsWith("..."));
        assertThat(policy.reservedTaints().stream().map(ReservedTaint::toString).collect(Collectors.joining(" ")))
                .as("reserved")
                .isEqualTo(reserved == null ? "" : reserved);
        for (ReservedTaint taint : policy.reservedTaints()) {
            assertThat(isRefused(policy, Map.of("team", "web"), taint)).isTrue();
            assertThat(isRefused(policy, Map.of("team", "ml"), taint)).isFalse();
        }
    }

    /** Whether the pod of an author who wrote the toleration by hand is refused. */
    private static boolean isRefused(Policy policy, Map<String, String> namespace, ReservedTaint taint) {
        JsonNode review = PodReview.pod("{spec: {tolerations: [{key: " + taint.key() + ", operator: Exists}]}}")
                .creation();
        return PolicySet.of(List.of(policy))
                        .reservations()
                        .reservations()
                        .breach(
                                RequestFixture.reviewOf(review),
                                new NamespaceFacts("shop", true, namespace, List.of(), List.of(), List.of(), Map.of()))
                != null;
    }

    private static String given(WholeProgram.Answer answer) {
        String given = PolicyCluster.tolerations(answer).stream()
                .filter(each -> !each.endsWith("@300"))
                .collect(Collectors.joining(" "));
        return given.isEmpty() ? "-" : given;
    }

    private static String affinity(JsonNode pod) {
        JsonNode required = pod.at(NODE_AFFINITY + "requiredDuringSchedulingIgnoredDuringExecution");
        JsonNode preferred = pod.at(NODE_AFFINITY + "preferredDuringSchedulingIgnoredDuringExecution");
        return required.isMissingNode()
                ? preferred.isMissingNode()
                        ? "-"
                        : "prefers " + preferred.get(0).path("weight")
                : "requires "
                        + String.join(
                                ", ",
                                required.findValues("key").stream()
                                        .map(JsonNode::asText)
                                        .toList());
    }

    private static @Nullable List<Node> nodes(String text) {
        if (text.equals(UNREADABLE)) {
            return null;
        }
        List<Node> nodes = new ArrayList<>();
        for (String each : entries(text)) {
            String[] parts = each.split(": ");
            nodes.add(new Node("n" + nodes.size(), Map.of("pool", parts[0]), taints(parts[1])));
        }
        return nodes;
    }

    private static @Nullable List<NodePool> nodePools(String text) throws InvalidManifestException {
        if (text.equals(UNREADABLE)) {
            return null;
        }
        List<NodePool> nodePools = new ArrayList<>();
        for (String each : entries(text)) {
            String[] parts = each.split(": ");
            String taints = taints(parts[1]).stream()
                    .map(taint -> "{key: " + taint.key() + ", value: '" + taint.value() + "', effect: "
                            + taint.effect().text() + "}")
                    .collect(Collectors.joining(", "));
            String template = parts[0].equals("Exists")
                    ? "{spec: {requirements: [{key: pool, operator: Exists}], taints: [" + taints + "]}}"
                    : "{metadata: {labels: {pool: " + parts[0] + "}}, spec: {taints: [" + taints
                            + "], startupTaints: [{key: starting, effect: NoSchedule}]}}";
            NodeReader.nodePool(NodePoolFixture.manifest(template)).ifPresent(nodePools::add);
        }
        return nodePools;
    }

    private static PoolTaints remembered(String text) {
        String[] parts = text.split("/ ");
        return new PoolTaints(taints(parts[0].trim()), parts.length == 1 ? List.of() : taints(parts[1]));
    }

    private static List<String> entries(String text) {
        return text.equals("-") ? List.of() : Arrays.asList(text.split("; "));
    }

    private static List<Taint> taints(String text) {
        return text.equals("-")
                ? List.of()
                : Arrays.stream(text.split(" ")).map(PoolScenariosTest::taint).toList();
    }

    /** {@code key[=value]} for NoSchedule, with {@code !} at the end for NoExecute. */
    private static Taint taint(String text) {
        boolean evicts = text.endsWith("!");
        String[] parts = (evicts ? text.substring(0, text.length() - 1) : text).split("=");
        return new Taint(parts[0], parts.length == 1 ? "" : parts[1], evicts ? Effect.NO_EXECUTE : Effect.NO_SCHEDULE);
    }
}

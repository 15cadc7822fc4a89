package dev.tolerant.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.core.policy.PolicyFixture;
import dev.tolerant.core.policy.Pool;
import dev.tolerant.core.toleration.Effect;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a replica writes into a policy's status, and what it leaves as another has written it. */
class PolicyStatusTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final NodesState READ = new NodesState(true, true, false);
    private static final NodesState DOWN = new NodesState(true, false, false);
    private static final NodesState REFUSED = new NodesState(false, false, true);
    private static final Taint A = new Taint("a", "x", Effect.NO_SCHEDULE);
    private static final Taint B = new Taint("b", "", Effect.NO_EXECUTE);
    private static final String PLAIN = "{match: {}}";
    private static final String POOL = "{match: {}, nodes: {selector: {matchLabels: {pool: ml}}}}";

    private final Set<String> matched = new HashSet<>();
    private final AtomicLong nanos = new AtomicLong();
    private final PolicyStatus status = replica();
    private JsonNode stored = JSON.createObjectNode();
    private long generation = 1;

    private PolicyStatus replica() {
        return new PolicyStatus(
                Clock.fixed(Instant.parse("2026-11-22T08:00:00Z"), ZoneOffset.UTC),
                policy -> Optional.empty(),
                matched::contains,
                nanos::get);
    }

    private Compiled compiled(String spec) {
        return new Compiled(PolicyFixture.of("{metadata: {name: p}, spec: " + spec + "}"), List.of());
    }

    private PolicyReport report(Compiled compiled, @Nullable PoolState pool) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setMetadata(
                new ObjectMetaBuilder().withName("p").withGeneration(generation).build());
        object.setAdditionalProperties(Map.of("status", stored));
        return new PolicyReport(object, compiled, pool);
    }

    /** Has this replica write what it wants to, if it wants to. */
    private boolean writes(PolicyStatus replica, Compiled compiled, @Nullable PoolState pool) {
        Optional<PolicyStatus.Missing> missing = replica.missing(report(compiled, pool));
        missing.ifPresent(due -> {
            stored = JSON.valueToTree(due.status());
            replica.written("p", due);
        });
        return missing.isPresent();
    }

    private boolean writes(String spec, @Nullable PoolState pool) {
        return writes(status, compiled(spec), pool);
    }

    private PoolState pool(String spec, NodesState nodes, boolean selected, boolean tooMany, Taint... taints) {
        Pool pool = Objects.requireNonNull(
                Objects.requireNonNull(compiled(spec).policy()).pool());
        return new PoolState(pool, List.of(taints), nodes, selected, tooMany);
    }

    private JsonNode condition(String type) {
        for (JsonNode condition : stored.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return JSON.missingNode();
    }

    private void assertCondition(String type, String status, String reason) {
        assertThat(List.of(
                        condition(type).path("status").asText(),
                        condition(type).path("reason").asText()))
                .containsExactly(status, reason);
    }

    private List<String> remembered() {
        List<String> taints = new ArrayList<>();
        stored.at("/nodes/taints").forEach(taint -> taints.add(taint.toString()));
        return taints;
    }

    @Test
    void aPolicyThatHasMatchedNothingSaysSoUntilAPodMatches() {
        // Given
        assertThat(writes(PLAIN, null)).isTrue();
        assertCondition("Matched", "False", "NoPodYet");

        // When
        matched.add("p");

        // Then
        assertThat(writes(PLAIN, null)).isTrue();
        assertCondition("Matched", "True", "PodMatched");
        assertThat(writes(PLAIN, null)).isFalse();
    }

    @Test
    void matchedIsNotTakenBackByAReplicaThatHasSeenNoPod() {
        // Given
        matched.add("p");
        writes(PLAIN, null);
        matched.clear();

        // Then
        assertThat(writes(replica(), compiled(PLAIN), null)).isFalse();
        assertCondition("Matched", "True", "PodMatched");

        // When
        generation = 2;

        // Then
        assertThat(writes(PLAIN, null)).isTrue();
        assertCondition("Matched", "False", "NoPodYet");
    }

    @Test
    void aPolicyThatIsSwitchedOffMatchesNothing() {
        // When
        writes("{mode: Disabled, match: {}}", null);

        // Then
        assertCondition("Matched", "False", "Disabled");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{notReady: 0} | notReady",
                "{unreachable: 0, notReady: 30} | unreachable",
                "{notReady: 0, unreachable: 0} | notReady is 0, which evicts the policy's pods at once from a node that"
                        + " becomes not ready, and spec.nodeFailure.unreachable",
            })
    void zeroSecondsAreAcceptedWithAWarning(String nodeFailure, String field) {
        // When
        writes("{match: {}, nodeFailure: " + nodeFailure + "}", null);

        // Then
        assertCondition("Accepted", "True", "EvictsAtOnce");
        assertThat(condition("Accepted").path("message").asText())
                .startsWith("the policy is in use; beware: spec.nodeFailure." + field + " is 0");
    }

    @ParameterizedTest
    @CsvSource({"30", "Never"})
    void otherSecondsNeedNoWarning(String seconds) {
        // When
        writes("{match: {}, nodeFailure: {notReady: " + seconds + "}}", null);

        // Then
        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void whatALaterVersionHasWrittenStays() throws Exception {
        // Given
        stored = JSON.readTree("""
                {"observedGeneration": 1, "score": {"of": 7}, "conditions": [
                  {"type": "Later", "status": "True", "reason": "New", "message": "m", "extra": 1,
                   "lastTransitionTime": "2026-01-01T00:00:00Z"}]}""");

        // When
        assertThat(writes(PLAIN, null)).isTrue();

        // Then
        assertThat(stored.at("/score/of").asInt()).isEqualTo(7);
        assertThat(condition("Later").path("extra").asInt()).isEqualTo(1);
        assertThat(condition("Accepted").path("status").asText()).isEqualTo("True");
        assertThat(writes(PLAIN, null)).isFalse();
    }

    @Test
    void theOrderOfConditionsIsNoReasonToWrite() throws Exception {
        // Given
        writes(PLAIN, null);
        List<JsonNode> reversed = new ArrayList<>();
        stored.path("conditions").forEach(condition -> reversed.add(0, condition));
        stored = JSON.valueToTree(Map.of("observedGeneration", 1, "conditions", reversed));

        // Then
        assertThat(writes(PLAIN, null)).isFalse();
    }

    @Test
    void theTaintsOfSelectedNodesAreRemembered() {
        // When
        writes(POOL, pool(POOL, READ, true, false, A, B));

        // Then
        assertCondition("NodesKnown", "True", "Read");
        assertThat(stored.at("/nodes/selector/matchLabels/pool").asText()).isEqualTo("ml");
        assertThat(remembered())
                .containsExactly(
                        "{\"key\":\"a\",\"value\":\"x\",\"effect\":\"NoSchedule\"}",
                        "{\"key\":\"b\",\"effect\":\"NoExecute\"}");

        // Then
        assertThat(writes(replica(), compiled(POOL), pool(POOL, READ, true, false, A, B)))
                .isFalse();
    }

    @Test
    void theTaintsStayWhileNoNodeIsSelected() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(POOL, pool(POOL, READ, false, false, A));

        // Then
        assertCondition("NodesKnown", "True", "NoNodes");
        assertThat(remembered()).hasSize(1);
    }

    @Test
    void theyGoWithTheSelector() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));
        String other = POOL.replace("pool: ml", "pool: web");
        generation = 2;

        // When
        writes(other, pool(other, READ, false, false));

        // Then
        assertThat(stored.has("nodes")).isFalse();
        assertThat(condition("NodesKnown").path("message").asText()).contains("none has had them");
    }

    @Test
    void theyGoWithTheNodesOfThePolicyAndStayWithAVersionThatCannotBeUsed() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(status, new Compiled(null, List.of()), null);

        // Then
        assertThat(remembered()).hasSize(1);

        // When
        writes(PLAIN, null);

        // Then
        assertThat(stored.has("nodes")).isFalse();
        assertThat(condition("NodesKnown").isMissingNode()).isTrue();
    }

    @Test
    void whereNodesAreRefusedTheWayOutIsSaidAndWhatIsRememberedStays() {
        // Given
        writes(POOL, pool(POOL, READ, true, false, A));

        // When
        writes(replica(), compiled(POOL), pool(POOL, REFUSED, false, false, A));

        // Then
        assertCondition("NodesKnown", "False", "NotReadable");
        assertThat(condition("NodesKnown").path("message").asText()).endsWith("grant list and watch of nodes");
        assertThat(remembered()).hasSize(1);
        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void aReplicaThatDoesNotKnowTheNodesOfThisMomentSaysNothingOfThem() {
        // Given
        writes(POOL, pool(POOL, READ, true, true, A));
        assertCondition("Accepted", "False", "TooManyTaints");

        // Then
        assertThat(writes(replica(), compiled(POOL), pool(POOL, NodesState.UNREAD, false, false)))
                .isFalse();
        assertThat(writes(replica(), compiled(POOL), pool(POOL, DOWN, true, false, B)))
                .isFalse();
    }

    @Test
    void tooManyTaintsAreSaidAndTheLastGoodSetIsRemembered() {
        // When
        writes(POOL, pool(POOL, READ, true, true, A));

        // Then
        assertCondition("Accepted", "False", "TooManyTaints");
        assertThat(condition("Accepted").path("message").asText())
                .contains("more than 32 different taints", "spec.nodes.ignore", "the policy stays in use");
        assertThat(remembered()).hasSize(1);
        assertThat(condition("Matched").isMissingNode()).isFalse();

        // When
        writes(POOL, pool(POOL, READ, true, false, A, B));

        // Then
        assertCondition("Accepted", "True", "Valid");
    }

    @Test
    void replicasThatSeeDifferentNodesDoNotOverwriteEachOtherWithoutEnd() {
        // Given
        PolicyStatus other = replica();
        PoolState late = pool(POOL, READ, true, false, A);
        PoolState early = pool(POOL, READ, true, false, B);
        writes(status, compiled(POOL), late);

        // Then
        assertThat(writes(other, compiled(POOL), early)).isTrue();
        assertThat(writes(status, compiled(POOL), late)).isFalse();
        assertThat(writes(other, compiled(POOL), early)).isFalse();
        assertThat(status.isOverdue()).isFalse();

        // When
        nanos.addAndGet(Disagreements.PATIENCE.toNanos());

        // Then
        assertThat(status.isOverdue()).isTrue();
        assertThat(writes(status, compiled(POOL), late)).isTrue();
    }

    @Test
    void aPoolOfNoneIsDedicatedByHalfOnceItsNodesHaveTaints() {
        // Given
        String spec = POOL.replace("ml}}", "ml}}, affinity: None");

        // When
        writes(spec, pool(spec, READ, true, false, A));

        // Then
        assertCondition("HalfDedicated", "True", "OneSideOnly");

        // When
        writes(spec, pool(spec, READ, true, false));

        // Then
        assertThat(condition("HalfDedicated").isMissingNode()).isTrue();
        assertCondition("NodesKnown", "True", "NoTaints");
    }
}

package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.findings.PolicyFinding;
import dev.tolerant.server.cluster.PolicyStatus.PoolState;
import dev.tolerant.testing.PolicyFixture;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of a policy, named p, as the leader and other replicas write it. */
abstract class PolicyStatusFixture {
    static final ObjectMapper JSON = new ObjectMapper();
    static final Sight READ = new Sight(true, Optional.empty());
    static final Sight DOWN = new Sight(false, Optional.empty());
    static final Sight REFUSED = new Sight(false, Optional.of("grant list and watch of nodes"));
    static final Taint A = new Taint("a", "x", Effect.NO_SCHEDULE);
    static final Taint B = new Taint("b", "", Effect.NO_EXECUTE);
    static final String PLAIN = "{match: {}}";
    static final String POOL = "{match: {}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [a, b]}}";

    final Clock status = replica();
    JsonNode stored = JSON.createObjectNode();
    long generation = 1;

    @Nullable
    List<PolicyFinding> inVain = List.of();

    Clock replica() {
        return Clock.fixed(Instant.parse("2026-11-22T08:00:00Z"), ZoneOffset.UTC);
    }

    CheckedPolicy compiled(String spec) {
        return new CheckedPolicy(PolicyFixture.of("{metadata: {name: p}, spec: " + spec + "}"), List.of());
    }

    PolicyStatus report(CheckedPolicy compiled, @Nullable PoolState pool) {
        ObjectNode object = JSON.createObjectNode();
        object.putObject("metadata").put("name", "p").put("generation", generation);
        object.set("status", stored);
        return new PolicyStatus(object, compiled, pool, null, null, null, WhileAway.CURRENT, inVain);
    }

    /** Has this replica, as the leader, write what it wants to, if it wants to. */
    boolean writes(Clock replica, CheckedPolicy compiled, @Nullable PoolState pool) {
        PolicyStatus wanted = report(compiled, pool);
        Optional<ObjectNode> due = wanted.difference(wanted.object(), replica);
        due.ifPresent(written -> stored = written);
        return due.isPresent();
    }

    boolean writes(String spec, @Nullable PoolState pool) {
        return writes(status, compiled(spec), pool);
    }

    /** What is known of nodes and NodePools as a whole. */
    record Sight(boolean watched, Optional<String> refused) {}

    /** A pool whose nodes had these taints; not known if there are none and no node is selected. */
    PoolState pool(String spec, Sight sight, boolean selected, boolean tooMany, Taint... taints) {
        Pool pool = Objects.requireNonNull(
                Objects.requireNonNull(compiled(spec).policy()).pool());
        PoolTaints gives = selected || taints.length > 0 ? new PoolTaints(List.of(taints), List.of()) : null;
        return new PoolState(
                new KnownPool(pool, sight.refused().isEmpty(), selected, tooMany, gives, List.of(), null),
                sight.watched(),
                sight.refused());
    }

    JsonNode condition(String type) {
        for (JsonNode condition : stored.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return JSON.missingNode();
    }

    void assertCondition(String type, String status, String reason) {
        assertThat(List.of(
                        condition(type).path("status").asText(),
                        condition(type).path("reason").asText()))
                .containsExactly(status, reason);
    }

    List<String> remembered() {
        List<String> taints = new ArrayList<>();
        stored.at("/nodes/taints").forEach(taint -> taints.add(taint.toString()));
        return taints;
    }
}

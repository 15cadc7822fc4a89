package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.manifest.Problem;
import dev.tolerant.engine.model.Policy;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.TolerationSeconds;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a policy: whether it is in use, why not, what is known of its nodes, and whether it dedicates them
 * only by half.
 */
final class PolicyStatus {
    private static final String ACCEPTED = "Accepted";

    /** Conditions of other types come from a later version, and are left to it. */
    private static final Set<String> TYPES = Set.of(ACCEPTED, PoolReport.HALF_DEDICATED, PoolReport.NODES_KNOWN);

    /** The leader may not have seen the good version that another replica uses. */
    private static final String KEPT = "; the last good version, if there was one, stays in use";

    static final String TOO_MANY_RESERVATIONS =
            "what policies reserve together is more than an API server can judge a pod by:"
                    + " reserve fewer taints, or exempt fewer names; what this policy reserves is not in force, and all else in it is";

    private final Clock clock;

    PolicyStatus(Clock clock) {
        this.clock = clock;
    }

    /** The status that the leader should give the object; empty if it has it. */
    Optional<Map<String, Object>> due(PolicyReport report) {
        StoredStatus stored = StoredStatus.of(report.object());
        Policy policy = report.compiled().policy();
        PoolReport pool = PoolReport.of(policy, report.pool(), stored);
        List<Condition> conditions = new ArrayList<>();
        conditions.add(condition(ACCEPTED, accepted(report, pool), report, stored));
        if (pool.known() != null) {
            conditions.add(condition(PoolReport.NODES_KNOWN, pool.known(), report, stored));
        }
        if (pool.half() != null) {
            conditions.add(condition(PoolReport.HALF_DEDICATED, pool.half(), report, stored));
        }
        return stored.difference(report.generation(), conditions, TYPES, pool.nodes());
    }

    private static Observation accepted(PolicyReport report, PoolReport pool) {
        CheckedPolicy compiled = report.compiled();
        Policy policy = compiled.policy();
        if (policy == null) {
            return Observation.fails(compiled.reason(), sentences(compiled) + KEPT);
        }
        if (pool.refused() != null) {
            return pool.refused();
        }
        if (report.leftOut()) {
            return Observation.fails("TooManyReservations", TOO_MANY_RESERVATIONS);
        }
        Reservations.Entry closed = report.closed();
        String atOnce = Stream.of(
                        evicts(policy.nodeFailure().notReady(), "notReady", "not ready"),
                        evicts(policy.nodeFailure().unreachable(), "unreachable", "unreachable"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", and "));
        if (closed == null && atOnce.isEmpty()) {
            return Observation.holds(compiled.reason(), "the policy is in use");
        }
        String dangers = Stream.of(closed == null ? "" : words(closed), atOnce)
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
        return Observation.holds(
                closed == null ? "EvictsAtOnce" : "ReservedByOthers", "the policy is in use; beware: " + dangers);
    }

    private static String words(Reservations.Entry closed) {
        return "TolerationPolicy " + closed.openTo().get(0).policy() + " reserves taint " + closed.taint()
                + ", which this policy gives a toleration of: its pods in other namespaces do not get it";
    }

    private static Optional<String> evicts(@Nullable TolerationSeconds seconds, String field, String state) {
        return seconds == null || !seconds.equals(TolerationSeconds.of(0))
                ? Optional.empty()
                : Optional.of("spec.nodeFailure." + field
                        + " is 0, which evicts the policy's pods at once from a node that" + " becomes " + state);
    }

    private static String sentences(CheckedPolicy compiled) {
        return compiled.problems().stream().map(Problem::toString).collect(Collectors.joining("; "));
    }

    private Condition condition(String type, Observation observation, PolicyReport report, StoredStatus stored) {
        Condition before = stored.condition(type);
        return new ConditionBuilder()
                .withType(type)
                .withStatus(observation.status())
                .withReason(observation.reason())
                .withMessage(observation.message())
                .withObservedGeneration(report.generation())
                .withLastTransitionTime(
                        before == null
                                        || before.getLastTransitionTime() == null
                                        || !observation.status().equals(before.getStatus())
                                ? Instant.now(clock)
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString()
                                : before.getLastTransitionTime())
                .build();
    }
}

package dev.tolerant.cluster;

import dev.tolerant.core.policy.HalfDedicated;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.core.policy.PolicyMode;
import dev.tolerant.core.policy.Pool;
import dev.tolerant.core.toleration.TolerationSeconds;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.PolicyCondition;
import dev.tolerant.manifest.Problem;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a policy: whether it is in use, why not, whether what it restricts is enforced, what is known of
 * its nodes, whether it dedicates them only by half, and whether it has matched a pod.
 */
final class PolicyStatus {
    private static final String ACCEPTED = "Accepted";
    private static final String ENFORCED = "Enforced";
    private static final String HALF_DEDICATED = "HalfDedicated";
    private static final String MATCHED = "Matched";

    /** Conditions of other types come from a later version, and are left to it. */
    private static final Set<String> TYPES = Set.of(ACCEPTED, ENFORCED, HALF_DEDICATED, PoolWord.NODES_KNOWN, MATCHED);

    /** Every replica writes the same, whether or not it has seen a good version, so that they do not overwrite each other. */
    private static final String KEPT = "; the last good version, if there was one, stays in use";

    private static final Observation TOO_MANY = Observation.fails(PoolWord.TOO_MANY, Pool.TOO_MANY_TAINTS);

    private final Clock clock;
    private final Function<Policy, Optional<Observation>> enforcements;
    private final Predicate<String> matched;
    private final Disagreements<Observation> onEnforcement;
    private final Disagreements<PoolWord> onPools;

    /**
     * @param enforcements says whether a policy that restricts anything is enforced, if that can be known
     * @param matched whether this replica has seen the policy of this name match a pod
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    PolicyStatus(
            Clock clock,
            Function<Policy, Optional<Observation>> enforcements,
            Predicate<String> matched,
            LongSupplier nanos) {
        this.clock = clock;
        this.enforcements = enforcements;
        this.matched = matched;
        this.onEnforcement = new Disagreements<>(nanos, Observation::isUnknown);
        this.onPools = new Disagreements<>(nanos, word -> false);
    }

    /**
     * A status that a policy should have.
     *
     * @param enforcement what this replica says of the policy's enforcement in it; null if it says nothing
     * @param pool what it says of the policy's pool; null if it says nothing
     */
    record Missing(
            Map<String, Object> status,
            @Nullable Observation enforcement,
            @Nullable PoolWord pool) {}

    /** The status that the object should have; empty if it has it. */
    Optional<Missing> missing(PolicyReport report) {
        StoredStatus stored = StoredStatus.of(report.object());
        Policy policy = report.compiled().policy();
        Optional<Observation> enforcement = ownEnforcement(report, stored);
        Optional<PoolWord> word = ownWord(report, stored);
        // What another replica has written stays as long as this one cannot know better, or yields to it.
        PoolWord said = word.orElseGet(() -> policy == null || policy.pool() == null
                ? new PoolWord(false, null, policy == null ? stored.pool() : Optional.empty())
                : PoolWord.stored(policy.pool(), stored));
        List<PolicyCondition> now = new ArrayList<>();
        Says says = (type, observation) -> now.add(condition(type, observation, report.generation(), stored));
        says.accept(ACCEPTED, accepted(report.compiled(), said));
        if (policy != null) {
            enforced(policy, enforcement, stored, now, says);
            if (said.known() != null) {
                says.accept(PoolWord.NODES_KNOWN, said.known());
            }
            HalfDedicated.of(policy)
                    .ifPresent(message -> says.accept(HALF_DEDICATED, Observation.holds("OneSideOnly", message)));
            says.accept(MATCHED, matched(policy, report.generation(), stored));
        }
        return stored.says(report.generation(), now, TYPES, said.nodes())
                ? Optional.empty()
                : Optional.of(new Missing(
                        stored.with(report.generation(), now, TYPES, said.nodes()),
                        enforcement.orElse(null),
                        word.orElse(null)));
    }

    /** Adds a condition. */
    @FunctionalInterface
    private interface Says {
        void accept(String type, Observation observation);
    }

    private static Observation accepted(Compiled compiled, PoolWord word) {
        Policy policy = compiled.policy();
        if (policy == null) {
            return Observation.fails(compiled.reason(), sentences(compiled) + KEPT);
        }
        if (word.tooMany()) {
            return TOO_MANY;
        }
        String atOnce = Stream.of(
                        evicts(policy.nodeFailure().notReady(), "notReady", "not ready"),
                        evicts(policy.nodeFailure().unreachable(), "unreachable", "unreachable"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", and "));
        return atOnce.isEmpty()
                ? Observation.holds(compiled.reason(), "the policy is in use")
                : Observation.holds("EvictsAtOnce", "the policy is in use; beware: " + atOnce);
    }

    private static Optional<String> evicts(@Nullable TolerationSeconds seconds, String field, String state) {
        return seconds == null || !seconds.equals(TolerationSeconds.of(0))
                ? Optional.empty()
                : Optional.of("spec.nodeFailure." + field
                        + " is 0, which evicts the policy's pods at once from a node that" + " becomes " + state);
    }

    private static String sentences(Compiled compiled) {
        return compiled.errors().stream().map(Problem::toString).collect(Collectors.joining("; "));
    }

    /** What this replica says of the policy's enforcement; empty if it has nothing to say, or yields to another. */
    private Optional<Observation> ownEnforcement(PolicyReport report, StoredStatus stored) {
        Policy policy = report.compiled().policy();
        if (policy == null || policy.restriction() == null) {
            onEnforcement.forget(report.name());
            return Optional.empty();
        }
        PolicyCondition before = stored.condition(ENFORCED);
        return enforcements
                .apply(policy)
                .filter(mine ->
                        !onEnforcement.yields(report.name(), mine, before == null ? null : Observation.of(before)));
    }

    private static void enforced(
            Policy policy,
            Optional<Observation> enforcement,
            StoredStatus stored,
            List<PolicyCondition> now,
            Says says) {
        PolicyCondition before = stored.condition(ENFORCED);
        if (enforcement.isPresent()) {
            says.accept(ENFORCED, enforcement.get());
        } else if (policy.restriction() != null && before != null) {
            now.add(before);
        }
    }

    /** What this replica says of the policy's pool; empty if it has nothing to say, or yields to another. */
    private Optional<PoolWord> ownWord(PolicyReport report, StoredStatus stored) {
        Policy policy = report.compiled().policy();
        PoolState state = report.pool();
        if (policy == null || policy.pool() == null || state == null) {
            onPools.forget(report.name());
            return Optional.empty();
        }
        PoolWord before = PoolWord.stored(policy.pool(), stored);
        return PoolWord.of(state, stored)
                .filter(mine -> !onPools.yields(report.name(), mine, before.known() == null ? null : before));
    }

    /** It only ever becomes true while the spec stays the same, so that replicas do not take it back from each other. */
    private Observation matched(Policy policy, @Nullable Long generation, StoredStatus stored) {
        PolicyCondition before = stored.condition(MATCHED);
        if (before != null && "True".equals(before.status) && Objects.equals(before.observedGeneration, generation)) {
            return Observation.of(before);
        }
        if (policy.mode() == PolicyMode.DISABLED) {
            return Observation.fails("Disabled", "a policy in mode Disabled matches no pod");
        }
        return matched.test(policy.name())
                ? Observation.holds("PodMatched", "a pod has matched since the spec changed last")
                : Observation.fails("NoPodYet", "no pod has matched since the spec changed last");
    }

    /** To be called when the status has been written. */
    void written(String name, Missing missing) {
        if (missing.enforcement() != null) {
            onEnforcement.written(name, missing.enforcement());
        }
        if (missing.pool() != null) {
            onPools.written(name, missing.pool());
        }
    }

    /** A policy is gone. */
    void forget(String name) {
        onEnforcement.forget(name);
        onPools.forget(name);
    }

    /** Whether another's word has stood for long enough. */
    boolean isOverdue() {
        return onEnforcement.isAnyDue() || onPools.isAnyDue();
    }

    private PolicyCondition condition(
            String type, Observation observation, @Nullable Long generation, StoredStatus stored) {
        PolicyCondition before = stored.condition(type);
        PolicyCondition condition = new PolicyCondition();
        condition.type = type;
        condition.status = observation.status();
        condition.reason = observation.reason();
        condition.message = observation.message();
        condition.observedGeneration = generation;
        condition.lastTransitionTime = before == null
                        || before.lastTransitionTime == null
                        || !observation.status().equals(before.status)
                ? Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString()
                : before.lastTransitionTime;
        return condition;
    }
}

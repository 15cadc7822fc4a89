package dev.tolerant.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.policy.HalfDedicated;
import dev.tolerant.core.policy.Policy;
import dev.tolerant.crd.PolicyCompiler.Compiled;
import dev.tolerant.crd.PolicyCondition;
import dev.tolerant.crd.TolerationPolicyStatus;
import dev.tolerant.manifest.Problem;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes the status of a policy: whether it is in use, why not, whether what it restricts is enforced, and whether it
 * dedicates nodes only by half.
 */
final class PolicyStatus {
    private static final int MAX_MESSAGE = 1024;
    private static final String ENFORCED = "Enforced";

    /** Every replica writes the same, whether or not it has seen a good version, so that they do not overwrite each other. */
    private static final String KEPT = "; the last good version, if there was one, stays in use";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Clock clock;
    private final Function<Policy, Optional<Enforcement>> enforcements;
    private final Disagreements disagreements;

    /** {@code enforcements} says whether a policy that restricts anything is enforced, if that can be known. */
    PolicyStatus(Clock clock, Function<Policy, Optional<Enforcement>> enforcements, Disagreements disagreements) {
        this.clock = clock;
        this.enforcements = enforcements;
        this.disagreements = disagreements;
    }

    /** The status that the object should have; empty if it has it. */
    Optional<TolerationPolicyStatus> missing(GenericKubernetesResource object, Compiled compiled) {
        Long generation = object.getMetadata().getGeneration();
        TolerationPolicyStatus stored = stored(object);
        List<PolicyCondition> before = stored.conditions;
        List<PolicyCondition> now = new ArrayList<>();
        now.add(accepted(compiled, generation, before));
        enforced(object.getMetadata().getName(), compiled, generation, before).ifPresent(now::add);
        halfDedicated(compiled)
                .ifPresent(message ->
                        now.add(condition("HalfDedicated", "True", "OneSideOnly", message, generation, before)));
        boolean same = Objects.equals(stored.observedGeneration, generation) && isSame(before, now);
        if (same) {
            return Optional.empty();
        }
        TolerationPolicyStatus status = new TolerationPolicyStatus();
        status.observedGeneration = generation;
        status.conditions = now;
        return Optional.of(status);
    }

    /** The status that the object has; an empty one if it has none, or one that is not ours. */
    private static TolerationPolicyStatus stored(GenericKubernetesResource object) {
        try {
            TolerationPolicyStatus status =
                    JSON.convertValue(object.getAdditionalProperties().get("status"), TolerationPolicyStatus.class);
            return status == null ? new TolerationPolicyStatus() : status;
        } catch (IllegalArgumentException notOurs) {
            return new TolerationPolicyStatus();
        }
    }

    private PolicyCondition accepted(Compiled compiled, @Nullable Long generation, List<PolicyCondition> before) {
        return compiled.policy() != null
                ? condition("Accepted", "True", "Valid", "the policy is in use", generation, before)
                : condition("Accepted", "False", compiled.reason(), sentences(compiled) + KEPT, generation, before);
    }

    private static String sentences(Compiled compiled) {
        return compiled.errors().stream().map(Problem::toString).collect(Collectors.joining("; "));
    }

    /** What another replica has written stays as long as this one cannot know better, or yields to it. */
    private Optional<PolicyCondition> enforced(
            String name, Compiled compiled, @Nullable Long generation, List<PolicyCondition> before) {
        Policy policy = compiled.policy();
        if (policy == null || policy.restriction() == null) {
            disagreements.forget(name);
            return Optional.empty();
        }
        Optional<PolicyCondition> stored = before.stream()
                .filter(condition -> ENFORCED.equals(condition.type))
                .findFirst();
        Optional<Enforcement> mine = enforcements.apply(policy);
        if (mine.isEmpty() || disagreements.yields(name, mine.get(), stored.orElse(null))) {
            return stored;
        }
        Enforcement said = mine.get();
        return Optional.of(condition(ENFORCED, said.status(), said.reason(), said.message(), generation, before));
    }

    /** To be called when the status has been written. */
    void written(String name, Compiled compiled, TolerationPolicyStatus status) {
        Policy policy = compiled.policy();
        if (policy == null || policy.restriction() == null) {
            return;
        }
        enforcements
                .apply(policy)
                .filter(mine -> status.conditions.stream()
                        .anyMatch(condition -> ENFORCED.equals(condition.type) && mine.isSaidBy(condition)))
                .ifPresent(mine -> disagreements.written(name, mine));
    }

    private static Optional<String> halfDedicated(Compiled compiled) {
        return compiled.policy() == null ? Optional.empty() : HalfDedicated.of(compiled.policy());
    }

    private PolicyCondition condition(
            String type,
            String status,
            String reason,
            String message,
            @Nullable Long generation,
            List<PolicyCondition> before) {
        PolicyCondition condition = new PolicyCondition();
        condition.type = type;
        condition.status = status;
        condition.reason = reason;
        condition.message = OneLine.of(message, MAX_MESSAGE);
        condition.observedGeneration = generation;
        condition.lastTransitionTime = before.stream()
                .filter(old -> type.equals(old.type) && status.equals(old.status))
                .map(old -> old.lastTransitionTime)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(
                        () -> Instant.now(clock).truncatedTo(ChronoUnit.SECONDS).toString());
        return condition;
    }

    private static boolean isSame(List<PolicyCondition> before, List<PolicyCondition> now) {
        if (before.size() != now.size()) {
            return false;
        }
        for (int i = 0; i < now.size(); i++) {
            if (!isSame(before.get(i), now.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(PolicyCondition one, PolicyCondition other) {
        return Objects.equals(one.type, other.type)
                && Objects.equals(one.status, other.status)
                && Objects.equals(one.reason, other.reason)
                && Objects.equals(one.message, other.message)
                && Objects.equals(one.observedGeneration, other.observedGeneration);
    }
}

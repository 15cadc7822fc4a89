package dev.tolerant.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.policy.HalfDedicated;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes the status of a policy: whether it is in use, why not, and whether it dedicates nodes only by half. */
final class PolicyStatus {
    private static final int MAX_MESSAGE = 1024;

    /** Every replica writes the same, whether or not it has seen a good version, so that they do not overwrite each other. */
    private static final String KEPT = "; the last good version, if there was one, stays in use";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Clock clock;

    PolicyStatus(Clock clock) {
        this.clock = clock;
    }

    /** The status that the object should have; empty if it has it. */
    Optional<TolerationPolicyStatus> missing(GenericKubernetesResource object, Compiled compiled) {
        Long generation = object.getMetadata().getGeneration();
        TolerationPolicyStatus stored = stored(object);
        List<PolicyCondition> before = stored.conditions;
        List<PolicyCondition> now = new ArrayList<>();
        now.add(accepted(compiled, generation, before));
        halfDedicated(compiled)
                .ifPresent(message ->
                        now.add(condition("HalfDedicated", true, "OneSideOnly", message, generation, before)));
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
                ? condition("Accepted", true, "Valid", "the policy is in use", generation, before)
                : condition("Accepted", false, "Invalid", sentences(compiled) + KEPT, generation, before);
    }

    private static String sentences(Compiled compiled) {
        return compiled.errors().stream().map(Problem::toString).collect(Collectors.joining("; "));
    }

    private static Optional<String> halfDedicated(Compiled compiled) {
        return compiled.policy() == null ? Optional.empty() : HalfDedicated.of(compiled.policy());
    }

    private PolicyCondition condition(
            String type,
            boolean holds,
            String reason,
            String message,
            @Nullable Long generation,
            List<PolicyCondition> before) {
        PolicyCondition condition = new PolicyCondition();
        condition.type = type;
        condition.status = holds ? "True" : "False";
        condition.reason = reason;
        condition.message = OneLine.of(message, MAX_MESSAGE);
        condition.observedGeneration = generation;
        condition.lastTransitionTime = before.stream()
                .filter(old -> type.equals(old.type) && condition.status.equals(old.status))
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

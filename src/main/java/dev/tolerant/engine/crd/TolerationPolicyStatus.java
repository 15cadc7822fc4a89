package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a policy. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription("What became of the policy; the program writes it.")
public class TolerationPolicyStatus {
    @JsonPropertyDescription("The metadata.generation that the conditions are about.")
    public @Nullable Long observedGeneration;

    @JsonPropertyDescription("Accepted says whether the policy is in use, and why not.")
    @Size(max = 16)
    public List<PolicyCondition> conditions = new ArrayList<>();

    @JsonPropertyDescription("What the nodes and NodePools that spec.nodes selects had when there were any.")
    public @Nullable PoolStatus nodes;
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a policy matches, and what it does to the pods that match. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(value = ReserveSpec.ASKS_FOR_A_LABEL, message = ReserveSpec.NEEDS_A_LABEL)
@ValidationRule(value = ReserveSpec.GIVES_KEYS, message = ReserveSpec.NEEDS_KEYS)
@ValidationRule(value = ReserveSpec.RESERVES_SOMETHING, message = ReserveSpec.NEEDS_SOMETHING)
@JsonClassDescription("What the policy matches, and what it does to the pods that match.")
public class TolerationPolicySpec {
    static final int MAX_PRIORITY = 1_000_000;

    @JsonPropertyDescription(
            "Policies of higher priority take precedence; those of equal priority are ordered by name.")
    @Default("0")
    @Min(-MAX_PRIORITY)
    @Max(MAX_PRIORITY)
    @JsonSetter(nulls = Nulls.SKIP)
    public Integer priority = 0;

    @JsonPropertyDescription("Enforce, or Audit: only report what the policy would do, and reserve nothing.")
    @Default("Enforce")
    @JsonSetter(nulls = Nulls.SKIP)
    public Mode mode = Mode.Enforce;

    @JsonPropertyDescription("Which pods the policy is for: all criteria given must hold; {} matches every pod.")
    @Required
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable MatchSpec match;

    @JsonPropertyDescription("Applies the policy to the templates of DaemonSets too, which is the only way"
            + " to get their pods onto tainted nodes.")
    @Default("false")
    @JsonSetter(nulls = Nulls.SKIP)
    public Boolean daemonSetTemplates = false;

    @JsonPropertyDescription("The nodes of a pool: pods that match tolerate their taints, and are kept to them.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable PoolSpec nodes;

    @JsonPropertyDescription("Tolerations that every pod that matches gets.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<TolerationSpec> tolerations = new ArrayList<>();

    @JsonPropertyDescription(
            "ANDed into every term of the required node affinity that a pod has; a pod without one gets one.")
    @Size(max = 32)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<NodeRequirementSpec> requiredNodeAffinity = new ArrayList<>();

    @JsonPropertyDescription("Added to the preferred node affinity that a pod has.")
    @Size(max = 16)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<NodePreferenceSpec> preferredNodeAffinity = new ArrayList<>();

    @JsonPropertyDescription("How long pods stay on a node that is not ready or unreachable.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable NodeFailureSpec nodeFailure;

    @JsonPropertyDescription("Pods of other namespaces than those that match.namespaceSelector selects may not tolerate"
            + " what the policy gives.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable ReserveSpec reserve;

    /** How much a policy does; the constants are spelt as in YAML. */
    public enum Mode {
        /** Changes pods. */
        Enforce,
        /** Reports what it would do, changes nothing. */
        Audit
    }
}

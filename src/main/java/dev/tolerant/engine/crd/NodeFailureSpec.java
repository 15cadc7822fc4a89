package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** How long pods stay on a node that fails: seconds or Never for each way to fail. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "!has(self.notReadySeconds)",
        message = "notReadySeconds is an old field: write notReady, with seconds or Never")
@ValidationRule(
        value = "!has(self.unreachableSeconds)",
        message = "unreachableSeconds is an old field: write unreachable, with seconds or Never")
public class NodeFailureSpec {
    @JsonPropertyDescription("Seconds until eviction from a node that is not ready, or Never; 0 evicts at once.")
    @Min(0)
    @Max(Integer.MAX_VALUE)
    @Pattern("^Never$")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable IntOrString notReady;

    @JsonPropertyDescription("Seconds until eviction from a node that is unreachable, or Never; 0 evicts at once.")
    @Min(0)
    @Max(Integer.MAX_VALUE)
    @Pattern("^Never$")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable IntOrString unreachable;

    @JsonPropertyDescription("Old: write notReady.")
    @JsonSetter(nulls = Nulls.SKIP)
    public @Nullable Long notReadySeconds;

    @JsonPropertyDescription("Old: write unreachable.")
    @JsonSetter(nulls = Nulls.SKIP)
    public @Nullable Long unreachableSeconds;

    @JsonPropertyDescription("Which of the pod's entries that look as the API server writes them get these seconds:"
            + " those that it is Proven to have written, also those that it Likely wrote, or None.")
    @Default("Proven")
    @JsonSetter(nulls = Nulls.SKIP)
    public Override override = Override.Proven;

    /** Which entries that look injected by the API server a policy may rewrite; the constants are spelt as in YAML. */
    public enum Override {
        /** Those that managedFields prove injected. */
        Proven,
        /** Also those in the position where the API server appends its own. */
        Likely,
        None
    }
}

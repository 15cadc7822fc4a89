package dev.tolerant.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** How long pods stay on a node that fails: seconds or Never for each way to fail. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "!has(self.notReadySeconds) || !has(self.notReady)",
        message = "give notReadySeconds or notReady: Never, not both")
@ValidationRule(
        value = "!has(self.unreachableSeconds) || !has(self.unreachable)",
        message = "give unreachableSeconds or unreachable: Never, not both")
public class NodeFailureSpec {
    @JsonPropertyDescription("Seconds until eviction from a node that is not ready.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Long notReadySeconds;

    @JsonPropertyDescription("Never: no eviction from a node that is not ready.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Never notReady;

    @JsonPropertyDescription("Seconds until eviction from a node that is unreachable.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Long unreachableSeconds;

    @JsonPropertyDescription("Never: no eviction from a node that is unreachable.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Never unreachable;

    @JsonPropertyDescription("Which entries of the API server's own shape are rewritten: those that are Proven"
            + " injected, also those that are Likely injected, or None.")
    @Default("Likely")
    @JsonSetter(nulls = Nulls.SKIP)
    public Override override = Override.Likely;

    /** Which entries that look injected by the API server a policy may rewrite; the constants are spelt as in YAML. */
    public enum Override {
        /** Those that managedFields prove injected. */
        Proven,
        /** Also those in the position where the API server appends its own. */
        Likely,
        None
    }

    /** The alternative to seconds: the pod is never evicted. */
    public enum Never {
        Never
    }
}

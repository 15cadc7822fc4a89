package dev.tolerant.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** One thing that holds of a policy, or does not; the form is that of metav1.Condition. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PolicyCondition {
    @JsonPropertyDescription("What the condition is about, such as Accepted.")
    @Required
    @Size(max = 316)
    public @Nullable String type;

    @JsonPropertyDescription("True, False or Unknown.")
    @Required
    @Size(max = 7)
    @Pattern("^(True|False|Unknown)$")
    public @Nullable String status;

    @JsonPropertyDescription("The reason as one word, for programs.")
    @Required
    @Size(max = 1024)
    public @Nullable String reason;

    @JsonPropertyDescription("The reason as a sentence, for people.")
    @Size(max = 32768)
    public @Nullable String message;

    @JsonPropertyDescription("When status last changed.")
    @Size(max = 64)
    public @Nullable String lastTransitionTime;

    @JsonPropertyDescription("The metadata.generation that the condition is about.")
    public @Nullable Long observedGeneration;
}

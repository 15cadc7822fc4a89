package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One thing that holds of a policy, or does not; the form is that of metav1.Condition. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription("One thing that holds of the policy, or does not.")
public class PolicyCondition {
    @JsonPropertyDescription("What the condition is about, such as Accepted.")
    @Required
    @Size(max = 316)
    @Pattern("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
            + "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$")
    public @Nullable String type;

    @JsonPropertyDescription("True, False or Unknown.")
    @Required
    @SchemaFrom(type = Status.class)
    public @Nullable String status;

    @JsonPropertyDescription("The reason as one word, for programs.")
    @Required
    @Size(min = 1, max = 1024)
    @Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")
    public @Nullable String reason;

    @JsonPropertyDescription("The reason as a sentence, for people.")
    @Required
    @Size(max = 32768)
    public @Nullable String message;

    @JsonPropertyDescription("When status last changed.")
    @Required
    @SchemaFrom(type = Instant.class)
    public @Nullable String lastTransitionTime;

    @JsonPropertyDescription("The metadata.generation that the condition is about.")
    @Min(0)
    public @Nullable Long observedGeneration;

    /** What a condition can say; the constants are spelt as in YAML. */
    public enum Status {
        True,
        False,
        Unknown
    }
}

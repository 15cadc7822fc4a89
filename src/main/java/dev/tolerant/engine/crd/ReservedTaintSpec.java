package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** A taint that only the policy's own pods may tolerate, or all taints of a key. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription("A taint that only the policy's own pods may tolerate, or all taints of a key.")
public class ReservedTaintSpec {
    @JsonPropertyDescription("The taint's key.")
    @Required
    @Size(max = 317)
    @Pattern(Labels.NAME)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable String key;

    @JsonPropertyDescription("The taint's value; every value if omitted.")
    @Size(max = 63)
    @Pattern(Labels.VALUE)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable String value;

    @JsonPropertyDescription("The taint's effect; every effect if omitted.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable TaintEffect effect;
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import org.jspecify.annotations.Nullable;

/** A taint of a pool's nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription("A taint of the pool's nodes.")
public class PoolTaint {
    @JsonPropertyDescription("The taint's key.")
    @Required
    @Size(max = 317)
    public @Nullable String key;

    @JsonPropertyDescription("The taint's value; omitted if it has none.")
    @Size(max = 63)
    public @Nullable String value;

    @JsonPropertyDescription("The taint's effect.")
    @Required
    public @Nullable TaintEffect effect;
}

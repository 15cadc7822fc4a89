package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/** How long pods stay on a node that fails: seconds or Never for each way to fail. */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import org.jspecify.annotations.Nullable;

/** One preference for nodes with a label. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonClassDescription("One preference for nodes with a label.")
public class NodePreferenceSpec extends NodeRequirementSpec {
    @JsonPropertyDescription("How much the preference counts beside others, from 1 to 100.")
    @Required
    @Min(1)
    @Max(100)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Integer weight;
}

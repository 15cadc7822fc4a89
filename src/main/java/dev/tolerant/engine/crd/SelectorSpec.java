package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A label selector in the form that all of Kubernetes uses: all parts must hold. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class SelectorSpec {
    @JsonPropertyDescription("Labels that must be present with exactly these values.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public Map<String, @Size(max = 63) @Pattern(Labels.VALUE) String> matchLabels = new LinkedHashMap<>();

    @JsonPropertyDescription("Requirements that must all hold.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<SelectorRequirementSpec> matchExpressions = new ArrayList<>();

    /** Whether a selector that is absent or says nothing selects everything. */
    static boolean isEmpty(@Nullable SelectorSpec selector) {
        return selector == null || (selector.matchLabels.isEmpty() && selector.matchExpressions.isEmpty());
    }
}

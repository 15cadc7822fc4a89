package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One requirement on a node's label. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@ValidationRule(
        value = "!(self.operator in ['In', 'NotIn']) || (has(self.values) && self.values.size() > 0)",
        message = "operator In or NotIn needs values")
@ValidationRule(
        value = "!(self.operator in ['Exists', 'DoesNotExist']) || !has(self.values) || self.values.size() == 0",
        message = "operator Exists or DoesNotExist takes no values")
@ValidationRule(
        value = "!(self.operator in ['Gt', 'Lt'])"
                + " || (has(self.values) && self.values.size() == 1 && self.values[0].matches('^[0-9]{1,18}$'))",
        message = "operator Gt or Lt needs exactly one value, a whole number of at most 18 digits")
@JsonClassDescription("One requirement on a label of the node.")
public class NodeRequirementSpec {
    @JsonPropertyDescription("The node's label.")
    @Required
    @Size(max = 317)
    @Pattern(Labels.NAME)
    public @Nullable String key;

    @JsonPropertyDescription("In, NotIn, Exists, DoesNotExist, Gt or Lt.")
    @Required
    public @Nullable Operator operator;

    @JsonPropertyDescription("What the operator compares with: one whole number for Gt and Lt.")
    @Size(max = 64)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<@Size(max = 63) @Pattern(Labels.VALUE) String> values = new ArrayList<>();

    /** How node affinity looks at a node's label; the constants are spelt as in YAML. */
    public enum Operator {
        In,
        NotIn,
        Exists,
        DoesNotExist,
        Gt,
        Lt
    }
}

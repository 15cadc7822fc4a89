package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** A toleration, as pods write it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "!has(self.tolerationSeconds) || (has(self.effect) && self.effect == 'NoExecute')",
        message = "tolerationSeconds needs effect NoExecute")
@ValidationRule(
        value = "(has(self.key) && self.key != '') || (has(self.operator) && self.operator == 'Exists')",
        message = "operator must be Exists when key is empty, which means every key and every value")
@ValidationRule(
        value = "!has(self.operator) || self.operator != 'Exists' || !has(self.value) || self.value == ''",
        message = "value must be empty when operator is Exists")
@ValidationRule(
        value = "!has(self.operator) || !(self.operator in ['Lt', 'Gt'])"
                + " || (has(self.value) && self.value.matches('^(0|-?[1-9][0-9]{0,18})$')"
                + " && (self.value.startsWith('-')"
                + " ? self.value.size() < 20 || self.value <= '-9223372036854775808'"
                + " : self.value.size() < 19 || self.value <= '9223372036854775807'))",
        message = "value must be a 64-bit whole number without plus or leading zeros when operator is Lt or Gt")
@ValidationRule(
        value = "!has(self.value) || (has(self.operator) && self.operator in ['Lt', 'Gt'])" + " || self.value.matches('"
                + Labels.VALUE + "')",
        message = "value must be a label value: at most 63 letters, digits, '-', '_' and '.'")
@JsonClassDescription("A toleration, as pods have it.")
public class TolerationSpec {
    @JsonPropertyDescription("The taint's key; if omitted, with operator Exists, every taint.")
    @Size(max = 317)
    @Pattern(Labels.NAME_OR_EMPTY)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable String key;

    @JsonPropertyDescription("Exists, Equal, Lt or Gt; Equal if omitted.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Operator operator;

    @JsonPropertyDescription("What the operator compares the taint's value with.")
    @Size(max = 63)
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable String value;

    @JsonPropertyDescription("The taint's effect; every effect if omitted.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable TaintEffect effect;

    @JsonPropertyDescription("How long a pod stays after a NoExecute taint is added; forever if omitted.")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable Long tolerationSeconds;

    /** How a toleration looks at a taint's value; the constants are spelt as in YAML. */
    public enum Operator {
        Exists,
        Equal,
        Lt,
        Gt
    }
}

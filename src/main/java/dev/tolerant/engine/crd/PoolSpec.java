package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of a pool, whose taints the policy's pods tolerate. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class PoolSpec {
    @JsonPropertyDescription("Labels of the pool's nodes; it must not be empty.")
    @Required
    @ValidationRule(
            value = "(has(self.matchLabels) && size(self.matchLabels) > 0)"
                    + " || (has(self.matchExpressions) && size(self.matchExpressions) > 0)",
            message = "must not be empty: an empty selector would be every node of the cluster")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable SelectorSpec selector;

    @JsonPropertyDescription("Whether pods are kept to these nodes: Required, Preferred (with weight 50) or None.")
    @Default("Required")
    @JsonSetter(nulls = Nulls.SKIP)
    public Affinity affinity = Affinity.Required;

    @JsonPropertyDescription("Taint keys that are not the pool's, as key or prefix/*.")
    @Size(max = 32)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public List<
                    @Size(max = 317)
                    @Pattern("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/[*]|"
                            + "([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$")
                    String>
            ignore = new ArrayList<>();

    /** How the pods are kept to the pool's nodes; the constants are spelt as in YAML. */
    public enum Affinity {
        Required,
        Preferred,
        None
    }
}

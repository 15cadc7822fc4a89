package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of a pool, whose taints the policy's pods tolerate. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class PoolSpec {
    static final String OF_CONDITIONS =
            "must not have keys by which the control plane marks the condition of any node: pods that"
                    + " tolerated them would run where nothing runs, or not any more";

    @JsonPropertyDescription("Labels of the pool's nodes; it must not be empty.")
    @Required
    @ValidationRule(
            value = "(has(self.matchLabels) && size(self.matchLabels) > 0)"
                    + " || (has(self.matchExpressions) && size(self.matchExpressions) > 0)",
            message = "must not be empty: an empty selector would be every node of the cluster")
    @JsonSetter(nulls = Nulls.FAIL)
    public @Nullable SelectorSpec selector;

    @JsonPropertyDescription(
            "Which taints of these nodes are the pool's, as key or prefix/*; [] for a pool whose nodes have none, or"
                    + " whose NodePools declare them.")
    @Required
    @Size(max = 32)
    @ValidationRule(
            value = "!self.exists(key, key.startsWith('node.cloudprovider.kubernetes.io/') || key in ["
                    + "'node.kubernetes.io/*', 'node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable',"
                    + " 'node.kubernetes.io/memory-pressure', 'node.kubernetes.io/disk-pressure',"
                    + " 'node.kubernetes.io/pid-pressure', 'node.kubernetes.io/network-unavailable',"
                    + " 'node.kubernetes.io/unschedulable', 'node.kubernetes.io/out-of-service'])",
            message = OF_CONDITIONS)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonSetter(nulls = Nulls.FAIL, contentNulls = Nulls.FAIL)
    public @Nullable List<
                    @Size(max = 317)
                    @Pattern("^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/[*]|"
                            + "([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
                            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$")
                    String>
            taintKeys;

    @JsonPropertyDescription("Whether pods are kept to these nodes: Required, Preferred or None.")
    @Default("Required")
    @JsonSetter(nulls = Nulls.SKIP)
    public Affinity affinity = Affinity.Required;

    @JsonPropertyDescription("How much pods prefer these nodes, if affinity is Preferred.")
    @Default("50")
    @Min(1)
    @Max(100)
    @JsonSetter(nulls = Nulls.SKIP)
    public Integer weight = 50;

    /** How the pods are kept to the pool's nodes; the constants are spelt as in YAML. */
    public enum Affinity {
        Required,
        Preferred,
        None
    }
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the nodes and NodePools of a pool had when there were any, so that the policy still works when the pool has none. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonClassDescription(
        "What the pool's nodes and NodePools had when there were any: the policy works with it while there are none.")
public class PoolStatus {
    @JsonPropertyDescription("The spec.nodes.selector that selected the nodes; the taints count for no other.")
    @Required
    public @Nullable SelectorSpec selector;

    @JsonPropertyDescription("The nodes' taints that the policy's pods tolerate, in order.")
    @Required
    @Size(max = 32)
    public List<PoolTaint> taints = new ArrayList<>();

    @JsonPropertyDescription("The taints of NodePools that the policy's pods tolerate, in order.")
    @Size(max = 32)
    public List<PoolTaint> nodePoolTaints = new ArrayList<>();
}

package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.LabelSelector;
import dev.tolerant.engine.model.Pool;
import dev.tolerant.engine.model.Pool.PoolTaints;
import dev.tolerant.engine.model.Requirement;
import dev.tolerant.engine.model.Requirement.Operator;
import dev.tolerant.engine.model.Taint;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a policy's status remembers of its pool, for a pool that is scaled to zero and for replicas that start.
 *
 * @param selector of the nodes that had the taints
 */
public record RememberedPool(LabelSelector selector, PoolTaints taints) {
    private static final String OF_NODES = "taints";
    private static final String DECLARED = "nodePoolTaints";

    /** What {@code status.nodes} says; empty if there is nothing, or what this version cannot read. */
    public static Optional<RememberedPool> of(JsonNode nodes) {
        LabelSelector selector = PolicyReader.selector(nodes.path("selector"));
        boolean isOfSelector = !selector.equals(LabelSelector.EVERYTHING)
                && selector.matchExpressions().stream().noneMatch(each -> each.operator() == Operator.UNKNOWN);
        if (!isOfSelector || !nodes.path(OF_NODES).isArray()) {
            return Optional.empty();
        }
        try {
            Fields remembered = Fields.of(nodes);
            return Optional.of(new RememberedPool(
                    selector,
                    new PoolTaints(NodeReader.taints(remembered, OF_NODES), NodeReader.taints(remembered, DECLARED))));
        } catch (UnexpectedJsonException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether the nodes were this pool's: of another selector's nodes the taints do not count. */
    public boolean isOf(Pool pool) {
        return selector.meansTheSameAs(pool.selector());
    }

    /** The same as {@code status.nodes} has it. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("selector", json(selector));
        json.put(OF_NODES, taints.ofNodes().stream().map(RememberedPool::json).toList());
        if (!taints.declared().isEmpty()) {
            json.put(
                    DECLARED,
                    taints.declared().stream().map(RememberedPool::json).toList());
        }
        return json;
    }

    private static Map<String, Object> json(LabelSelector selector) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (!selector.matchLabels().isEmpty()) {
            json.put("matchLabels", new TreeMap<>(selector.matchLabels()));
        }
        if (!selector.matchExpressions().isEmpty()) {
            json.put(
                    "matchExpressions",
                    selector.matchExpressions().stream()
                            .map(RememberedPool::json)
                            .toList());
        }
        return json;
    }

    private static Map<String, Object> json(Requirement requirement) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", requirement.key());
        json.put("operator", requirement.operator().text());
        if (!requirement.values().isEmpty()) {
            json.put("values", requirement.values().stream().sorted().toList());
        }
        return json;
    }

    private static Map<String, Object> json(Taint taint) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        json.put("effect", taint.effect().text());
        return json;
    }
}

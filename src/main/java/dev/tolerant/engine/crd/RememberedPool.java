package dev.tolerant.engine.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.policy.KnownPool;
import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.policy.Pool.Memory;
import dev.tolerant.engine.policy.Pool.PoolTaints;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Requirement;
import dev.tolerant.engine.words.Requirement.Operator;
import dev.tolerant.engine.words.Taint;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The memory of a pool in its policy's status, for a pool that is scaled to zero and for replicas that start.
 *
 * @param selector of the nodes that had the taints
 * @param taints of a pool that is not split
 * @param byValue of the pools that one is split into, by the value of the nodes' label
 */
public record RememberedPool(LabelSelector selector, PoolTaints taints, Map<String, PoolTaints> byValue) {
    public static final int MAX_VALUES = 1_000;
    private static final int MAX_TAINTS = 8_000;
    private static final int MAX_BYTES = 512 * 1024;
    /** The bytes of a taint or a value in JSON, without its texts. */
    private static final int BYTES_OF_ITEM = 60;

    private static final String OF_NODES = "taints";
    private static final String DECLARED = "nodePoolTaints";
    private static final String VALUES = "values";

    public static Optional<RememberedPool> in(JsonNode policy) {
        return of(policy.path("status").path("nodes"));
    }

    /** Reads {@code status.nodes}; empty if there is none, or none that this version can read. */
    public static Optional<RememberedPool> of(JsonNode nodes) {
        LabelSelector selector = PolicyReader.selector(nodes.path("selector"));
        boolean isOfSelector = !selector.equals(LabelSelector.EVERYTHING)
                && selector.matchExpressions().stream().noneMatch(each -> each.operator() == Operator.UNKNOWN);
        if (!isOfSelector || !nodes.path(OF_NODES).isArray()) {
            return Optional.empty();
        }
        try {
            Fields remembered = Fields.of(nodes);
            Map<String, PoolTaints> byValue = new TreeMap<>();
            for (Fields each : remembered.objects(VALUES)) {
                byValue.put(each.required("value"), taints(each));
            }
            return Optional.of(new RememberedPool(selector, taints(remembered), byValue));
        } catch (UnexpectedJsonException unreadable) {
            return Optional.empty();
        }
    }

    private static PoolTaints taints(Fields remembered) throws UnexpectedJsonException {
        return new PoolTaints(NodeReader.taints(remembered, OF_NODES), NodeReader.taints(remembered, DECLARED));
    }

    /** Of the values that the pool is split into, as many as there is room for; those without nodes and NodePools go first. */
    public static RememberedPool of(KnownPool pool, PoolTaints gives) {
        KnownPool.Split split = pool.split();
        LabelSelector selector = pool.pool().selector();
        return split == null
                ? new RememberedPool(selector, gives, Map.of())
                : new RememberedPool(selector, PoolTaints.NONE, fitting(split));
    }

    private static Map<String, PoolTaints> fitting(KnownPool.Split values) {
        Map<String, PoolTaints> kept = new TreeMap<>();
        List<Map.Entry<String, PoolTaints>> order = values.gives().entrySet().stream()
                .sorted(Comparator.comparing(
                        each -> !Objects.requireNonNull(values.byValue().get(each.getKey()))
                                .selected()))
                .toList();
        int taints = 0;
        int bytes = 0;
        for (Map.Entry<String, PoolTaints> each : order) {
            String value = each.getKey();
            PoolTaints own = each.getValue();
            taints += own.ofNodes().size() + own.declared().size();
            bytes += BYTES_OF_ITEM + value.length();
            bytes += Stream.concat(own.ofNodes().stream(), own.declared().stream())
                    .mapToInt(taint ->
                            BYTES_OF_ITEM + taint.key().length() + taint.value().length())
                    .sum();
            if (kept.size() == MAX_VALUES || taints > MAX_TAINTS || bytes > MAX_BYTES) {
                break;
            }
            kept.put(value, own);
        }
        return kept;
    }

    public Memory memory(Pool pool) {
        if (!isOf(pool)) {
            return Memory.NONE;
        }
        return pool.labelFrom() == null ? new Memory(taints, Map.of()) : new Memory(null, byValue);
    }

    /** False for a pool with another selector: the taints of its nodes do not count. */
    public boolean isOf(Pool pool) {
        return selector.meansTheSameAs(pool.selector());
    }

    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode selecting = json.putObject("selector");
        new TreeMap<>(selector.matchLabels())
                .forEach((label, value) ->
                        selecting.withObjectProperty("matchLabels").put(label, value));
        for (Requirement each : selector.matchExpressions()) {
            ObjectNode expression =
                    selecting.withArrayProperty("matchExpressions").addObject();
            expression.put("key", each.key()).put("operator", each.operator().text());
            each.values().stream()
                    .sorted()
                    .forEach(value -> expression.withArrayProperty("values").add(value));
        }
        put(taints, json);
        byValue.forEach((value, own) ->
                put(own, json.withArrayProperty(VALUES).addObject().put("value", value)));
        return json;
    }

    private static void put(PoolTaints taints, ObjectNode json) {
        ArrayNode ofNodes = json.putArray(OF_NODES);
        taints.ofNodes().forEach(taint -> add(taint, ofNodes));
        taints.declared().forEach(taint -> add(taint, json.withArrayProperty(DECLARED)));
    }

    private static void add(Taint taint, ArrayNode list) {
        ObjectNode json = list.addObject().put("key", taint.key());
        if (!taint.value().isEmpty()) {
            json.put("value", taint.value());
        }
        json.put("effect", taint.effect().text());
    }
}

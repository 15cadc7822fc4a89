package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.RememberedPool;
import dev.tolerant.engine.model.Pool;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The status that a policy has, which another replica, or another version of the program, may have written. */
final class StoredStatus {
    private static final String GENERATION = "observedGeneration";
    private static final String CONDITIONS = "conditions";
    private static final String NODES = "nodes";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final JsonNode status;
    private final Map<String, Condition> conditions = new LinkedHashMap<>();
    private final Optional<RememberedPool> pool;

    private StoredStatus(JsonNode status) {
        this.status = status;
        for (JsonNode each : status.path(CONDITIONS)) {
            read(each).ifPresent(condition -> conditions.put(String.valueOf(condition.getType()), condition));
        }
        this.pool = RememberedPool.of(status.path(NODES));
    }

    static StoredStatus of(ObjectNode object) {
        return new StoredStatus(object.path("status"));
    }

    private static Optional<Condition> read(JsonNode condition) {
        try {
            return Optional.ofNullable(JSON.convertValue(condition, Condition.class));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    /** The condition of this type; null if there is none. */
    @Nullable
    Condition condition(String type) {
        return conditions.get(type);
    }

    /** What is remembered of a pool. */
    Optional<RememberedPool> pool() {
        return pool;
    }

    /** What is remembered of this pool's nodes. */
    Optional<RememberedPool> pool(Pool other) {
        return pool.filter(stored -> stored.isOf(other));
    }

    /** The status with this in place of its conditions of these types; empty if it says just that already. */
    Optional<Map<String, Object>> difference(
            @Nullable Long generation, List<Condition> said, Set<String> types, Optional<RememberedPool> nodes) {
        return says(generation, said, types, nodes)
                ? Optional.empty()
                : Optional.of(with(generation, said, types, nodes));
    }

    private boolean says(
            @Nullable Long generation, List<Condition> said, Set<String> types, Optional<RememberedPool> nodes) {
        return status.path(GENERATION).isIntegralNumber()
                && Objects.equals(status.path(GENERATION).asLong(), generation)
                && conditions.keySet().stream().filter(types::contains).count() == said.size()
                && said.stream().allMatch(this::says)
                && pool.map(RememberedPool::taints).equals(nodes.map(RememberedPool::taints))
                && (nodes.isEmpty()
                        || pool.orElseThrow()
                                .selector()
                                .meansTheSameAs(nodes.get().selector()));
    }

    private boolean says(Condition said) {
        Condition stored = conditions.get(said.getType());
        return stored != null
                && Observation.of(stored).equals(Observation.of(said))
                && Objects.equals(stored.getObservedGeneration(), said.getObservedGeneration());
    }

    /** The status with this, and with whatever else it has that this version does not know. */
    private Map<String, Object> with(
            @Nullable Long generation, List<Condition> said, Set<String> types, Optional<RememberedPool> nodes) {
        Map<String, Object> all = new LinkedHashMap<>();
        status.properties().forEach(field -> all.put(field.getKey(), field.getValue()));
        List<Object> together = new ArrayList<>(said);
        for (JsonNode each : status.path(CONDITIONS)) {
            if (!types.contains(each.path("type").asText())) {
                together.add(each);
            }
        }
        if (generation != null) {
            all.put(GENERATION, generation);
        }
        all.put(CONDITIONS, together);
        nodes.ifPresentOrElse(pooled -> all.put(NODES, pooled.json()), () -> all.remove(NODES));
        return all;
    }
}

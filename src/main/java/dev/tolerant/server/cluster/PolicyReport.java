package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyReader.CheckedPolicy;
import dev.tolerant.engine.model.Reservations;
import org.jspecify.annotations.Nullable;

/**
 * One policy whose status may be due.
 *
 * @param object as the cluster has it
 * @param compiled what came of it
 * @param pool what is known of its nodes; null if it names none
 * @param leftOut whether what it reserves is not in force, because it does not fit
 */
record PolicyReport(
        ObjectNode object,
        CheckedPolicy compiled,
        @Nullable PoolState pool,
        boolean leftOut,
        Reservations.@Nullable Entry closed) {

    String name() {
        return object.path("metadata").path("name").asText();
    }

    @Nullable
    Long generation() {
        JsonNode generation = object.path("metadata").path("generation");
        return generation.isIntegralNumber() ? (Long) generation.longValue() : null;
    }
}

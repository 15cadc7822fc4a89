package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.util.List;
import java.util.Map;

/** The conditions of a registration, asked as an API server does. */
public final class MatchConditions {
    private final List<Cel> conditions;

    public MatchConditions(List<MatchCondition> conditions) {
        this.conditions = conditions.stream()
                .map(condition -> Cel.of(condition.getExpression()))
                .toList();
    }

    /**
     * Whether the webhook is called for a review.
     *
     * @throws AssertionError if a condition fails, which would have the pod passed over or refused
     */
    public boolean call(JsonNode review) {
        Map<String, Object> variables = Map.of(
                "request", Cel.variable(review.path("request")),
                "object", Cel.variable(review.at("/request/object")),
                "oldObject", Cel.variable(review.at("/request/oldObject")));
        boolean call = true;
        for (Cel condition : conditions) {
            call &= condition.holds(variables);
        }
        return call;
    }
}

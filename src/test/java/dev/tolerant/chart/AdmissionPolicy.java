package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A ValidatingAdmissionPolicy, asked as an API server does. */
final class AdmissionPolicy {
    private final ValidatingAdmissionPolicySpec spec;

    AdmissionPolicy(ValidatingAdmissionPolicySpec spec) {
        this.spec = spec;
    }

    /** The messages of the validations that an update by the user fails; none if the policy does not apply to the user. */
    List<String> denials(String user, JsonNode oldObject, JsonNode object) {
        Map<String, Object> variables = new HashMap<>();
        variables.put("request", Map.of("userInfo", Map.of("username", user)));
        variables.put("oldObject", Cel.variable(oldObject));
        variables.put("object", Cel.variable(object));
        Map<String, Object> composed = new HashMap<>();
        variables.put("variables", composed);
        List<String> messages = new ArrayList<>();
        boolean applies = spec.getMatchConditions().stream()
                .allMatch(condition -> Cel.of(condition.getExpression()).holds(variables));
        if (!applies) {
            return messages;
        }
        spec.getVariables()
                .forEach(variable -> composed.put(
                        variable.getName(), Cel.of(variable.getExpression()).value(variables)));
        spec.getValidations().forEach(validation -> {
            if (!Cel.of(validation.getExpression()).holds(variables)) {
                messages.add(validation.getMessage());
            }
        });
        return messages;
    }
}

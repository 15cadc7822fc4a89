package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelVariableResolver;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A ValidatingAdmissionPolicy, compiled once, and asked as an API server does. */
public final class AdmissionPolicy {
    private static final String COMPOSED = "variables.";

    private final List<Cel> conditions;
    private final Map<String, Cel> variables = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();

    /** A validation, and what is said of an object that fails it. */
    private record Rule(Cel holds, String message, @Nullable Cel sentence) {}

    /** @throws AssertionError if an expression does not compile */
    public AdmissionPolicy(ValidatingAdmissionPolicySpec spec) {
        conditions = spec.getMatchConditions().stream()
                .map(condition -> Cel.of(condition.getExpression()))
                .toList();
        Map<String, CelType> types = new HashMap<>();
        for (Variable variable : spec.getVariables()) {
            Cel compiled = Cel.of(variable.getExpression(), types);
            variables.put(variable.getName(), compiled);
            types.put(variable.getName(), compiled.type());
        }
        for (Validation validation : spec.getValidations()) {
            String sentence = validation.getMessageExpression();
            rules.add(new Rule(
                    Cel.of(validation.getExpression(), types),
                    validation.getMessage(),
                    sentence == null ? null : Cel.of(sentence, types)));
        }
    }

    /** The messages of the validations that an update by the user fails; none if the policy does not apply to the user. */
    List<String> denials(String user, JsonNode oldObject, JsonNode object) {
        return denials(Map.of(
                "request", Map.of("userInfo", Map.of("username", user)),
                "oldObject", Cel.variable(oldObject),
                "object", Cel.variable(object)));
    }

    /** The messages of the validations that fail with these values; none if the policy does not apply. */
    public List<String> denials(Map<String, Object> given) {
        List<String> messages = new ArrayList<>();
        if (!applies(given)) {
            return messages;
        }
        CelVariableResolver values = resolver(given);
        for (Rule rule : rules) {
            // Evaluated for what holds too, as an API server does.
            String sentence = rule.sentence() == null
                    ? rule.message()
                    : rule.sentence().value(values).toString();
            if (!rule.holds().holds(values)) {
                messages.add(sentence);
            }
        }
        return messages;
    }

    /** Whether all match conditions hold. */
    boolean applies(Map<String, Object> given) {
        return conditions.stream().allMatch(condition -> condition.holds(given));
    }

    /** What the dearest variable costs with these values; each has a budget of its own. */
    public long cost(Map<String, Object> given) {
        CelVariableResolver values = resolver(given);
        return variables.values().stream()
                .mapToLong(variable -> variable.cost(values))
                .max()
                .orElse(0);
    }

    /** The given values, and the composed ones as soon as an expression asks for them. */
    private CelVariableResolver resolver(Map<String, Object> given) {
        Map<String, Object> composed = new HashMap<>();
        return new CelVariableResolver() {
            @Override
            public Optional<Object> find(String name) {
                if (!name.startsWith(COMPOSED)) {
                    return Optional.ofNullable(given.get(name));
                }
                Object value = composed.get(name);
                if (value == null) {
                    Cel variable = variables.get(name.substring(COMPOSED.length()));
                    if (variable == null) {
                        return Optional.empty();
                    }
                    value = variable.value(this);
                    composed.put(name, value);
                }
                return Optional.of(value);
            }
        };
    }
}

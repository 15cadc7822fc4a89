package dev.tolerant.chart;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.runtime.CelVariableResolver;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ValidatingAdmissionPolicy, compiled once, and asked as an API server does. */
public final class AdmissionPolicy {
    private final List<Cel> conditions;
    private final Composition variables;
    private final List<Rule> rules = new ArrayList<>();

    /** A validation, and what is said of an object that fails it. */
    private record Rule(Cel holds, String message, @Nullable Cel sentence) {}

    /** @throws AssertionError if an expression does not compile */
    public AdmissionPolicy(ValidatingAdmissionPolicySpec spec) {
        this(spec, Cel.Dialect.OF_1_30);
    }

    AdmissionPolicy(ValidatingAdmissionPolicySpec spec, Cel.Dialect dialect) {
        conditions = spec.getMatchConditions().stream()
                .map(condition -> Cel.of(condition.getExpression(), Map.of(), dialect))
                .toList();
        variables = Composition.of(
                spec.getVariables().stream()
                        .map(each -> Map.entry(each.getName(), each.getExpression()))
                        .toList(),
                dialect);
        for (Validation validation : spec.getValidations()) {
            String sentence = validation.getMessageExpression();
            rules.add(new Rule(
                    variables.compile(validation.getExpression()),
                    validation.getMessage(),
                    sentence == null ? null : variables.compile(sentence)));
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
        CelVariableResolver values = variables.resolver(given);
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

    /** What each variable costs with these values, by its name, and each condition and validation by its place. */
    public Map<String, Long> costs(Map<String, Object> given) {
        Map<String, Long> costs = variables.costs(given);
        CelVariableResolver values = variables.resolver(given);
        conditions.forEach(
                condition -> costs.put("condition " + conditions.indexOf(condition), condition.cost(values)));
        rules.forEach(rule ->
                costs.put("validation " + rules.indexOf(rule), rule.holds().cost(values)));
        return costs;
    }
}

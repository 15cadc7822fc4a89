package dev.tolerant.chart;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The conditions of a registration, compiled and asked as an API server does. */
final class MatchConditions {
    private static final ObjectMapper VALUES = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.standardCelRuntimeBuilder().build();
    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addVar("request", SimpleType.DYN)
            .addVar("object", SimpleType.DYN)
            .addVar("oldObject", SimpleType.DYN)
            .setResultType(SimpleType.BOOL)
            .build();

    private final List<MatchCondition> conditions;

    MatchConditions(List<MatchCondition> conditions) {
        this.conditions = conditions;
    }

    /**
     * Whether the webhook is called for a review.
     *
     * @throws AssertionError if a condition does not compile or fails, which would have the pod passed over or refused
     */
    boolean call(JsonNode review) {
        Map<String, Object> variables = new HashMap<>();
        variables.put("request", value(review.path("request")));
        variables.put("object", value(review.at("/request/object")));
        variables.put("oldObject", value(review.at("/request/oldObject")));
        boolean call = true;
        for (MatchCondition condition : conditions) {
            call &= holds(condition, variables);
        }
        return call;
    }

    private static boolean holds(MatchCondition condition, Map<String, Object> variables) {
        try {
            CelRuntime.Program program = RUNTIME.createProgram(
                    COMPILER.compile(condition.getExpression()).getAst());
            return Boolean.TRUE.equals(program.eval(variables));
        } catch (CelValidationException | CelEvaluationException wrong) {
            throw new AssertionError(condition.getName() + ": " + condition.getExpression(), wrong);
        }
    }

    private static Object value(JsonNode node) {
        return node.isMissingNode() || node.isNull()
                ? NullValue.NULL_VALUE
                : VALUES.convertValue(node, new TypeReference<Object>() {});
    }
}

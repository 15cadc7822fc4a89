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
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Map;

/** An expression in CEL, compiled and evaluated as an API server of 1.30 does. */
record Cel(String expression, CelRuntime.Program program) {
    private static final ObjectMapper VALUES = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
    private static final CelRuntime RUNTIME = CelRuntimeFactory.standardCelRuntimeBuilder()
            .addLibraries(CelExtensions.optional())
            .build();
    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addLibraries(CelExtensions.optional())
            .addVar("request", SimpleType.DYN)
            .addVar("object", SimpleType.DYN)
            .addVar("oldObject", SimpleType.DYN)
            .addVar("variables", SimpleType.DYN)
            .build();

    /** @throws AssertionError if it does not compile */
    static Cel of(String expression) {
        try {
            return new Cel(
                    expression,
                    RUNTIME.createProgram(COMPILER.compile(expression).getAst()));
        } catch (CelValidationException | CelEvaluationException wrong) {
            throw new AssertionError(expression, wrong);
        }
    }

    /** @throws AssertionError if the evaluation fails, upon which a failurePolicy would decide */
    Object value(Map<String, Object> variables) {
        try {
            return program.eval(variables);
        } catch (CelEvaluationException failed) {
            throw new AssertionError(expression, failed);
        }
    }

    boolean holds(Map<String, Object> variables) {
        return Boolean.TRUE.equals(value(variables));
    }

    /** A part of a request as the value of a variable. */
    static Object variable(JsonNode node) {
        return node.isMissingNode() || node.isNull()
                ? NullValue.NULL_VALUE
                : VALUES.convertValue(node, new TypeReference<Object>() {});
    }
}

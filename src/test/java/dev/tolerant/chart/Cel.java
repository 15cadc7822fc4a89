package dev.tolerant.chart;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.NullValue;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelEvaluationListener;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeBuilder;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelVariableResolver;
import java.util.Map;
import java.util.Optional;

/** An expression in CEL, compiled and evaluated as an API server does. */
public record Cel(String expression, CelType type, CelRuntime.Program program) {
    private static final ObjectMapper VALUES = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);
    /** What expressions may use. */
    public enum Dialect {
        /** In validations, on every API server that the chart supports. */
        OF_1_30,
        /** In mutations, which need 1.36. */
        OF_1_36;

        private final CelRuntime runtime;

        Dialect() {
            CelRuntimeBuilder builder = (isOf136()
                            ? CelRuntimeFactory.plannerRuntimeBuilder()
                            : CelRuntimeFactory.standardCelRuntimeBuilder())
                    .setOptions(options())
                    .addLibraries(CelExtensions.optional(), CelExtensions.strings())
                    .addFunctionBindings(Authorizer.BINDINGS);
            runtime = isOf136() ? Mutations.addTo(builder).build() : builder.build();
        }

        private CelOptions options() {
            return CelOptions.current()
                    .enableHomogeneousLiterals(true)
                    .enableHeterogeneousNumericComparisons(isOf136())
                    .build();
        }

        private boolean isOf136() {
            return name().equals("OF_1_36");
        }

        private CelCompilerBuilder compiler() {
            CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                    .setOptions(options())
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .addLibraries(CelExtensions.optional(), CelExtensions.strings())
                    .addFunctionDeclarations(Authorizer.FUNCTIONS);
            return isOf136() ? Mutations.addTo(builder) : builder;
        }
    }

    /** @throws AssertionError if it does not compile */
    static Cel of(String expression) {
        return of(expression, Map.of());
    }

    /**
     * An expression that may use composed variables.
     *
     * @param variables their types by name, as in {@code variables.name}
     * @throws AssertionError if it does not compile
     */
    static Cel of(String expression, Map<String, CelType> variables) {
        return of(expression, variables, Dialect.OF_1_30);
    }

    /** The same, where it may use what this dialect has. */
    public static Cel of(String expression, Map<String, CelType> variables, Dialect dialect) {
        try {
            CelAbstractSyntaxTree checked =
                    compiler(variables, dialect).compile(expression).getAst();
            return new Cel(expression, checked.getResultType(), dialect.runtime.createProgram(checked));
        } catch (CelValidationException | CelEvaluationException wrong) {
            throw new AssertionError(expression, wrong);
        }
    }

    private static CelCompiler compiler(Map<String, CelType> variables, Dialect dialect) {
        CelCompilerBuilder builder = dialect.compiler()
                .addVar("request", SimpleType.DYN)
                .addVar("object", SimpleType.DYN)
                .addVar("oldObject", SimpleType.DYN)
                .addVar("namespaceObject", SimpleType.DYN)
                .addVar("params", SimpleType.DYN)
                .addVar("authorizer", Authorizer.TYPE);
        variables.forEach((name, type) -> builder.addVar("variables." + name, type));
        return builder.build();
    }

    /** @throws AssertionError if the evaluation fails, upon which a failurePolicy would decide */
    public Object value(Map<String, Object> variables) {
        return value(name -> Optional.ofNullable(variables.get(name)));
    }

    /** @throws AssertionError if the evaluation fails, upon which a failurePolicy would decide */
    Object value(CelVariableResolver variables) {
        try {
            return program.eval(variables);
        } catch (CelEvaluationException failed) {
            throw new AssertionError(expression, failed);
        }
    }

    /** What an API server counts for an evaluation. */
    long cost(CelVariableResolver variables) {
        CelCost cost = new CelCost();
        try {
            program.trace(variables, (CelEvaluationListener) cost);
        } catch (CelEvaluationException failed) {
            throw new AssertionError(expression, failed);
        }
        return cost.total();
    }

    boolean holds(Map<String, Object> variables) {
        return Boolean.TRUE.equals(value(variables));
    }

    boolean holds(CelVariableResolver variables) {
        return Boolean.TRUE.equals(value(variables));
    }

    /** A part of a request as the value of a variable. */
    public static Object variable(JsonNode node) {
        return node.isMissingNode() || node.isNull()
                ? NullValue.NULL_VALUE
                : VALUES.convertValue(node, new TypeReference<Object>() {});
    }
}

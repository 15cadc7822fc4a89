package dev.tolerant.engine.crd;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The x-kubernetes-validations of one place in the schema, compiled against the types of that schema. */
final class ValidationRules {
    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.standardCelRuntimeBuilder().build();
    private static final ObjectMapper VALUES = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private final List<Rule> rules = new ArrayList<>();

    /** @throws AssertionError if a rule does not compile, or asks for a field that the schema does not have */
    ValidationRules(SchemaNode node) {
        ImmutableMap.Builder<String, CelType> structs = ImmutableMap.builder();
        CelType self = type(node, structs);
        Types types = new Types(structs.buildOrThrow());
        for (JsonNode rule : node.schema().path("x-kubernetes-validations")) {
            String expression = rule.path("rule").asText();
            try {
                var ast = CelCompilerFactory.standardCelCompilerBuilder()
                        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                        .setTypeProvider(types)
                        .addVar("self", self)
                        .setResultType(SimpleType.BOOL)
                        .build()
                        .compile(expression)
                        .getAst();
                rules.add(
                        new Rule(expression, rule.path("message").asText(), RUNTIME.createProgram(ast), ast.getExpr()));
            } catch (CelValidationException | CelEvaluationException wrong) {
                throw new AssertionError(node.path() + ": " + expression, wrong);
            }
        }
    }

    private record Rule(String expression, String message, CelRuntime.Program program, CelExpr parsed) {}

    int count() {
        return rules.size();
    }

    /** Each rule as the tree that it was parsed to. */
    List<CelExpr> parsed() {
        return rules.stream().map(Rule::parsed).toList();
    }

    /** The messages of the rules that the value breaks. */
    List<String> violations(JsonNode value) {
        Object self = VALUES.convertValue(value, new TypeReference<Object>() {});
        List<String> messages = new ArrayList<>();
        for (Rule rule : rules) {
            try {
                if (!Boolean.TRUE.equals(rule.program().eval(Map.of("self", self)))) {
                    messages.add(rule.message());
                }
            } catch (CelEvaluationException failed) {
                throw new AssertionError(rule.expression() + " fails on " + value, failed);
            }
        }
        return messages;
    }

    /** A type as CEL knows it; objects are named by their path, and added to {@code structs}. */
    private static CelType type(SchemaNode node, ImmutableMap.Builder<String, CelType> structs) {
        return switch (node.type()) {
            case "integer" -> SimpleType.INT;
            case "boolean" -> SimpleType.BOOL;
            case "string" -> SimpleType.STRING;
            case "array" -> ListType.create(type(node.items(), structs));
            default ->
                node.isMap() ? MapType.create(SimpleType.STRING, type(node.values(), structs)) : struct(node, structs);
        };
    }

    private static CelType struct(SchemaNode node, ImmutableMap.Builder<String, CelType> structs) {
        ImmutableMap.Builder<String, CelType> types = ImmutableMap.builder();
        node.fields().forEach((name, field) -> types.put(name, type(field, structs)));
        ImmutableMap<String, CelType> fields = types.buildOrThrow();
        StructType struct = StructType.create(
                "policy." + node.path().replaceAll("[^a-zA-Z.]", ""),
                fields.keySet(),
                name -> Optional.ofNullable(fields.get(name)));
        structs.put(struct.name(), struct);
        return struct;
    }

    /** Finds the types of a schema's objects by their names. */
    private static final class Types implements CelTypeProvider {
        private final ImmutableMap<String, CelType> structs;

        Types(ImmutableMap<String, CelType> structs) {
            this.structs = structs;
        }

        @Override
        public ImmutableCollection<CelType> types() {
            return structs.values();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structs.get(name));
        }
    }
}

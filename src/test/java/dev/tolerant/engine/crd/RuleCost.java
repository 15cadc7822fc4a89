package dev.tolerant.engine.crd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The most that a rule can cost by the arithmetic with which an API server decides on a CRD: cel-go's checker/cost.go, with
 * the sizes of apiextensions-apiserver's pkg/apiserver/schema/cel/compilation.go.
 */
final class RuleCost {
    /** An API server refuses a rule that could cost more, in all the places together where an object can have it. */
    static final long LIMIT = 10_000_000;

    /** An API server refuses a CRD whose rules together could cost more. */
    static final long LIMIT_OF_ALL = 100_000_000;

    /** What has no bound can be as long as a whole request. */
    private static final long UNBOUNDED = 3 * 1024 * 1024;

    private static final int BYTES_OF_A_CHARACTER = 4;
    private static final int NEW_LIST = 10;
    private static final double TEXT = 0.1;
    private static final double REGULAR_EXPRESSION = 0.25;

    private final Map<String, @Nullable SchemaNode> places = new HashMap<>();

    private RuleCost(SchemaNode self) {
        places.put("self", self);
    }

    /**
     * One rule of a schema.
     *
     * @param cost for all the places together
     */
    record Of(String path, long cost) {}

    /** What each rule at this place and below costs. */
    static List<Of> all(SchemaNode node) {
        List<Of> costs = new ArrayList<>();
        collect(node, 1, costs);
        return costs;
    }

    private static void collect(SchemaNode node, long places, List<Of> into) {
        if (node.schema().has("x-kubernetes-validations")) {
            new ValidationRules(node)
                    .parsed()
                    .forEach(rule -> into.add(new Of(node.path(), places * new RuleCost(node).cost(rule))));
        }
        node.fields().values().forEach(field -> collect(field, places, into));
        if (node.schema().has("items")) {
            collect(node.items(), places * size(node), into);
        }
        if (node.isMap()) {
            collect(node.values(), places * size(node), into);
        }
    }

    private long cost(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT -> 0;
            case IDENT -> 1;
            case SELECT ->
                cost(expression.select().operand()) + (expression.select().testOnly() ? 0 : 1);
            case LIST -> NEW_LIST + sum(expression.list().elements());
            case CALL -> cost(expression.call());
            case COMPREHENSION -> cost(expression.comprehension());
            default -> throw new AssertionError("no cost known of " + expression);
        };
    }

    private long cost(CelCall call) {
        List<CelExpr> operands = new ArrayList<>(call.args());
        call.target().ifPresent(target -> operands.add(0, target));
        return switch (call.function()) {
            case "_&&_", "_||_" -> sum(operands);
            case "_?_:_" -> cost(operands.get(0)) + Math.max(cost(operands.get(1)), cost(operands.get(2)));
            case "matches" ->
                sum(operands) + part(TEXT, size(operands.get(0)) + 1) * part(REGULAR_EXPRESSION, size(operands.get(1)));
            case "startsWith" -> sum(operands) + part(TEXT, size(operands.get(1)));
            case "@in" -> sum(operands) + size(operands.get(1));
            case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_" ->
                sum(operands) + part(TEXT, Math.min(size(operands.get(0)), size(operands.get(1))));
            case "size", "!_", "_[_]", "@not_strictly_false" -> sum(operands) + 1;
            default -> throw new AssertionError("no cost known of " + call.function());
        };
    }

    private long cost(CelComprehension loop) {
        SchemaNode list = place(loop.iterRange());
        places.put(loop.iterVar(), list == null ? null : list.items());
        long turn = cost(loop.loopCondition()) + cost(loop.loopStep());
        return cost(loop.iterRange()) + cost(loop.accuInit()) + size(loop.iterRange()) * turn + cost(loop.result());
    }

    private long sum(List<CelExpr> expressions) {
        return expressions.stream().mapToLong(this::cost).sum();
    }

    private static long part(double factor, long size) {
        return (long) Math.ceil(factor * size);
    }

    /** The most bytes or entries that a value can have; 1 for what is no text, list or map. */
    private long size(CelExpr expression) {
        if (expression.getKind() == Kind.CONSTANT) {
            return switch (expression.constant().getKind()) {
                case STRING_VALUE -> expression.constant().stringValue().getBytes(UTF_8).length;
                default -> 1;
            };
        }
        if (expression.getKind() == Kind.LIST) {
            return expression.list().elements().size();
        }
        SchemaNode place = place(expression);
        return place == null ? 1 : size(place);
    }

    private static long size(SchemaNode node) {
        if (node.isMap()) {
            return node.schema().path("maxProperties").asLong(UNBOUNDED);
        }
        return switch (node.type()) {
            case "array" -> node.schema().path("maxItems").asLong(UNBOUNDED);
            case "string" -> textSize(node);
            default -> 1;
        };
    }

    private static long textSize(SchemaNode node) {
        if (node.schema().has("maxLength")) {
            return BYTES_OF_A_CHARACTER * node.schema().path("maxLength").asLong();
        }
        return StreamSupport.stream(node.schema().path("enum").spliterator(), false)
                .mapToLong(choice -> choice.asText().length())
                .max()
                .orElse(UNBOUNDED);
    }

    /** Where in the schema the expression's value stands; null for what was computed. */
    private @Nullable SchemaNode place(CelExpr expression) {
        return switch (expression.getKind()) {
            case IDENT -> places.get(expression.ident().name());
            case SELECT -> {
                SchemaNode operand = place(expression.select().operand());
                yield operand == null
                        ? null
                        : operand.fields().get(expression.select().field());
            }
            case CALL -> {
                CelCall call = expression.call();
                SchemaNode list =
                        call.function().equals("_[_]") ? place(call.args().get(0)) : null;
                yield list == null ? null : list.items();
            }
            default -> null;
        };
    }
}

package dev.tolerant.chart;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelCall;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.runtime.CelEvaluationListener;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts what an evaluation costs as cel-go does (interpreter/runtimecost.go), or more where that is simpler. */
final class CelCost implements CelEvaluationListener {
    private static final int NEW_LIST = 10;
    private static final int NEW_MAP = 30;
    private static final int NEW_OBJECT = 40;
    private static final double TEXT = 0.1;

    private final Map<Long, Object> values = new HashMap<>();
    private long total;

    @Override
    public void callback(CelExpr expression, Object value) {
        values.put(expression.id(), value);
        total += switch (expression.getKind()) {
            case IDENT -> 1;
            case SELECT -> select(expression.select());
            case LIST -> NEW_LIST;
            case MAP -> NEW_MAP;
            case STRUCT -> NEW_OBJECT;
            case CALL -> call(expression.call());
            default -> 0;
        };
    }

    /** A composed variable is evaluated at once, but costs as a field of an object. */
    private static long select(CelExpr.CelSelect select) {
        CelExpr operand = select.operand();
        boolean composed =
                operand.getKind() == Kind.IDENT && operand.ident().name().equals("variables");
        return composed ? 2 : 1;
    }

    private long call(CelCall call) {
        List<CelExpr> operands = new ArrayList<>(call.args());
        call.target().ifPresent(target -> operands.add(0, target));
        return switch (call.function()) {
            case "_&&_", "_||_", "_?_:_" -> 0;
            case "@in" -> values.get(operands.get(1).id()) instanceof Map ? 1 : size(operands.get(1));
            case "_==_", "_!=_" -> part(Math.min(size(operands.get(0)), size(operands.get(1))));
            case "startsWith" -> part(size(operands.get(1)));
            // CallCost in k8s.io/apiserver, pkg/cel/library.
            case "contains" -> part(size(operands.get(0))) * part(size(operands.get(1)));
            case "matches" -> part(1 + size(operands.get(0))) * (1 + size(operands.get(1)) / 4);
            case "split", "replace" -> part(2 * size(operands.get(0)));
            // ext/lists.go there, whose version 3 API servers have.
            case "flatten", "slice" -> 1 + NEW_LIST + size(operands.get(0));
            case "distinct", "sort", "@sortByAssociatedKeys" ->
                1 + NEW_LIST + (long) (2.1 * size(operands.get(0)) * size(operands.get(0)));
            case "_+_" ->
                values.get(operands.get(0).id()) instanceof String
                        ? part(size(operands.get(0)) + size(operands.get(1)))
                        : 1;
            default -> 1;
        };
    }

    private static long part(long size) {
        return (long) Math.ceil(TEXT * size);
    }

    private long size(CelExpr operand) {
        Object value = values.get(operand.id());
        if (value instanceof String text) {
            return text.getBytes(UTF_8).length;
        }
        if (value instanceof Collection<?> list) {
            return list.size();
        }
        return value instanceof Map<?, ?> map ? map.size() : 1;
    }

    long total() {
        return total;
    }
}

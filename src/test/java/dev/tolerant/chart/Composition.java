package dev.tolerant.chart;

import dev.cel.common.types.CelType;
import dev.cel.runtime.CelVariableResolver;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The variables of a policy, each of which may use those before it. */
final class Composition {
    private static final String COMPOSED = "variables.";

    private final Map<String, Cel> variables = new LinkedHashMap<>();
    private final Map<String, CelType> types = new HashMap<>();
    private final Cel.Dialect dialect;

    private Composition(Cel.Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * @param expressions by name, in order
     * @throws AssertionError if one does not compile
     */
    static Composition of(List<Map.Entry<String, String>> expressions, Cel.Dialect dialect) {
        Composition composition = new Composition(dialect);
        expressions.forEach(each -> {
            Cel compiled = composition.compile(each.getValue());
            composition.variables.put(each.getKey(), compiled);
            composition.types.put(each.getKey(), compiled.type());
        });
        return composition;
    }

    /** An expression that uses them. */
    Cel compile(String expression) {
        return Cel.of(expression, types, dialect);
    }

    /** What the dearest one costs with these values. */
    long cost(Map<String, Object> given) {
        return Collections.max(costs(given).values());
    }

    /** What each costs with these values; each has a budget of its own, and all of them another. */
    Map<String, Long> costs(Map<String, Object> given) {
        CelVariableResolver values = resolver(given);
        Map<String, Long> costs = new LinkedHashMap<>();
        variables.forEach((name, variable) -> costs.put(name, variable.cost(values)));
        return costs;
    }

    /** What each costs that the expression asks for, and the expression, under an empty name. */
    Map<String, Long> spent(Cel expression, Map<String, Object> given) {
        Map<String, Object> composed = new HashMap<>();
        CelVariableResolver values = resolver(given, composed);
        Map<String, Long> costs = new HashMap<>(Map.of("", expression.cost(values)));
        List.copyOf(composed.keySet()).stream()
                .map(name -> name.substring(COMPOSED.length()))
                .forEach(name -> costs.put(name, variables.get(name).cost(values)));
        return costs;
    }

    /** The given values, and the composed ones as soon as an expression asks for them. */
    CelVariableResolver resolver(Map<String, Object> given) {
        return resolver(given, new HashMap<>());
    }

    private CelVariableResolver resolver(Map<String, Object> given, Map<String, Object> composed) {
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
                    value = dialect == Cel.Dialect.OF_1_36 ? Mutations.adapted(value) : value;
                    composed.put(name, value);
                }
                return Optional.of(value);
            }
        };
    }
}

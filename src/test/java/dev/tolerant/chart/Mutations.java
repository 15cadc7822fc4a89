package dev.tolerant.chart;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.MutableMapValue;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.extensions.CelExtensions;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntimeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a MutatingAdmissionPolicy may use beyond other policies: lists, texts, quantities, and objects of the types of patches. */
final class Mutations {
    private static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    private static final ImmutableSet<String> FIELDS = ImmutableSet.of(
            "op",
            "path",
            "value",
            "key",
            "operator",
            "effect",
            "tolerationSeconds",
            "nodeAffinity",
            "requiredDuringSchedulingIgnoredDuringExecution",
            "preferredDuringSchedulingIgnoredDuringExecution",
            "nodeSelectorTerms",
            "matchExpressions",
            "values",
            "weight",
            "preference");

    private Mutations() {}

    static CelRuntimeBuilder addTo(CelRuntimeBuilder builder) {
        return builder.addLibraries(CelExtensions.lists(), CelExtensions.comprehensions())
                .addFunctionBindings(
                        CelFunctionBinding.from(
                                "string_to_quantity",
                                String.class,
                                text -> Quantity.parse(text).getNumericalAmount()),
                        CelFunctionBinding.from(
                                "quantity_is_greater_than",
                                BigDecimal.class,
                                BigDecimal.class,
                                (one, other) -> one.compareTo(other) > 0))
                .setTypeProvider(new Types())
                .setValueProvider((type, fields) -> Optional.of(fields));
    }

    static CelCompilerBuilder addTo(CelCompilerBuilder builder) {
        return builder.addLibraries(CelExtensions.lists(), CelExtensions.comprehensions())
                .addFunctionDeclarations(
                        CelFunctionDecl.newFunctionDeclaration(
                                "quantity",
                                CelOverloadDecl.newGlobalOverload("string_to_quantity", QUANTITY, SimpleType.STRING)),
                        CelFunctionDecl.newFunctionDeclaration(
                                "isGreaterThan",
                                CelOverloadDecl.newMemberOverload(
                                        "quantity_is_greater_than", SimpleType.BOOL, QUANTITY, QUANTITY)))
                .setTypeProvider(new Types());
    }

    /**
     * The value of a variable, whose maps are values of CEL: dev.cel walks others in full wherever an expression names what they are
     * in.
     */
    static Object adapted(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, each) -> entries.put(key, adapted(each)));
            return MutableMapValue.create(entries);
        }
        return value instanceof List<?> list
                ? list.stream().map(Mutations::adapted).toList()
                : value;
    }

    /** {@code JSONPatch}, {@code Object} and the types of its fields, of any type each. */
    private static final class Types implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableSet.of();
        }

        @Override
        public Optional<CelType> findType(String name) {
            return name.equals("JSONPatch") || name.equals("Object") || name.startsWith("Object.")
                    ? Optional.of(StructType.create(name, FIELDS, field -> Optional.of(SimpleType.DYN)))
                    : Optional.empty();
        }
    }
}

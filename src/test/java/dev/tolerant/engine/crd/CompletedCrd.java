package dev.tolerant.engine.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A CRD that fabric8 generated, completed from the same classes by what fabric8 leaves out or writes otherwise. */
final class CompletedCrd {
    private static final Map<Class<?>, String> FORMATS =
            Map.of(Integer.class, "int32", Long.class, "int64", Instant.class, "date-time");
    private static final Set<String> LIMITS = Set.of("minimum", "maximum");

    private final ObjectNode crd;

    /** @param crd changed in place */
    CompletedCrd(ObjectNode crd) {
        this.crd = crd;
        ObjectNode version = (ObjectNode) crd.at("/spec/versions/0");
        ObjectNode schema = (ObjectNode) version.at("/schema/openAPIV3Schema");
        crd.withObject("/spec/names").putArray("categories").add("tolerant");
        version.set("additionalPrinterColumns", columns(version.withArray("/additionalPrinterColumns")));
        describe(schema, TolerationPolicy.class);
        completeObject(schema.withObject("/properties/spec"), TolerationPolicySpec.class);
        completeObject(schema.withObject("/properties/status"), TolerationPolicyStatus.class);
    }

    ObjectNode object() {
        return crd;
    }

    /** The columns in the order of the annotations; fabric8 sorts them by path. */
    private static ArrayNode columns(ArrayNode sorted) {
        Map<String, ObjectNode> columns = new HashMap<>();
        sorted.forEach(column -> columns.put(column.path("name").asText(), (ObjectNode) column));
        ArrayNode ordered = sorted.arrayNode();
        for (var annotation : TolerationPolicy.class.getAnnotationsByType(AdditionalPrinterColumn.class)) {
            ObjectNode column = Objects.requireNonNull(columns.get(annotation.name()));
            if (annotation.priority() == 0) {
                column.remove("priority");
            }
            ordered.add(column);
        }
        return ordered;
    }

    private static void completeObject(ObjectNode schema, Class<?> type) {
        describe(schema, type);
        Arrays.stream(type.getFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .forEach(field -> completeField((ObjectNode) schema.at("/properties/" + field.getName()), field));
    }

    /** What a field says of itself counts more than what its type says. */
    private static void describe(ObjectNode schema, Class<?> type) {
        JsonClassDescription description = type.getAnnotation(JsonClassDescription.class);
        if (description != null && !schema.has("description")) {
            schema.put("description", description.value());
        }
    }

    private static void completeField(ObjectNode schema, Field field) {
        SchemaFrom other = field.getAnnotation(SchemaFrom.class);
        complete(schema, other == null ? field.getGenericType() : other.type());
        if (field.getType() == IntOrString.class) {
            schema.put("minimum", field.getAnnotation(Min.class).value());
            schema.put("maximum", field.getAnnotation(Max.class).value());
            schema.put("pattern", field.getAnnotation(Pattern.class).value());
        }
        for (String limit : LIMITS) {
            JsonNode value = schema.path(limit);
            if (value.isNumber()) {
                schema.put(limit, value.longValue());
            }
        }
        if (field.getGenericType() instanceof ParameterizedType list
                && list.getActualTypeArguments()[0] == PolicyCondition.class) {
            schema.put("x-kubernetes-list-type", "map");
            schema.putArray("x-kubernetes-list-map-keys").add("type");
        }
    }

    private static void complete(ObjectNode schema, Type type) {
        if (type instanceof ParameterizedType collection) {
            Type[] of = collection.getActualTypeArguments();
            complete(
                    (ObjectNode) schema.get(schema.has("items") ? "items" : "additionalProperties"), of[of.length - 1]);
        } else if (FORMATS.containsKey(type)) {
            schema.put("format", FORMATS.get(type));
        } else if (type instanceof Class<?> choice && choice.isEnum()) {
            ArrayNode spellings = schema.putArray("enum");
            List.of(choice.getEnumConstants()).forEach(constant -> spellings.add(constant.toString()));
        } else if (type instanceof Class<?> known && known.getPackage() == CompletedCrd.class.getPackage()) {
            completeObject(schema, known);
        }
    }
}

package dev.tolerant.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;

/** A CRD that fabric8 generated, completed from the same classes by what fabric8 leaves out. */
final class CompletedCrd {
    private final ObjectNode crd;

    /** @param crd changed in place */
    CompletedCrd(ObjectNode crd) {
        this.crd = crd;
        ObjectNode fields = (ObjectNode) crd.at("/spec/versions/0/schema/openAPIV3Schema/properties");
        completeObject((ObjectNode) fields.get("spec"), TolerationPolicySpec.class);
        completeObject((ObjectNode) fields.get("status"), TolerationPolicyStatus.class);
    }

    ObjectNode object() {
        return crd;
    }

    private static void completeObject(ObjectNode schema, Class<?> type) {
        Arrays.stream(type.getFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .forEach(field -> completeField((ObjectNode) schema.at("/properties/" + field.getName()), field));
    }

    private static void completeField(ObjectNode schema, Field field) {
        if (field.getType() == IntOrString.class) {
            schema.put("minimum", (long) field.getAnnotation(Min.class).value());
            schema.put("pattern", field.getAnnotation(Pattern.class).value());
        }
        complete(schema, field.getGenericType());
    }

    private static void complete(ObjectNode schema, Type type) {
        if (type instanceof ParameterizedType collection) {
            Type[] of = collection.getActualTypeArguments();
            complete(
                    (ObjectNode) schema.get(schema.has("items") ? "items" : "additionalProperties"), of[of.length - 1]);
        } else if (type instanceof Class<?> known && known.getPackage() == CompletedCrd.class.getPackage()) {
            completeObject(schema, known);
        }
    }
}

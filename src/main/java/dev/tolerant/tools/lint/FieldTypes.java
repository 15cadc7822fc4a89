package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.manifest.ManifestFile;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of the API's objects, as the client library's model has them, and a table for what is newer or of others. A type is {@code
 * text}, {@code int}, {@code boolean}, {@code quantity}, {@code either} of number and text, {@code any}, {@code [x]} for a list, {@code {x}}
 * for a map, {@code {label}} for labels, or a class.
 */
final class FieldTypes {
    private static final String MODEL = "io.fabric8.kubernetes.api.model.";
    private static final DeserializationConfig JACKSON = new ObjectMapper().getDeserializationConfig();
    private static final Map<Class<?>, String> PLAIN = Map.of(
            String.class, "text",
            Integer.class, "int",
            Long.class, "int",
            Boolean.class, "boolean",
            Quantity.class, "quantity",
            IntOrString.class, "either");
    private static final Set<String> OF_LABELS = Set.of("labels", "matchLabels", "nodeSelector");

    /** Its sources, then a class with the types of its fields a line, first the classes of all kinds. */
    private static final List<String> TABLE =
            ManifestFile.bundled("/schema/fields.txt").lines().toList();

    private static final Map<String, Map<String, String>> OTHERS = TABLE.stream()
            .skip(1)
            .map(line -> line.split(": ", 2))
            .collect(Collectors.toMap(named -> named[0], named -> typed(named[1])));
    private static final Map<String, Map<String, String>> KNOWN = new ConcurrentHashMap<>();

    private FieldTypes() {}

    private static Map<String, String> typed(String fields) {
        return Stream.of(fields.split(", "))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(field -> field[0], field -> field[1]));
    }

    /** The packages that the fields come from, with their versions. */
    static String sources() {
        return TABLE.get(0);
    }

    /** The classes of objects, by version and kind such as {@code apps/v1/Deployment}. */
    static Map<String, String> kinds() {
        return OTHERS.getOrDefault("", Map.of());
    }

    /** The types of a class's fields, by name and in its order; empty of what is no class. */
    static Map<String, String> of(String type) {
        return KNOWN.computeIfAbsent(type, FieldTypes::read);
    }

    private static Map<String, String> read(String type) {
        Map<String, String> fields = new TreeMap<>(OTHERS.getOrDefault(type, Map.of()));
        try {
            Class<?> model = Class.forName(MODEL + type);
            boolean isObject = HasMetadata.class.isAssignableFrom(model);
            JACKSON.introspect(JACKSON.constructType(model))
                    .findProperties()
                    .forEach(field -> fields.put(
                            field.getName(),
                            isObject && field.getName().equals("status")
                                    ? "any"
                                    : type(field.getName(), field.getPrimaryType())));
        } catch (ClassNotFoundException ofTheTableAlone) {
            return fields;
        }
        return fields;
    }

    private static String type(String field, JavaType type) {
        if (type.isMapLikeType()) {
            return OF_LABELS.contains(field) ? "{label}" : "{" + type("", type.getContentType()) + "}";
        }
        if (Collection.class.isAssignableFrom(type.getRawClass())) {
            return "[" + type("", type.getContentType()) + "]";
        }
        String name = type.getRawClass().getName();
        boolean isClass = name.startsWith(MODEL)
                && !type.isInterface()
                && !JACKSON.introspect(type).findProperties().isEmpty();
        return PLAIN.getOrDefault(type.getRawClass(), isClass ? name.substring(MODEL.length()) : "any");
    }
}

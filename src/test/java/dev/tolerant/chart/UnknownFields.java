package dev.tolerant.chart;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The fields of an object that its Kubernetes type does not have: fabric8 keeps them apart at every level. */
public final class UnknownFields {
    private final List<String> paths = new ArrayList<>();

    private UnknownFields() {}

    public static List<String> of(Object object) {
        UnknownFields fields = new UnknownFields();
        fields.visit(object.getClass().getSimpleName(), object);
        return fields.paths;
    }

    private void visit(String path, Object value) {
        if (value instanceof Collection<?> items) {
            items.forEach(item -> visit(path + "[]", item));
        } else if (value instanceof Map<?, ?> entries) {
            entries.forEach((key, entry) -> visit(path + "." + key, entry));
        } else if (value != null && value.getClass().getName().startsWith("io.fabric8.kubernetes.api.model.")) {
            for (Method method : value.getClass().getMethods()) {
                if (method.getName().startsWith("get") && method.getParameterCount() == 0) {
                    visitField(path, method, value);
                }
            }
        }
    }

    private void visitField(String path, Method getter, Object value) {
        Object field;
        try {
            field = getter.invoke(value);
        } catch (IllegalAccessException | InvocationTargetException wrong) {
            throw new AssertionError(path + "." + getter.getName(), wrong);
        }
        if (getter.isAnnotationPresent(JsonAnyGetter.class) && field != null) {
            ((Map<?, ?>) field).keySet().forEach(name -> paths.add(path + "." + name));
        } else if (!value.getClass().isEnum()) {
            visit(path + "." + getter.getName().substring("get".length()), field);
        }
    }
}

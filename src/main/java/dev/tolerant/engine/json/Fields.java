package dev.tolerant.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.tolerant.engine.json.TreeReader.Span;
import dev.tolerant.engine.json.TreeReader.TooMuch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in a JSON tree, each by the type that the API has for it; the path of one that has another type is named. An
 * object that is absent or null has no fields.
 */
public final class Fields {
    private final @Nullable Fields parent;
    private final String name;
    /** Less than 0 outside of lists. */
    private final int index;

    private final JsonNode object;

    private Fields(@Nullable Fields parent, String name, int index, JsonNode object) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.object = object;
    }

    /** Paths begin below this value. */
    public static Fields of(JsonNode value) throws UnexpectedJsonException {
        return new Fields(null, "", -1, MissingNode.getInstance()).below("", -1, value);
    }

    private Fields below(String field, int at, JsonNode value) throws UnexpectedJsonException {
        if (value instanceof TooMuch left) {
            throw left.why().below(path(field, at));
        }
        if (isAbsent(value)) {
            return new Fields(this, field, at, MissingNode.getInstance());
        }
        if (!(value instanceof ObjectNode)) {
            throw wrongType(field, at, "an object", value);
        }
        return new Fields(this, field, at, value);
    }

    // By instanceof here and below, because a virtual call with this many receivers is not inlined.
    private static boolean isAbsent(JsonNode value) {
        return value instanceof MissingNode || value instanceof NullNode;
    }

    private String path() {
        return parent == null ? name : parent.path(name, index);
    }

    private String path(String field, int at) {
        String path = path();
        return (path.isEmpty() ? field : path + "." + field) + (at < 0 ? "" : "[" + at + "]");
    }

    /** True also for an object without fields. */
    public boolean isPresent() {
        return object instanceof ObjectNode;
    }

    public boolean has(String field) {
        return object.has(field);
    }

    public Fields object(String field) throws UnexpectedJsonException {
        return below(field, -1, object.path(field));
    }

    public boolean isObject(String field) {
        return object.path(field) instanceof ObjectNode;
    }

    public boolean isText(String field) {
        return object.path(field) instanceof TextNode;
    }

    /** Paths of the object in this field begin there. */
    public Fields root(String field) throws UnexpectedJsonException {
        return of(object.path(field));
    }

    /** Makes something of an object; the exception has the path of what is wrong with that. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(Fields object) throws UnexpectedJsonException;
    }

    /** Of each object; fails on a null in the list; empty if there is no list. */
    public <T> List<T> list(String field, Reader<T> reader) throws UnexpectedJsonException {
        List<T> list = new ArrayList<>();
        for (Fields each : present(field)) {
            list.add(reader.read(each));
        }
        return list;
    }

    /** Fails on a null in the list; empty if there is no list. */
    public List<Fields> present(String field) throws UnexpectedJsonException {
        List<Fields> objects = objects(field);
        for (Fields each : objects) {
            if (!each.isPresent()) {
                throw each.wrong("must be an object, but is null");
            }
        }
        return objects;
    }

    /** An absent object for each null of the list; empty if there is no list. */
    public List<Fields> objects(String field) throws UnexpectedJsonException {
        JsonNode list = listOrNone(field);
        List<Fields> objects = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            objects.add(below(field, i, list.get(i)));
        }
        return objects;
    }

    /** An empty text for each null of the list; empty if there is no list. */
    public List<String> texts(String field) throws UnexpectedJsonException {
        JsonNode list = listOrNone(field);
        List<String> texts = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            texts.add(text(list.get(i), field, i));
        }
        return texts;
    }

    /** 0 if there is no list. */
    public int size(String field) throws UnexpectedJsonException {
        return listOrNone(field).size();
    }

    private JsonNode listOrNone(String field) throws UnexpectedJsonException {
        JsonNode list = object.path(field);
        if (isAbsent(list)) {
            return MissingNode.getInstance();
        }
        if (!(list instanceof ArrayNode)) {
            throw wrongType(field, -1, "a list", list);
        }
        return list;
    }

    /** In the object's order; an empty text for each null. */
    public Map<String, String> map(String field) throws UnexpectedJsonException {
        Fields map = object(field);
        if (map.object.isEmpty()) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : map.object.properties()) {
            texts.put(entry.getKey(), map.text(entry.getKey()));
        }
        return texts;
    }

    public Iterable<Map.Entry<String, JsonNode>> values() {
        return object.properties();
    }

    /** Empty if the field is absent. */
    public String text(String field) throws UnexpectedJsonException {
        return text(object.path(field), field, -1);
    }

    private String text(JsonNode value, String field, int at) throws UnexpectedJsonException {
        if (isAbsent(value)) {
            return "";
        }
        if (value instanceof TextNode text) {
            return text.textValue();
        }
        throw wrongType(field, at, "a string", value);
    }

    /** Fails if the text is empty. */
    public String required(String field) throws UnexpectedJsonException {
        String text = text(field);
        if (text.isEmpty()) {
            throw wrong(field, "is missing");
        }
        return text;
    }

    /** The text or number as text; null for anything else. */
    public static @Nullable String scalar(JsonNode value) {
        if (value instanceof POJONode number && number.getPojo() instanceof RawValue written) {
            return String.valueOf(written.rawValue());
        }
        return value.isTextual() || value.isNumber() ? value.asText() : null;
    }

    /** False if the field is absent. */
    public boolean flag(String field) throws UnexpectedJsonException {
        JsonNode value = object.path(field);
        if (!isAbsent(value) && !value.isBoolean()) {
            throw wrongType(field, -1, "true or false", value);
        }
        return value.booleanValue();
    }

    /** A 64-bit integer; null if the field is absent. */
    public @Nullable Long integer(String field) throws UnexpectedJsonException {
        JsonNode value = object.path(field);
        if (isAbsent(value)) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrongType(field, -1, "a 64-bit whole number", value);
        }
        return value.longValue();
    }

    /** The place of an object that {@link TreeReader} has read. */
    public Span span() {
        return TreeReader.span(object);
    }

    public UnexpectedJsonException wrong(String problem) {
        return new UnexpectedJsonException(path(), problem);
    }

    public UnexpectedJsonException wrong(String field, String problem) {
        return new UnexpectedJsonException(path(field, -1), problem);
    }

    /** The exception for a field of which there is more than rules decide about. */
    public UnexpectedJsonException.TooMuchJsonException tooMuch(String field, String problem) {
        return new UnexpectedJsonException.TooMuchJsonException(path(field, -1), problem);
    }

    private UnexpectedJsonException wrongType(String field, int at, String wanted, JsonNode value) {
        return new UnexpectedJsonException(path(field, at), "must be " + wanted + ", but is " + typeOf(value));
    }

    /** With its article, for messages. */
    public static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "a list";
            case STRING -> "a string";
            case BOOLEAN -> "a boolean";
            case NUMBER, POJO -> "a number";
            default -> "null";
        };
    }
}

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
    /** The index in the list of this name; less than 0 outside of lists. */
    private final int index;

    private final JsonNode object;

    private Fields(@Nullable Fields parent, String name, int index, JsonNode object) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.object = object;
    }

    /** The fields of this value, which paths begin below. */
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

    /** Whether the object is there, maybe without fields. */
    public boolean isPresent() {
        return object instanceof ObjectNode;
    }

    /** Whether there is a field of this name, whatever its value. */
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

    /** The object in a field, whose own paths begin there. */
    public Fields root(String field) throws UnexpectedJsonException {
        return of(object.path(field));
    }

    /** The objects of the list in a field, of which none may be null; empty if there is no list. */
    public List<Fields> present(String field) throws UnexpectedJsonException {
        List<Fields> objects = objects(field);
        for (Fields each : objects) {
            if (!each.isPresent()) {
                throw each.wrong("must be an object, but is null");
            }
        }
        return objects;
    }

    /** The objects of the list in a field, an absent one for each null; empty if there is no list. */
    public List<Fields> objects(String field) throws UnexpectedJsonException {
        JsonNode list = listOrNone(field);
        List<Fields> objects = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            objects.add(below(field, i, list.get(i)));
        }
        return objects;
    }

    /** The texts of the list in a field, an empty one for each null; empty if there is no list. */
    public List<String> texts(String field) throws UnexpectedJsonException {
        JsonNode list = listOrNone(field);
        List<String> texts = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            texts.add(text(list.get(i), field, i));
        }
        return texts;
    }

    /** How many elements the list in a field has; 0 if there is no list. */
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

    /** The object in a field, whose values are texts, in its order; an empty text for each null. */
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

    /** The fields that are there, by name. */
    public Iterable<Map.Entry<String, JsonNode>> values() {
        return object.properties();
    }

    /** The text in a field; empty if it is absent. */
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

    /** The text in a field, which must not be empty. */
    public String required(String field) throws UnexpectedJsonException {
        String text = text(field);
        if (text.isEmpty()) {
            throw wrong(field, "is missing");
        }
        return text;
    }

    /** The text or number that a value is, as text; null if it is anything else. */
    public static @Nullable String scalar(JsonNode value) {
        if (value instanceof POJONode number && number.getPojo() instanceof RawValue written) {
            return String.valueOf(written.rawValue());
        }
        return value.isTextual() || value.isNumber() ? value.asText() : null;
    }

    /** The boolean in a field; false if it is absent. */
    public boolean flag(String field) throws UnexpectedJsonException {
        JsonNode value = object.path(field);
        if (!isAbsent(value) && !value.isBoolean()) {
            throw wrongType(field, -1, "true or false", value);
        }
        return value.booleanValue();
    }

    /** The 64-bit integer in a field; null if it is absent. */
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

    /** Where in the text the object is, which {@link TreeReader} has read. */
    public Span span() {
        return TreeReader.span(object);
    }

    /** The exception for this object, which is missing or too much. */
    public UnexpectedJsonException wrong(String problem) {
        return new UnexpectedJsonException(path(), problem);
    }

    /** The exception for a field. */
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

    /** What a value is, for messages. */
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

package dev.tolerant.engine.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JSON text forwards, and names the path of a value that has the wrong type. It counts what its reader keeps, so
 * that a text of megabytes costs no more memory than a limit allows.
 */
public final class JsonCursor {
    /** The most elements of lists, and fields of any name, that a reader gets from one text. */
    public static final int MAX_ENTRIES = 10_000;
    /** The most characters that a reader gets from one text, in strings and names. */
    public static final int MAX_TEXT = 1 << 20;

    /** Characters in one name or value that a reader keeps; Kubernetes' own limits are far below. */
    public static final int MAX_STRING = 4096;

    private final SkippingParser parser;
    private int keptEntries;
    private int keptText;

    /** A range of the text's bytes, from {@code start} to before {@code end}. */
    public record Span(int start, int end) {}

    public JsonCursor(SkippingParser parser) {
        this.parser = parser;
    }

    /** Enters the object here; false if there is null instead. */
    public boolean enterObject(String path) throws IOException, UnexpectedJsonException {
        return enter(JsonToken.START_OBJECT, "an object", path);
    }

    /** Enters the array here; false if there is null instead. */
    public boolean enterArray(String path) throws IOException, UnexpectedJsonException {
        return enter(JsonToken.START_ARRAY, "a list", path);
    }

    private boolean enter(JsonToken start, String name, String path) throws UnexpectedJsonException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return false;
        }
        if (token != start) {
            throw wrongType(path, name);
        }
        return true;
    }

    /** Moves to the value of the next field, whatever its name, and returns the name; null at the end of the object. */
    @Nullable
    public String nextField(String path) throws IOException, UnexpectedJsonException {
        if (parser.remaining() > MAX_TEXT - keptText) {
            requireRoom(parser.nextNameLength(), path);
        }
        String name = parser.nextFieldName();
        if (name != null) {
            parser.nextToken();
            requireShort(name, path);
            keptText += name.length();
            countEntry(path);
        }
        return name;
    }

    /** Moves to the value of the next wanted field, and returns the field's name; null at the end of the object. */
    @Nullable
    public String nextField(FieldNames wanted) throws IOException {
        String name = parser.nextFieldName(wanted);
        if (name != null) {
            parser.nextToken();
        }
        return name;
    }

    /** Moves to the next element; false at the end of the array. */
    public boolean nextElement(String path) throws IOException, UnexpectedJsonException {
        if (parser.nextToken() == JsonToken.END_ARRAY) {
            return false;
        }
        countEntry(path);
        return true;
    }

    private void countEntry(String path) throws TooMuchJsonException {
        if (++keptEntries > MAX_ENTRIES) {
            throw new TooMuchJsonException(
                    path,
                    "is too long: it brings the review to more than " + MAX_ENTRIES
                            + " entries of the lists and maps that the rules read; shorten it");
        }
    }

    /** The string here, which the reader keeps. */
    private String kept(String path) throws IOException, TooMuchJsonException {
        if (parser.remaining() > MAX_TEXT - keptText) {
            requireRoom(parser.stringLength(), path);
        }
        String kept = parser.getText();
        requireShort(kept, path);
        keptText += kept.length();
        return kept;
    }

    /** Sentences repeat names and values, some once for each policy. */
    private static void requireShort(String text, String path) throws TooMuchJsonException {
        if (text.length() > MAX_STRING) {
            throw new TooMuchJsonException(path, "is longer than " + MAX_STRING + " characters; shorten it");
        }
    }

    /** Counts so many bytes of the text, up to here, as kept. */
    public void keep(Span span, String path) throws TooMuchJsonException {
        int length = span.end() - span.start();
        requireRoom(length, path);
        keptText += length;
    }

    private void requireRoom(int length, String path) throws TooMuchJsonException {
        if (length > MAX_TEXT - keptText) {
            throw new TooMuchJsonException(
                    path,
                    "is too long: it brings the review to more than " + MAX_TEXT
                            + " characters in what the rules read; shorten it");
        }
    }

    /** Starts to count again, for a reader that has thrown away what it kept. */
    public void forget() {
        keptEntries = 0;
        keptText = 0;
    }

    /** Skips the value here. */
    public void skip() throws IOException {
        parser.skipChildren();
    }

    public boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    public boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    /** The string here; empty for null. */
    public String text(String path) throws IOException, UnexpectedJsonException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_STRING) {
            return kept(path);
        }
        if (token == JsonToken.VALUE_NULL) {
            return "";
        }
        throw wrongType(path, "a string");
    }

    /** The string or number here, as it is written. */
    public String scalar(String path) throws IOException, UnexpectedJsonException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return kept(path);
        }
        if (parser.currentToken().isNumeric()) {
            return parser.getText();
        }
        throw wrongType(path, "a string or a number");
    }

    /** The boolean here; false for null. */
    public boolean flag(String path) throws UnexpectedJsonException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw wrongType(path, "true or false");
        };
    }

    /** The 64-bit integer here, null for null. */
    @Nullable
    public Long integer(String path) throws IOException, UnexpectedJsonException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return parser.getLongValue();
        }
        throw wrongType(path, "a 64-bit whole number");
    }

    /** The array of strings here; empty for null. */
    public List<String> list(String path) throws IOException, UnexpectedJsonException {
        if (!enterArray(path)) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(4);
        String element = path + "[]";
        while (nextElement(path)) {
            texts.add(text(element));
        }
        return texts;
    }

    /** The object of strings here, in its order. */
    public Map<String, String> texts(String path) throws IOException, UnexpectedJsonException {
        if (!enterObject(path)) {
            return Map.of();
        }
        String name = nextField(path);
        if (name == null) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (; name != null; name = nextField(path)) {
            texts.put(name, text(path));
        }
        return texts;
    }

    /** The offset of the first byte of the value here. */
    public int start() {
        return (int) parser.currentTokenLocation().getByteOffset();
    }

    /** The offset of the byte after everything read so far. */
    public int end() {
        return (int) parser.currentLocation().getByteOffset();
    }

    /** How many objects and arrays are open around the value here. */
    public int outerDepth() {
        int depth = parser.getParsingContext().getNestingDepth();
        return parser.currentToken().isStructStart() ? depth - 1 : depth;
    }

    /** A mark of the value here, by which a reader that fails within it can leave it. */
    public int mark() {
        return parser.mark();
    }

    /** Leaves the value that had this mark, with {@code depth} objects and arrays open around it. */
    public void leave(int mark, int depth) {
        parser.leave(mark, depth);
    }

    /** The exception for what is here, where the reader wants something else. */
    public UnexpectedJsonException wrongType(String path, String wanted) {
        return new UnexpectedJsonException(path, "must be " + wanted + ", but is " + found());
    }

    private String found() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a string";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> "a number";
        };
    }
}

package dev.tolerant.engine.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.tolerant.engine.json.Mask.Field;
import dev.tolerant.engine.json.UnexpectedJsonException.TooMuchJsonException;
import java.io.IOException;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a mask wants of a JSON text into a tree, in one pass; it does not check what it skips, and can limit what
 * the tree keeps, so that a text of megabytes costs no more memory.
 */
public final class TreeReader {
    /** The most elements of lists, and fields of objects that may have any, in a limited tree. */
    public static final int MAX_ENTRIES = 10_000;
    /** The most characters of strings, and of names of fields that may have any, in a limited tree. */
    public static final int MAX_TEXT = 1 << 20;
    /** Characters in one string of a limited tree, of which sentences repeat some; Kubernetes' own limits are far below. */
    public static final int MAX_STRING = 4096;

    private static final String TOO_LONG = "is longer than " + MAX_STRING + " characters; shorten it";
    /** JSON takes six bytes for a character at most. */
    private static final int LONGEST = 6 * MAX_STRING;

    /** Most objects have so many wanted fields at most, and most lists so many entries. */
    private static final int USUAL_SIZE = 4;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final SkippingParser parser;
    private final boolean limited;
    private int keptEntries;
    private int keptText;
    /** Below the value that is being read; while it is there, nothing more is kept of the part. */
    private @Nullable TooMuchJsonException tooMuch;

    private TreeReader(SkippingParser parser, boolean limited) {
        this.parser = parser;
        this.limited = limited;
    }

    /** A range of a text's bytes, from {@code start} to before {@code end}. */
    public record Span(int start, int end) {
        public int length() {
            return end - start;
        }
    }

    /** The text is UTF-8; one that is not one JSON value is a {@link JsonProcessingException}. */
    public static JsonNode read(byte[] text, Mask wanted) throws IOException {
        return read(text, wanted, false);
    }

    /**
     * Reads a text within the limits. In place of a field that the mask sets apart, and of which there is too much, the tree has a
     * {@link TooMuch}; where there is too much of anything else, the tree is one itself.
     */
    public static JsonNode readLimited(byte[] text, Mask wanted) throws IOException {
        return read(text, wanted, true);
    }

    private static JsonNode read(byte[] text, Mask wanted, boolean limited) throws IOException {
        try (SkippingParser parser = SkippingParser.of(text)) {
            if (parser.nextToken() == null) {
                return NODES.missingNode();
            }
            TreeReader reader = new TreeReader(parser, limited);
            JsonNode tree = reader.value(wanted, false);
            if (parser.nextToken() != null) {
                throw new TrailingJsonException(parser);
            }
            return reader.tooMuch == null ? tree : new TooMuch(reader.tooMuch);
        }
    }

    private JsonNode value(Mask wanted, boolean isElement) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> wanted == Mask.VALUE ? passedOver(NODES.objectNode()) : object(wanted);
            case START_ARRAY -> isElement && wanted != Mask.ALL ? passedOver(NODES.arrayNode()) : list(wanted);
            case VALUE_STRING -> NODES.textNode(text());
            case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(token == JsonToken.VALUE_TRUE);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token);
            default -> NODES.nullNode();
        };
    }

    /** A 64-bit integer, or any other number as it is written, because to read it could take long or fail. */
    private JsonNode number(JsonToken token) throws IOException {
        boolean isLong =
                token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        return isLong ? NODES.numberNode(parser.getLongValue()) : NODES.rawValueNode(new RawValue(parser.getText()));
    }

    private JsonNode passedOver(JsonNode empty) throws IOException {
        parser.skipChildren();
        return empty;
    }

    private ObjectNode object(Mask wanted) throws IOException {
        PlacedObject object = new PlacedObject(parser.start());
        while (true) {
            if (limited && wanted.isOfAnyName() && parser.remaining() > LONGEST && parser.nextNameLength() > LONGEST) {
                exceed(TOO_LONG);
            }
            Field found = wanted.isOfNames() ? parser.nextField(wanted) : null;
            String name = found == null ? parser.nextFieldName() : found.getValue();
            if (name == null) {
                break;
            }
            parser.nextToken();
            Mask field = found == null ? wanted.field(name) : found.wanted();
            if (field != null && wanted.isOfAnyName()) {
                countEntry();
                count(name);
            }
            if (field == null || tooMuch != null) {
                parser.skipChildren();
            } else {
                object.set(name, child(name, field));
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT) {
            throw new TrailingJsonException(parser);
        }
        object.end = parser.end();
        return object;
    }

    private JsonNode child(String name, Mask wanted) throws IOException {
        JsonNode child = value(wanted, false);
        if (tooMuch == null) {
            return child;
        }
        if (!wanted.apart()) {
            tooMuch = tooMuch.below(name);
            return child;
        }
        TooMuch instead = new TooMuch(tooMuch);
        tooMuch = null;
        keptEntries = 0;
        keptText = 0;
        return instead;
    }

    private ArrayNode list(Mask wanted) throws IOException {
        ArrayNode list = NODES.arrayNode(USUAL_SIZE);
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (parser.currentToken() == null) {
                throw new TrailingJsonException(parser);
            }
            if (tooMuch == null) {
                countEntry();
            }
            if (tooMuch != null) {
                parser.skipChildren();
                continue;
            }
            JsonNode element = value(wanted, true);
            if (tooMuch != null) {
                tooMuch = tooMuch.below("[" + i + "]");
            } else if (wanted.types().isEmpty()
                    || wanted.types().contains(element.path("type").asText())) {
                list.add(element);
            }
        }
        return list;
    }

    private String text() throws IOException {
        if (limited && parser.remaining() > LONGEST && parser.stringLength() > LONGEST) {
            exceed(TOO_LONG);
            return "";
        }
        String text = parser.getText();
        count(text);
        return text;
    }

    private void count(String text) {
        keptText += text.length();
        if (text.length() > MAX_STRING) {
            exceed(TOO_LONG);
        } else if (keptText > MAX_TEXT) {
            exceed("is too long: it brings the review to more than " + MAX_TEXT
                    + " characters in what the rules read; shorten it");
        }
    }

    private void countEntry() {
        if (++keptEntries > MAX_ENTRIES) {
            exceed("is too long: it brings the review to more than " + MAX_ENTRIES
                    + " entries of the lists and maps that the rules read; shorten it");
        }
    }

    private void exceed(String problem) {
        if (limited && tooMuch == null) {
            tooMuch = new TooMuchJsonException("", problem);
        }
    }

    /** A text that goes on after its value, or ends within it. */
    private static final class TrailingJsonException extends JsonProcessingException {
        TrailingJsonException(JsonParser parser) {
            super("it does not end with one JSON value", parser.currentLocation());
        }
    }

    private static final class PlacedObject extends ObjectNode {
        private final int start;
        private int end;

        PlacedObject(int start) {
            super(NODES, new LinkedHashMap<>(USUAL_SIZE));
            this.start = start;
        }
    }

    static Span span(JsonNode object) {
        PlacedObject placed = (PlacedObject) object;
        return new Span(placed.start, placed.end);
    }

    static final class TooMuch extends POJONode {
        TooMuch(TooMuchJsonException why) {
            super(why);
        }

        TooMuchJsonException why() {
            return (TooMuchJsonException) getPojo();
        }
    }
}

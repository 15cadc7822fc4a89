package dev.tolerant.engine.review;

import dev.tolerant.engine.decision.OneLine;
import dev.tolerant.engine.json.JsonScan;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** JSON in UTF-8 in the making. Everything goes into one buffer, which grows; the commas come by themselves. */
final class JsonBytes {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    /** {@code expected} is how many bytes there will probably be. */
    JsonBytes(int expected) {
        this.bytes = new byte[expected];
    }

    void startObject() {
        separate();
        put('{');
    }

    void endObject() {
        put('}');
    }

    void startArray() {
        separate();
        put('[');
    }

    void endArray() {
        put(']');
    }

    /** Begins a field; its value comes next. */
    void field(String name) {
        separate();
        putQuoted(name);
        put(':');
    }

    void field(String name, String value) {
        field(name);
        putQuoted(value);
    }

    void field(String name, long value) {
        field(name);
        number(value);
    }

    void field(String name, boolean value) {
        field(name);
        raw(value ? TRUE : FALSE);
    }

    void string(String value) {
        separate();
        putQuoted(value);
    }

    /** Writes a text that comes from outside the program as one line of at most {@code max} characters ({@link OneLine}). */
    void line(String text, int max) {
        separate();
        // A string that is plain JSON is one plain line, too.
        if (text.length() > max || !putPlain(text)) {
            putQuoted(OneLine.of(text, max));
        }
    }

    /** The same as the value of a field. */
    void field(String name, String text, int max) {
        field(name);
        line(text, max);
    }

    void number(long value) {
        separate();
        putAscii(Long.toString(value));
    }

    /** A value, or the beginning of one, that is JSON already. */
    void raw(byte[] json) {
        raw(json, 0, json.length);
    }

    /** The same, from the bytes from {@code start} to before {@code end}. */
    void raw(byte[] json, int start, int end) {
        separate();
        put(json, start, end);
    }

    /** How many bytes there are. */
    int length() {
        return length;
    }

    /** Replaces the value that began at this length by a string with its Base64. */
    void toBase64(int start) {
        ByteBuffer encoded = Base64.getEncoder().encode(ByteBuffer.wrap(bytes, start, length - start));
        length = start;
        // Nothing in the alphabet of Base64 has to be escaped.
        put('"');
        put(encoded.array(), 0, encoded.limit());
        put('"');
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** A comma, unless this is the first of its object or list, or the value of a field. */
    private void separate() {
        if (length == 0) {
            return;
        }
        byte last = bytes[length - 1];
        if (last != '{' && last != '[' && last != ':') {
            put(',');
        }
    }

    private void putQuoted(String text) {
        if (!putPlain(text)) {
            put('"');
            putEscaped(text);
            put('"');
        }
    }

    /**
     * Writes the text as a string if nothing in it has to be escaped; false if something has. The JDK encodes text faster than
     * any loop over its characters, and whether it is plain shows in the bytes.
     */
    private boolean putPlain(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (!JsonScan.isPlain(utf8)) {
            return false;
        }
        put('"');
        put(utf8, 0, utf8.length);
        put('"');
        return true;
    }

    private void putEscaped(String text) {
        int point;
        for (int i = 0; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point == '"' || point == '\\') {
                put('\\');
                put((char) point);
            } else if (point < ' ' || isLoneSurrogate(point)) {
                put('\\');
                put('u');
                putAscii(HexFormat.of().toHexDigits((char) point));
            } else if (point <= '~') {
                put((char) point);
            } else {
                byte[] utf8 = Character.toString(point).getBytes(StandardCharsets.UTF_8);
                put(utf8, 0, utf8.length);
            }
        }
    }

    private void putAscii(String text) {
        put(text.getBytes(StandardCharsets.US_ASCII), 0, text.length());
    }

    /** UTF-8 has no bytes for half of a pair, but JSON can name it. */
    private static boolean isLoneSurrogate(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private void put(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    private void put(byte[] more, int start, int end) {
        reserve(end - start);
        System.arraycopy(more, start, bytes, length, end - start);
        length += end - start;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}

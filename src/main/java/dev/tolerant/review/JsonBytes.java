package dev.tolerant.review;

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

    void number(long value) {
        separate();
        putPlain(Long.toString(value));
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
        put('"');
        int plain = putPlain(text);
        if (plain < text.length()) {
            putEscaped(text, plain);
        }
        put('"');
    }

    /** Writes the text up to the first character that is not printable ASCII or has to be escaped, and returns its index. */
    private int putPlain(String text) {
        reserve(text.length());
        byte[] to = bytes;
        int at = length;
        int i = 0;
        while (i < text.length() && isPlain(text.charAt(i))) {
            to[at + i] = (byte) text.charAt(i);
            i++;
        }
        length = at + i;
        return i;
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    }

    private void putEscaped(String text, int from) {
        int point;
        for (int i = from; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (point == '"' || point == '\\') {
                put('\\');
                put((char) point);
            } else if (point < ' ' || isLoneSurrogate(point)) {
                put('\\');
                putPlain("u" + HexFormat.of().toHexDigits((char) point));
            } else {
                byte[] utf8 = Character.toString(point).getBytes(StandardCharsets.UTF_8);
                put(utf8, 0, utf8.length);
            }
        }
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

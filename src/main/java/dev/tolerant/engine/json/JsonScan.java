package dev.tolerant.engine.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds where the parts of a JSON text end, in bytes, without checking what they contain; a part that does not end
 * within the text ends with it.
 */
final class JsonScan {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = '"' * LOW_BITS;
    private static final long BACKSLASHES = '\\' * LOW_BITS;

    private JsonScan() {}

    static boolean is(char wanted, byte[] text, int at, int end) {
        return at < end && text[at] == wanted;
    }

    static int afterSpace(byte[] text, int from, int end) {
        int i = from;
        while (i < end && text[i] >= 0 && text[i] <= ' ') {
            i++;
        }
        return i;
    }

    /** The quote that ends the string; -1 if anything but printable ASCII without escapes comes before it. */
    static int plainEnd(byte[] text, int from, int end) {
        int i = from;
        while (i < end && text[i] >= ' ' && text[i] != '"' && text[i] != '\\') {
            i++;
        }
        return is('"', text, i, end) ? i : -1;
    }

    /** The quote that ends a name of which nothing else is checked; -1 if an escape comes before it. */
    static int nameEnd(byte[] text, int from, int end) {
        int i = from;
        while (i <= end - Long.BYTES) {
            long found = quotesAndBackslashes(text, i);
            if (found != 0) {
                i += Long.numberOfTrailingZeros(found) / Byte.SIZE;
                return text[i] == '"' ? i : -1;
            }
            i += Long.BYTES;
        }
        return plainEnd(text, i, end);
    }

    static int afterValue(byte[] text, int from, int end) {
        if (is('"', text, from, end)) {
            return Math.min(end, stringEnd(text, from + 1, end) + 1);
        }
        if (is('{', text, from, end) || is('[', text, from, end)) {
            return Math.min(end, closingBracket(text, from + 1, end) + 1);
        }
        int i = from;
        while (i < end && text[i] != ',' && text[i] != '}' && text[i] != ']') {
            i++;
        }
        return i;
    }

    /** The bracket that closes what is open at {@code from}; {@code end} if nothing closes it. */
    static int closingBracket(byte[] text, int from, int end) {
        int open = 1;
        int i = from;
        while (i < end) {
            switch (text[i++]) {
                case '"' -> i = stringEnd(text, i, end) + 1;
                case '{', '[' -> open++;
                case '}', ']' -> {
                    if (--open == 0) {
                        return i - 1;
                    }
                }
                default -> {}
            }
        }
        return end;
    }

    /** The quote that ends the string whose first character is at {@code from}; {@code end} if there is none. */
    static int stringEnd(byte[] text, int from, int end) {
        int i = from;
        while (i <= end - Long.BYTES) {
            long found = quotesAndBackslashes(text, i);
            if (found == 0) {
                i += Long.BYTES;
                continue;
            }
            i += Long.numberOfTrailingZeros(found) / Byte.SIZE;
            if (text[i] == '"') {
                return i;
            }
            i += 2;
        }
        for (; i < end; i++) {
            if (text[i] == '"') {
                return i;
            }
            if (text[i] == '\\') {
                i++;
            }
        }
        return end;
    }

    /** The high bit of every quote and backslash among the eight bytes here; exact up to the first of them. */
    private static long quotesAndBackslashes(byte[] text, int at) {
        long word = (long) WORD.get(text, at);
        return zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
    }

    /** The high bit of every byte that is zero; exact up to the first such byte. */
    private static long zeros(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }
}

package dev.tolerant.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds in the bytes of a JSON text where its parts end, and checks nothing on the way. All offsets are of bytes; what does
 * not end within the text ends with it.
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

    static int behindSpace(byte[] text, int from, int end) {
        int i = from;
        while (i < end && text[i] >= 0 && text[i] <= ' ') {
            i++;
        }
        return i;
    }

    /** The quote that ends the string, -1 if there is none, or something before that is more than a printable character. */
    static int plainEnd(byte[] text, int from, int end) {
        int i = from;
        while (i < end && text[i] >= ' ' && text[i] != '"' && text[i] != '\\') {
            i++;
        }
        return is('"', text, i, end) ? i : -1;
    }

    /** Where the text goes on behind the value that begins at {@code from}. */
    static int behindValue(byte[] text, int from, int end) {
        if (is('"', text, from, end)) {
            return behindString(text, from + 1, end);
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

    /** Where the bracket stands that closes what is open at {@code from}; {@code end} if there is none. */
    static int closingBracket(byte[] text, int from, int end) {
        int open = 1;
        int i = from;
        while (i < end) {
            switch (text[i++]) {
                case '"' -> i = behindString(text, i, end);
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

    /** Where the text goes on behind the string whose first character is at {@code from}. */
    private static int behindString(byte[] text, int from, int end) {
        int i = from;
        while (i <= end - Long.BYTES) {
            long word = (long) WORD.get(text, i);
            long found = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES);
            if (found == 0) {
                i += Long.BYTES;
                continue;
            }
            i += Long.numberOfTrailingZeros(found) / Byte.SIZE;
            if (text[i] == '"') {
                return i + 1;
            }
            i += 2;
        }
        for (; i < end; i++) {
            if (text[i] == '"') {
                return i + 1;
            }
            if (text[i] == '\\') {
                i++;
            }
        }
        return end;
    }

    /** The high bit of every byte that is zero, exact up to the first of them. */
    private static long zeros(long word) {
        return (word - LOW_BITS) & ~word & HIGH_BITS;
    }
}

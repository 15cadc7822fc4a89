package dev.tolerant.engine.json;

import com.fasterxml.jackson.core.io.SerializedString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names of the fields that a reader wants of an object, to be found in the bytes of a text. */
public final class FieldNames {
    /** The most bytes that an escape takes for one character. */
    private static final int ESCAPED = 6;

    private final SerializedString[][] byLength;

    private FieldNames(List<String> names) {
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        this.byLength = new SerializedString[longest + 1][];
        Arrays.setAll(
                byLength,
                length -> names.stream()
                        .filter(name -> name.length() == length)
                        .map(SerializedString::new)
                        .toArray(SerializedString[]::new));
    }

    /** These names, which must be of printable ASCII, without quotes and backslashes. */
    public static FieldNames of(String... names) {
        return new FieldNames(List.of(names));
    }

    /**
     * Whether the bytes from {@code start} to before {@code end}, which are not all plain, cannot write one of the names.
     * The only escapes that can are those by a character's number, and that of a slash.
     */
    boolean excludes(byte[] text, int start, int end) {
        int longest = byLength.length - 1;
        if (end - start > ESCAPED * longest) {
            return true;
        }
        int i = start;
        while (i < end && text[i] >= 0 && text[i] != '\\') {
            i++;
        }
        return i < end && (text[i] < 0 || (i + 1 < end && text[i + 1] != 'u' && text[i + 1] != '/'));
    }

    boolean contain(String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        return find(utf8, 0, utf8.length) != null;
    }

    /** The name that equals the bytes from {@code start} to before {@code end}; null if none of the names does. */
    @Nullable
    SerializedString find(byte[] text, int start, int end) {
        int length = end - start;
        if (length >= byLength.length) {
            return null;
        }
        for (SerializedString name : byLength[length]) {
            if (Arrays.equals(name.asUnquotedUTF8(), 0, length, text, start, end)) {
                return name;
            }
        }
        return null;
    }
}

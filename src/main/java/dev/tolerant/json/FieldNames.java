package dev.tolerant.json;

import com.fasterxml.jackson.core.io.SerializedString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names of the fields that a reader wants of an object, to be found in the bytes of a text. */
public final class FieldNames {
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

    /** These names, which must be ASCII. */
    public static FieldNames of(String... names) {
        return new FieldNames(List.of(names));
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

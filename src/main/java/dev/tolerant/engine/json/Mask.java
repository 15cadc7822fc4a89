package dev.tolerant.engine.json;

import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects the wanted parts of a JSON value: some fields of an object, and the same of each element of a list. Masks are told apart by identity:
 * {@link #ALL} and {@link #VALUE} name no fields either.
 */
public final class Mask {
    public static final Mask ALL = new Mask(Map.of(), Map.of(), null, Set.of(), false);
    /** A text, a number or the like, or a list of these; objects, and lists in lists, are there but empty. */
    public static final Mask VALUE = new Mask(Map.of(), Map.of(), null, Set.of(), false);

    public static final Mask VALUES = new Mask(Map.of(), Map.of(), VALUE, Set.of(), false);
    private static final String ANY = "*";

    private final Map<String, Mask> fields;
    private final Map<String, Mask> beginnings;
    /** Null to drop all other fields. */
    private final @Nullable Mask rest;
    /** The {@code type} of the wanted elements of a list; empty for all of them. */
    private final Set<String> types;

    private final boolean apart;

    private final Field[] written;

    /** A wanted field with its name as Jackson finds it in the bytes of a text, which has to be plain ASCII. */
    static final class Field extends SerializedString {
        private final transient Mask wanted;
        private final transient byte[] written;

        Field(String name, Mask wanted) {
            super(name);
            this.wanted = wanted;
            this.written = asQuotedUTF8();
        }

        Mask wanted() {
            return wanted;
        }
    }

    private Mask(
            Map<String, Mask> fields,
            Map<String, Mask> beginnings,
            @Nullable Mask rest,
            Set<String> types,
            boolean apart) {
        this.fields = fields;
        this.beginnings = beginnings;
        this.rest = rest;
        this.types = types;
        this.apart = apart;
        this.written = fields.entrySet().stream()
                .filter(field -> !field.getValue().isNothing())
                .map(field -> new Field(field.getKey(), field.getValue()))
                .toArray(Field[]::new);
    }

    public static Mask of(String... names) {
        return of(ALL, names);
    }

    public static Mask ofValues(String... names) {
        return of(VALUE, names);
    }

    private static Mask of(Mask each, String... names) {
        Mask mask = new Mask(Map.of(), Map.of(), null, Set.of(), false);
        for (String name : names) {
            mask = mask.with(name, each);
        }
        return mask;
    }

    /** Every field as a whole, but for those that {@link #with} and {@link #without} name. */
    public static Mask allBut() {
        return new Mask(Map.of(), Map.of(), ALL, Set.of(), false);
    }

    /** A name that ends with an asterisk stands for all fields that begin so. */
    public Mask with(String name, Mask wanted) {
        return name.endsWith(ANY)
                ? new Mask(fields, and(beginnings, name.substring(0, name.length() - 1), wanted), rest, types, apart)
                : new Mask(and(fields, name, wanted), beginnings, rest, types, apart);
    }

    private static Map<String, Mask> and(Map<String, Mask> masks, String name, Mask wanted) {
        Map<String, Mask> more = new LinkedHashMap<>(masks);
        more.put(name, wanted);
        return more;
    }

    public Mask without(String name) {
        return with(name, of());
    }

    /** Adds these fields, as a whole, of what the path leads to, such as {@code spec.template}. */
    public Mask at(String path, String... names) {
        return at(path, of(names));
    }

    public Mask at(String path, Mask wanted) {
        int dot = path.lastIndexOf('.');
        Mask inner = of().with(path.substring(dot + 1), wanted);
        return dot < 0 ? and(inner) : at(path.substring(0, dot), inner);
    }

    public Mask ofTypes(String... wanted) {
        return new Mask(fields, beginnings, rest, Set.of(wanted), apart);
    }

    /** Too much of the value leaves the rest of the text to be read. */
    public Mask setApart() {
        return new Mask(fields, beginnings, rest, types, true);
    }

    public Mask and(Mask other) {
        if (this == ALL || other == ALL) {
            return ALL;
        }
        if (this == VALUE || other == VALUE) {
            return this == VALUE ? other : this;
        }
        Map<String, Mask> all = new LinkedHashMap<>(fields);
        other.fields.forEach((name, wanted) -> all.merge(name, wanted, Mask::and));
        Map<String, Mask> beginning = new LinkedHashMap<>(beginnings);
        other.beginnings.forEach((name, wanted) -> beginning.merge(name, wanted, Mask::and));
        return new Mask(
                all,
                beginning,
                rest == null || other.rest == null ? (rest == null ? other.rest : rest) : rest.and(other.rest),
                types.isEmpty() ? other.types : types,
                apart || other.apart);
    }

    private boolean isNothing() {
        return this != ALL && this != VALUE && fields.isEmpty() && beginnings.isEmpty() && rest == null;
    }

    /** True where whole names tell all that is wanted, so that {@link #find} finds all of it. */
    boolean isOfNames() {
        return this != ALL && beginnings.isEmpty() && rest == null;
    }

    /** The wanted field whose name the bytes from {@code start} to before {@code end} write; null if they write no such name. */
    @Nullable
    Field find(byte[] text, int start, int end) {
        int length = end - start;
        for (Field field : written) {
            // Most names are told apart by their length or their last letter.
            if (field.written.length == length
                    && field.written[length - 1] == text[end - 1]
                    && Arrays.equals(field.written, 0, length, text, start, end)) {
                return field;
            }
        }
        return null;
    }

    Set<String> types() {
        return types;
    }

    boolean apart() {
        return apart;
    }

    /** True where fields of any name are wanted, so that their number has to be limited. */
    boolean isOfAnyName() {
        return this == ALL || rest != null;
    }

    /** Null to drop the field. */
    @Nullable
    Mask field(String name) {
        if (this == ALL) {
            return ALL;
        }
        Mask wanted = fields.get(name);
        if (wanted == null) {
            wanted = beginning(name);
        }
        return wanted == null || wanted.isNothing() ? null : wanted;
    }

    private @Nullable Mask beginning(String name) {
        if (beginnings.isEmpty()) {
            return rest;
        }
        for (Map.Entry<String, Mask> beginning : beginnings.entrySet()) {
            if (name.startsWith(beginning.getKey())) {
                return beginning.getValue();
            }
        }
        return rest;
    }
}

package dev.tolerant.observed.facts;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a JSON value: of an object some fields, and of a list the same of each element.
 *
 * @param fields what is kept of each field; a name that ends with an asterisk is of all fields that begin so
 * @param rest what is kept of all other fields; null to drop them
 * @param types of a list, the {@code type} of the elements that are kept; empty for all of them
 */
record Kept(Map<String, Kept> fields, @Nullable Kept rest, Set<String> types) {
    /** Everything. */
    static final Kept ALL = new Kept(Map.of(), null, Set.of());

    private static final String ANY = "*";

    /** These fields, as a whole. */
    static Kept of(String... names) {
        Map<String, Kept> fields = new LinkedHashMap<>();
        Arrays.stream(names).forEach(name -> fields.put(name, ALL));
        return new Kept(fields, null, Set.of());
    }

    /** Every field as a whole, but for those that {@link #with} and {@link #without} name. */
    static Kept allBut() {
        return new Kept(Map.of(), ALL, Set.of());
    }

    /** The same, and this of a field. */
    Kept with(String name, Kept kept) {
        Map<String, Kept> more = new LinkedHashMap<>(fields);
        more.put(name, kept);
        return new Kept(more, rest, types);
    }

    /** The same without a field. */
    Kept without(String name) {
        return with(name, of());
    }

    /** The same of those elements of a list that have one of these types. */
    Kept ofTypes(String... wanted) {
        return new Kept(fields, rest, Set.of(wanted));
    }

    boolean isAll() {
        return this == ALL;
    }

    private boolean isNothing() {
        return this != ALL && fields.isEmpty() && rest == null;
    }

    /** What is kept of a field; null to drop it. */
    @Nullable
    Kept field(String name) {
        if (isAll()) {
            return ALL;
        }
        Kept kept = fields.get(name);
        if (kept == null) {
            kept = beginning(name);
        }
        return kept == null || kept.isNothing() ? null : kept;
    }

    private @Nullable Kept beginning(String name) {
        for (Map.Entry<String, Kept> field : fields.entrySet()) {
            String begins = field.getKey();
            if (begins.endsWith(ANY) && name.startsWith(begins.substring(0, begins.length() - 1))) {
                return field.getValue();
            }
        }
        return rest;
    }
}

package dev.tolerant.engine.pod;

import dev.tolerant.engine.toleration.Toleration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The record of a stored pod's tolerations that are not its author's. The API server keeps one owner for the whole list, so
 * nothing else tells them apart once this program has changed the list.
 */
public record Given(List<Entry> entries) {
    /** Where a record is kept. */
    public static final String ANNOTATION = "tolerant.dev/given";

    /** The giver of what the API server's DefaultTolerationSeconds injected, as managedFields proved. */
    public static final String API_SERVER = "api-server";

    /** The giver of what the API server's DefaultTolerationSeconds probably injected. */
    public static final String PROBABLY_API_SERVER = "api-server?";

    /** The giver of what a RuntimeClass or another webhook added. */
    public static final String OTHER = "other";

    /**
     * One toleration with the seconds that it was given.
     *
     * @param giver the name of a rule, as explanations have it, or one of the constants above
     */
    public record Entry(Toleration toleration, String giver) {}

    /** The record of a pod whose tolerations are all its author's. */
    public static final Given NOTHING = new Given(List.of());

    /**
     * The giver of each toleration of a list; null for the author's, as all are that the record lacks or has with other
     * seconds. Of equal ones, the last are given: what is given comes after an author's.
     */
    public List<@Nullable String> giversOf(List<Toleration> tolerations) {
        Map<Toleration, Deque<String>> givers = new HashMap<>();
        for (Entry entry : entries) {
            givers.computeIfAbsent(entry.toleration(), any -> new ArrayDeque<>(1))
                    .add(entry.giver());
        }
        String[] byIndex = new String[tolerations.size()];
        for (int i = byIndex.length - 1; i >= 0; i--) {
            Deque<String> left = givers.get(tolerations.get(i));
            byIndex[i] = left == null ? null : left.pollLast();
        }
        return Arrays.asList(byIndex);
    }

    /** The origin that a record of this giver stands for; the author where there is none. */
    public static Origin origin(@Nullable String giver) {
        if (giver == null) {
            return Origin.AUTHOR;
        }
        return switch (giver) {
            case API_SERVER -> Origin.PROVEN;
            case PROBABLY_API_SERVER -> Origin.LIKELY;
            case OTHER -> Origin.OTHER;
            default -> Origin.GIVEN;
        };
    }
}

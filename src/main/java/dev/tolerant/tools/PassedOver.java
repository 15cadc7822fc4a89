package dev.tolerant.tools;

import java.util.Map;
import java.util.TreeMap;

/** Objects without pods, which a command ignores. */
final class PassedOver {
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int count;

    void add(String kind) {
        kinds.merge(kind.isEmpty() ? "no kind" : kind, 1, Integer::sum);
        count++;
    }

    /** Reports how many there were; fails if there was nothing else. */
    void report(Messages messages, boolean nothingLeft) throws InputException {
        if (nothingLeft) {
            throw new InputException(
                    "the input has no pod and no workload" + (count == 0 ? "" : ", only " + kindsInWords()));
        }
        if (count > 0) {
            messages.say(
                    "ignores " + count + (count == 1 ? " object" : " objects") + " without pods: " + kindsInWords());
        }
    }

    private String kindsInWords() {
        StringBuilder words = new StringBuilder();
        kinds.forEach((kind, number) -> words.append(words.isEmpty() ? "" : ", ")
                .append(number)
                .append(' ')
                .append(kind));
        return words.toString();
    }
}

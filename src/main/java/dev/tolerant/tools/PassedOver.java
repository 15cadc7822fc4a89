package dev.tolerant.tools;

import java.util.Map;
import java.util.TreeMap;

/** Objects that a command passes over. */
final class PassedOver {
    private final String wanted;
    private final String does;
    private final String what;
    private final Map<String, Integer> kinds = new TreeMap<>();
    private int count;

    private PassedOver(String wanted, String does, String what) {
        this.wanted = wanted;
        this.does = does;
        this.what = what;
    }

    static PassedOver withoutPods() {
        return new PassedOver("no pod and no workload", "ignores", " without pods");
    }

    static PassedOver thatAreNoPolicies() {
        return new PassedOver("no TolerationPolicy", "passes over", " of -f beside the policies");
    }

    static PassedOver unchecked() {
        return new PassedOver("nothing that lint checks", "does not check", "");
    }

    void add(String kind) {
        kinds.merge(kind.isEmpty() ? "no kind" : kind, 1, Integer::sum);
        count++;
    }

    /** Reports how many there were; fails if there was nothing else. */
    void report(Messages messages, boolean nothingLeft) throws InputException {
        if (nothingLeft) {
            throw new InputException("the input has " + wanted + (count == 0 ? "" : ", only " + kindsInWords()));
        }
        if (count > 0) {
            messages.say(does + " " + count + (count == 1 ? " object" : " objects") + what + ": " + kindsInWords());
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

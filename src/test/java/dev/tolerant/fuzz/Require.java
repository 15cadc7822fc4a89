package dev.tolerant.fuzz;

import java.util.Objects;

/** Assertions that cost next to nothing when they hold, because a fuzzer makes millions of them. */
final class Require {
    private Require() {}

    static void that(boolean holds, String otherwise, Object about) {
        if (!holds) {
            throw new AssertionError(otherwise + ": " + about);
        }
    }

    static void equal(Object actual, Object expected, String what) {
        if (!Objects.equals(actual, expected)) {
            throw new AssertionError(what + ": " + actual + " instead of " + expected);
        }
    }

    /** The text is a sentence that a log and a terminal show on one line. */
    static void oneLine(String text, int max) {
        boolean fits = text != null
                && !text.isBlank()
                && text.length() <= max
                && text.chars().noneMatch(Character::isISOControl);
        that(fits, "not a sentence on one line", text);
    }
}

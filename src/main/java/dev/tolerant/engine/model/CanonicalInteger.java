package dev.tolerant.engine.model;

import java.util.regex.Pattern;

/** The decimal text of a 64-bit integer that Lt and Gt accept: no plus, no leading zero, no minus zero. */
final class CanonicalInteger {
    private static final Pattern FORM = Pattern.compile("0|-?[1-9][0-9]{0,18}");

    private CanonicalInteger() {}

    static boolean areBoth(String one, String other) {
        return is(one) && is(other);
    }

    static boolean is(String text) {
        if (!FORM.matcher(text).matches()) {
            return false;
        }
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException outOfRange) {
            return false;
        }
    }
}

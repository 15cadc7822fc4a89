package dev.tolerant.engine.words;

import java.util.Locale;

/** A constant of an enum with a code for programs, in settings, metrics and answers: its name in lower case, with dashes. */
public interface Coded {
    String name();

    /** Makes a new text at each call. */
    default String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

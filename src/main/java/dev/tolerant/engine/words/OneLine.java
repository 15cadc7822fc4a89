package dev.tolerant.engine.words;

import java.util.List;
import java.util.regex.Pattern;

/** Text from outside the program, made safe for one line: nothing has validated names and values before admission. */
public final class OneLine {
    private static final int MAX_LOGGED = 2000;

    /** Control characters, those that hide or reorder what a reader sees, those that start a line, and halves of characters. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private OneLine() {}

    /**
     * Characters that could mislead a reader become spaces, and double quotes become single ones.
     *
     * @param max the most characters
     */
    public static String of(String text, int max) {
        String cut = text.length() <= max ? text : text.substring(0, max - 3) + "...";
        return isPlain(cut) ? cut : UNSAFE.matcher(cut).replaceAll(" ").replace('"', '\'');
    }

    /** The names with commas between them, and the number of those beyond {@code most}. */
    public static String first(int most, List<String> names) {
        return names.size() <= most
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
    }

    public static String logged(String text) {
        return of(text, MAX_LOGGED);
    }

    public static String logged(Throwable failure) {
        String message = failure.getMessage();
        return logged(message == null ? failure.getClass().getSimpleName() : message);
    }

    /**
     * In double quotes with at most {@code max} characters between them; backslashes become slashes, so that every
     * reader finds the end of the value.
     */
    public static String quoted(String text, int max) {
        return '"' + of(text, max).replace('\\', '/') + '"';
    }

    /** Nearly every text is plain ASCII; this recognizes it without a branch for each character. */
    private static boolean isPlain(String text) {
        int signs = 0;
        for (char c : text.toCharArray()) {
            signs |= (c - ' ') | ('~' - c);
        }
        return signs >= 0 && text.indexOf('"') < 0;
    }
}

package dev.tolerant.core.decision;

/** Text from outside the program, made safe for one line: nothing has validated names and values before admission. */
public final class OneLine {
    private static final String CUT = "...";

    private OneLine() {}

    /**
     * The text on one line, in at most {@code max} characters. Control characters become spaces, and double quotes
     * become single ones, so that they cannot end a quoted string.
     */
    public static String of(String text, int max) {
        if (text.length() <= max && isFit(text)) {
            return text;
        }
        int end = text.length() <= max ? text.length() : max - CUT.length();
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        StringBuilder line = new StringBuilder(end + CUT.length());
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c == '"' ? '\'' : c);
        }
        return end < text.length() ? line.append(CUT).toString() : line.toString();
    }

    /** Nearly every text is plain ASCII; this recognizes it without a branch for each character. */
    private static boolean isFit(String text) {
        int signs = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            signs |= (c - ' ') | ('~' - c);
        }
        return signs >= 0 && text.indexOf('"') < 0;
    }
}

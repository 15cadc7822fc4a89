package dev.tolerant.engine.decision;

import java.util.HexFormat;

/** Text from outside the program, made safe for one line: nothing has validated names and values before admission. */
public final class OneLine {
    private static final String CUT = "...";
    private static final int MAX_LOGGED = 2000;

    private OneLine() {}

    /**
     * The text on one line, in at most {@code max} characters. Control characters become spaces, and double quotes
     * become single ones. Characters that would hide, reorder or break what a reader sees are escaped as in Java and JSON:
     * <code>&#92;u202e</code>.
     */
    public static String of(String text, int max) {
        return text.length() <= max && isPlain(text) ? text : escape(text, max, false);
    }

    /** The text for a line of the log. */
    public static String logged(String text) {
        return of(text, MAX_LOGGED);
    }

    /** What a failure says, for a line of the log. */
    public static String logged(Throwable failure) {
        return logged(String.valueOf(failure.getMessage()));
    }

    /**
     * The text as the value of a field, in double quotes with at most {@code max} characters between them. Quotes,
     * backslashes and control characters in the text are escaped too, so that even a reader that knows nothing of escapes
     * finds the end of the value.
     */
    public static String quoted(String text, int max) {
        boolean fits = text.length() <= max && isPlain(text) && text.indexOf('\\') < 0;
        return '"' + (fits ? text : escape(text, max, true)) + '"';
    }

    private static String escape(String text, int max, boolean quoted) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), max));
        // Where the line ends if it has to be cut: before a character, and not within its escape.
        int end = 0;
        for (int i = 0; i < text.length() && line.length() <= max; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (quoted ? c == '"' || c == '\\' || isControl(c) || isFormat(c) : isFormat(c)) {
                appendEscaped(line, c);
            } else {
                line.appendCodePoint(isControl(c) ? ' ' : c == '"' ? '\'' : c);
            }
            if (line.length() <= max - CUT.length()) {
                end = line.length();
            }
        }
        if (line.length() > max) {
            line.setLength(end);
            line.append(CUT);
        }
        return line.toString();
    }

    private static void appendEscaped(StringBuilder line, int codePoint) {
        for (char c : Character.toChars(codePoint)) {
            line.append("\\u").append(HexFormat.of().toHexDigits(c));
        }
    }

    private static boolean isControl(int codePoint) {
        return Character.isISOControl(codePoint);
    }

    /** Whether it is invisible, changes the direction of what follows, or starts a line; or is half a character. */
    private static boolean isFormat(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            default -> false;
        };
    }

    /** Nearly every text is plain ASCII; this recognizes it without a branch for each character. */
    private static boolean isPlain(String text) {
        int signs = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            signs |= (c - ' ') | ('~' - c);
        }
        return signs >= 0 && text.indexOf('"') < 0;
    }
}

package dev.tolerant.admission;

/** A text that cannot begin a line of its own: names come from clients, and are not checked before admission. */
final class OneLine {
    private OneLine() {}

    /** The text with a space for each control character. */
    static String of(String text) {
        StringBuilder line = new StringBuilder(text);
        for (int i = 0; i < line.length(); i++) {
            if (Character.isISOControl(line.charAt(i))) {
                line.setCharAt(i, ' ');
            }
        }
        return line.toString();
    }
}

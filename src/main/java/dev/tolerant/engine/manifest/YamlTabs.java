package dev.tolerant.engine.manifest;

import java.util.regex.Pattern;

/**
 * Writes a space for each tab that separates tokens of a YAML text, where kubectl takes one and the library that reads YAML does
 * not; tabs of indentation, after a dash and within texts stay.
 */
final class YamlTabs {
    private static final Pattern BLOCK = Pattern.compile("[|>][-+0-9]*\\s*(#.*)?");
    private static final String OPENING = " \t[{,:";

    private final String text;
    private final char[] spaced;
    private char quote;
    private int flow;
    /** The indentation of the line whose text the next lines are; -1 if there is none. */
    private int block = -1;

    private YamlTabs(String text) {
        this.text = text;
        this.spaced = text.toCharArray();
    }

    static String spaced(String text) {
        YamlTabs tabs = new YamlTabs(text);
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end;
            tabs.line(start, end);
            start = end + 1;
        }
        return new String(tabs.spaced);
    }

    private void line(int start, int end) {
        int indent = 0;
        while (start + indent < end && text.charAt(start + indent) == ' ') {
            indent++;
        }
        if (block >= 0 && (indent > block || text.substring(start, end).isBlank())) {
            return;
        }
        block = -1;
        boolean leading = flow == 0;
        boolean plain = false;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            boolean opens = i == start || OPENING.indexOf(text.charAt(i - 1)) >= 0;
            if (quote != 0) {
                if (c == '\\' && quote == '"' && i + 1 < end) {
                    i++;
                    spaced[i] = text.charAt(i) == '\t' ? 't' : text.charAt(i);
                } else if (c == quote) {
                    quote = 0;
                }
            } else if (c == '\t') {
                spaced[i] = leading || plain && goesOn(i, end) ? '\t' : ' ';
            } else if (c == '#' && (i == start || text.charAt(i - 1) <= ' ')) {
                return;
            } else if (opens && !plain && (c == '"' || c == '\'')) {
                quote = c;
                leading = false;
            } else if ("[{".indexOf(c) >= 0 && !plain) {
                flow++;
                leading = false;
            } else if (flow > 0 && "]},".indexOf(c) >= 0) {
                flow -= c == ',' ? 0 : 1;
                plain = false;
            } else if (flow == 0
                    && opens
                    && !plain
                    && BLOCK.matcher(text).region(i, end).matches()) {
                block = indent;
                leading = false;
            } else if (c == ':' && (i + 1 == end || text.charAt(i + 1) <= ' ')) {
                plain = false;
                leading = false;
            } else if (c != ' ' && !(leading && "-?".indexOf(c) >= 0 && i + 1 < end && text.charAt(i + 1) <= ' ')) {
                leading = false;
                plain |= opens && "&!*".indexOf(c) < 0;
            }
        }
    }

    /** True where a text without quotes goes on after white space. */
    private boolean goesOn(int from, int end) {
        int i = from;
        while (i < end && text.charAt(i) <= ' ') {
            i++;
        }
        return i < end
                && text.charAt(i) != '#'
                && !(flow > 0 && "]},".indexOf(text.charAt(i)) >= 0)
                && !(text.charAt(i) == ':' && (i + 1 == end || text.charAt(i + 1) <= ' '));
    }
}

package dev.tolerant.chart;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The comments {@code # -- ...} of a values file, by the path of the key that they stand above. */
final class ValuesComments {
    private static final Pattern COMMENT = Pattern.compile(" *# ?(.*)");
    private static final Pattern KEY = Pattern.compile("( *)([A-Za-z][\\w.-]*):( .*)?");
    private static final String START = "-- ";

    private final Map<String, String> byPath = new TreeMap<>();
    private final Deque<Key> parents = new ArrayDeque<>();
    private String comment = "";

    private record Key(int indent, String path) {}

    private ValuesComments() {}

    static Map<String, String> of(String values) {
        ValuesComments comments = new ValuesComments();
        values.lines().forEach(comments::read);
        return comments.byPath;
    }

    private void read(String line) {
        Matcher text = COMMENT.matcher(line);
        if (text.matches()) {
            if (text.group(1).startsWith(START)) {
                comment = text.group(1).substring(START.length());
            } else if (!comment.isEmpty()) {
                comment += " " + text.group(1);
            }
            return;
        }
        Matcher key = KEY.matcher(line);
        if (key.matches()) {
            readKey(key.group(1).length(), key.group(2));
        }
        comment = "";
    }

    private void readKey(int indent, String name) {
        while (!parents.isEmpty() && parents.element().indent() >= indent) {
            parents.pop();
        }
        String path = parents.isEmpty() ? name : parents.element().path() + "." + name;
        parents.push(new Key(indent, path));
        if (!comment.isEmpty()) {
            byPath.put(path, comment);
        }
    }
}

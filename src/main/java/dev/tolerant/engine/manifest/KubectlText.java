package dev.tolerant.engine.manifest;

import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.Event.ID;
import org.yaml.snakeyaml.parser.Parser;

/**
 * The part of a YAML text that kubectl reads: it cuts it at lines of ---, and takes the first document of each part.
 *
 * @param text with empty lines in place of what it does not see
 * @param unseen the lines, counted from 1, where that begins, by the number of the document before
 */
record KubectlText(String text, Map<Integer, Integer> unseen) {
    private static final String SEPARATOR = "---";
    private static final Pattern SEPARATORS = Pattern.compile("(?m)^---.*$");
    /** Of a line that is neither empty, a comment, nor the end of a document. */
    private static final Pattern CONTENT = Pattern.compile("(?m)^(?!\\.\\.\\.)[ \\t\\r]*+([^\\s#])");

    static KubectlText whole(String text) {
        return new KubectlText(text, Map.of());
    }

    /** @throws InvalidManifestException of what others read, but kubectl does not */
    static void check(String file, String text) throws InvalidManifestException {
        boolean begins = true;
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.strip();
            if (line.startsWith(SEPARATOR)) {
                String rest = line.substring(SEPARATOR.length()).strip();
                if (!rest.isEmpty() && !rest.startsWith("#")) {
                    throw refused(file, "what stands after --- on line " + number + ": begin a new line there");
                }
                begins = true;
            } else if (begins && line.startsWith("%")) {
                throw refused(file, "the directive on line " + number + ": remove it");
            } else {
                begins &= content.isEmpty() || content.startsWith("#");
            }
        }
    }

    /** @param line the first that is not JSON, where others before are */
    static void checkAfterJson(String file, String text, int line) throws InvalidManifestException {
        boolean isSeparated =
                text.lines().skip(line - 1L).findFirst().orElse("").startsWith(SEPARATOR);
        if (text.stripLeading().startsWith("{") && !isSeparated) {
            throw refused(file, "what follows JSON on line " + line + ": write --- before it, or remove it");
        }
    }

    private static InvalidManifestException refused(String file, String what) {
        return InvalidManifestException.ofFile(file, "kubectl refuses " + what);
    }

    static KubectlText of(String text) {
        StringBuilder seen = new StringBuilder();
        Map<Integer, Integer> unseen = new HashMap<>();
        Matcher separators = SEPARATORS.matcher(text);
        int document = 0;
        int start = 0;
        while (start < text.length()) {
            int end = separators.find() ? separators.start() : text.length();
            String part = text.substring(start, end);
            int first = endOfFirst(part);
            document += start == 0 && first < 0 ? 0 : 1;
            Matcher content = CONTENT.matcher(part).region(Math.max(first, 0), part.length());
            if (first > 0 && content.find()) {
                unseen.put(document, line(text, start + content.start(1)));
                seen.append(part, 0, first).append(part.substring(first).replaceAll("[^\n]", ""));
            } else {
                seen.append(part);
            }
            start = end < text.length() ? separators.end() : end;
            seen.append(text, end, start);
        }
        return new KubectlText(seen.toString(), unseen);
    }

    /** -1 if there is no first document, or it cannot be read. */
    private static int endOfFirst(String part) {
        Parser parser = YamlReader.parser(part);
        try {
            for (Event event = parser.getEvent(); !event.is(ID.StreamEnd); event = parser.getEvent()) {
                if (event.is(ID.DocumentEnd)) {
                    return part.offsetByCodePoints(0, event.getEndMark().getIndex());
                }
            }
        } catch (YAMLException unreadable) {
            // The reader of the whole text says where.
        }
        return -1;
    }

    private static int line(String text, int offset) {
        return 1
                + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
    }
}

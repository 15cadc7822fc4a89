package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.engine.model.OneLine;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One defect that lint has found.
 *
 * @param path the field, empty for the object as a whole
 * @param message a sentence with the way out
 */
public record Finding(CheckedObject object, String path, LintCode code, String message) {
    private static final int MAX_LENGTH = 2000;

    public Severity severity() {
        return code.severity();
    }

    /** In the format of compilers: the place with its line, the severity, the object, what is wrong, and the code. */
    public String line() {
        return OneLine.of(place() + ": " + severity().code() + ": " + sentence(), MAX_LENGTH);
    }

    /** A command by which GitHub shows the finding beside the line. */
    String ofGitHub() {
        int line = object.line(path);
        return OneLine.of(
                "::" + severity().code() + " file="
                        + escaped(object.place().file()).replace(":", "%3A").replace(",", "%2C")
                        + (line == 0 ? "" : ",line=" + line) + "::" + escaped(sentence()),
                MAX_LENGTH);
    }

    private static String escaped(String text) {
        return text.replace("%", "%25");
    }

    private String place() {
        Place place = object.place();
        int line = object.line(path);
        return line > 0
                ? place.file() + ":" + line
                : Stream.of(place.file(), place.inFile())
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", "));
    }

    private String sentence() {
        return (object.title().isEmpty() ? "" : object.title() + ": ") + (path.isEmpty() ? "" : path + " ") + message
                + " [" + code.code() + "]";
    }

    /** The finding for programs. */
    public ObjectNode json() {
        Place place = object.place();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("file", place.file());
        int line = object.line(path);
        if (line > 0) {
            json.put("line", line);
        }
        if (place.document() > 0) {
            json.put("document", place.document());
        }
        if (place.item() > 0) {
            json.put("item", place.item());
        }
        return json.put("object", object.title())
                .put("path", path)
                .put("severity", severity().code())
                .put("code", code.code())
                .put("message", message);
    }
}

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

    /** Whether the object's author has given a reason for what this warns of. */
    boolean isSilenced() {
        return severity() == Severity.WARNING && object.silenced().contains(code.code());
    }

    /** In the format of compilers: the place with its line, the severity, what is wrong, and the code. */
    public String line() {
        Place place = object.place();
        int line = object.line(path);
        String where = Stream.of(line == 0 ? place.file() : place.file() + ":" + line, place.inFile())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        return OneLine.of(
                where + (path.isEmpty() ? "" : ", " + path) + ": " + severity().code() + ": " + message + " ["
                        + code.code() + "]",
                MAX_LENGTH);
    }

    ObjectNode json() {
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

package dev.tolerant.tools.lint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.tools.lint.LintCode.Severity;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One defect that lint has found.
 *
 * @param path the field, empty for the object as a whole
 * @param message a sentence with what to do
 */
public record Finding(CheckedObject object, String path, LintCode code, String message) {
    private static final int MAX_LENGTH = 2000;

    public Severity severity() {
        return code.severity();
    }

    /** In the format of compilers: the place with its line, the severity, the object, what is wrong, and the code. */
    public String line() {
        return OneLine.of(object.position(path) + ": " + severity().code() + ": " + sentence(), MAX_LENGTH);
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

    private String sentence() {
        return (object.title().isEmpty() ? "" : object.title() + ": ") + (path.isEmpty() ? "" : path + " ") + message
                + " [" + code.code() + "]";
    }

    Item item() {
        Place place = object.place();
        int line = object.line(path);
        return new Item(
                place.file(),
                line > 0 ? line : null,
                place.document() > 0 ? place.document() : null,
                place.item() > 0 ? place.item() : null,
                object.title(),
                path,
                severity().code(),
                code.code(),
                message);
    }

    /**
     * @param document the one of the file, counted from 1
     * @param item the one of a List, counted from 1
     * @param object kind, namespace and name
     * @param path the field; empty for the object as a whole
     * @param severity error, warning or notice
     */
    record Item(
            String file,
            @Nullable Integer line,
            @Nullable Integer document,
            @Nullable Integer item,
            String object,
            String path,
            String severity,
            String code,
            String message) {}

    /** The title is kind, namespace and name, as far as the object has them; the file is null if it could not be read. */
    public record CheckedObject(
            Place place, String title, @Nullable ManifestFile file) {
        static CheckedObject of(ManifestFile file, ManifestFile.Entry entry) {
            JsonNode metadata = entry.content().path("metadata");
            String namespace = metadata.path("namespace").asText("");
            String name = metadata.path("name").asText("");
            String title =
                    entry.content().path("kind").asText("") + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
            return new CheckedObject(entry.place(), title.trim(), file);
        }

        String position(String path) {
            int line = line(path);
            return line > 0
                    ? place.file() + ":" + line
                    : Stream.of(place.file(), place.inFile())
                            .filter(part -> !part.isEmpty())
                            .collect(Collectors.joining(", "));
        }

        /** Counted from 1; 0 where lines say nothing. */
        int line(String path) {
            return file == null ? 0 : file.line(place, path);
        }
    }
}

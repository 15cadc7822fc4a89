package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.tolerant.engine.words.OneLine;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Something that is wrong with a file or with an object in it.
 *
 * @param path of the field; empty where the message says what it is about
 * @param message for a field a predicate such as "must not be empty", for a file why it cannot be read
 */
public record ManifestProblem(Place place, String path, String message) {
    private static final int MAX_PATH = 500;
    private static final int MAX_MESSAGE = 1000;

    /** Both can contain what a file says, such as the name of an unknown field, which may be of any length and have lines. */
    public ManifestProblem {
        path = OneLine.of(path, MAX_PATH);
        message = OneLine.of(message, MAX_MESSAGE);
    }

    public static ManifestProblem of(String path, String message) {
        return new ManifestProblem(Place.NOWHERE, path, message);
    }

    public static String path(JsonMappingException wrong) {
        String path = wrong.getPath().stream()
                .map(part -> part.getFieldName() == null ? "[" + part.getIndex() + "]" : "." + part.getFieldName())
                .collect(Collectors.joining());
        return path.startsWith(".") ? path.substring(1) : path;
    }

    /** True where the file itself cannot be read. */
    public boolean isOfWholeFile() {
        return place.document() == 0 && path.isEmpty();
    }

    public String what() {
        return path.isEmpty() ? message : path + " " + message;
    }

    @Override
    public String toString() {
        if (place.equals(Place.NOWHERE)) {
            return what();
        }
        return place + (isOfWholeFile() ? " cannot be read: " : ": ") + what();
    }

    /**
     * @param file for messages; empty where there is no file
     * @param document counted from 1; 0 for the file as a whole
     * @param item within a List, counted from 1; 0 outside of one
     */
    public record Place(String file, int document, int item) {
        public static final Place NOWHERE = wholeFile("");

        public static Place wholeFile(String file) {
            return new Place(file, 0, 0);
        }

        public JsonPointer pointer() {
            return JsonPointer.valueOf(item == 0 ? "" : "/items/" + (item - 1));
        }

        public String inFile() {
            return (document == 0 ? "" : "document " + document) + (item == 0 ? "" : ", item " + item);
        }

        @Override
        public String toString() {
            return Stream.of(file, inFile()).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        }
    }

    public static final class InvalidManifestException extends Exception {
        private final transient ManifestProblem problem;

        public InvalidManifestException(ManifestProblem problem) {
            super(problem.toString(), null, false, false);
            this.problem = problem;
        }

        static InvalidManifestException ofFile(String file, String why) {
            return new InvalidManifestException(new ManifestProblem(Place.wholeFile(file), "", why));
        }

        public ManifestProblem problem() {
            return problem;
        }
    }
}

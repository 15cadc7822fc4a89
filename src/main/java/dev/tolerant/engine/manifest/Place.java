package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where an object is written.
 *
 * @param file the file's name for messages; empty where there is no file
 * @param document counted from 1; 0 for the file as a whole
 * @param item within a List, counted from 1; 0 outside of one
 */
public record Place(String file, int document, int item) {
    /** Of an object that does not come from a file. */
    public static final Place NOWHERE = wholeFile("");

    public static Place wholeFile(String file) {
        return new Place(file, 0, 0);
    }

    /** The way to the object in its document. */
    public JsonPointer pointer() {
        return JsonPointer.valueOf(item == 0 ? "" : "/items/" + (item - 1));
    }

    /** Document and item, without the file. */
    public String inFile() {
        return (document == 0 ? "" : "document " + document) + (item == 0 ? "" : ", item " + item);
    }

    @Override
    public String toString() {
        return Stream.of(file, inFile()).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }
}

package dev.tolerant.cli;

import com.fasterxml.jackson.core.JsonPointer;

/**
 * Where an object stands in its file.
 *
 * @param document counted from 1
 * @param item within a List, counted from 1; 0 outside of one
 */
record Place(int document, int item) {

    /** The way to the object in its document. */
    JsonPointer pointer() {
        return JsonPointer.valueOf(item == 0 ? "" : "/items/" + (item - 1));
    }
}

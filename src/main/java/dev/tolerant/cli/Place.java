package dev.tolerant.cli;

/**
 * Where an object stands in its file.
 *
 * @param document counted from 1
 * @param item within a List, counted from 1; 0 outside of one
 */
record Place(int document, int item) {

    @Override
    public String toString() {
        return "document " + document + (item == 0 ? "" : ", item " + item);
    }
}

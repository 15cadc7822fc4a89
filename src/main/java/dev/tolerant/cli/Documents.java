package dev.tolerant.cli;

import dev.tolerant.explain.PatchedManifest;

/** The documents of a file, to be changed where a pod stands and written again in the same format. */
sealed interface Documents permits YamlDocuments, JsonDocuments {

    static Documents of(InputFile file) throws InputException {
        return file.isJson() ? JsonDocuments.read(file) : YamlDocuments.read(file);
    }

    /** Makes the changes in one object. */
    void patch(Place place, PatchedManifest patched);

    /** Takes one object out; the places of the others stay what they are. */
    void remove(Place place);

    /** The file with all that is left. */
    String text();
}

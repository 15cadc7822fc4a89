package dev.tolerant.cli;

import dev.tolerant.explain.PatchedManifest;
import java.util.List;

/** The documents of a file, to be changed where a pod is and written again in the same format. */
sealed interface Documents permits YamlDocuments, JsonDocuments {

    static Documents of(InputFile file) throws InputException {
        return file.isJson() ? JsonDocuments.read(file) : YamlDocuments.read(file);
    }

    /** One object as it would be written. */
    String text(Place place);

    /** Makes the changes in one object. */
    void patch(Place place, PatchedManifest patched);

    /** Takes one object out, by which the places of those behind it change. */
    void remove(Place place);

    /** Each document that is left as a text, which ends with the line. */
    List<String> texts();
}

package dev.tolerant.tools.edit;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.Place;
import dev.tolerant.observed.explain.PatchedManifest;

/** The documents of a file, which are changed in place and written again in the same format. */
sealed interface Documents permits YamlDocuments, JsonDocuments {

    static Documents of(ManifestFile file) throws InvalidManifestException {
        return file.isJson() ? new JsonDocuments(file) : YamlDocuments.of(file);
    }

    /** Makes the changes in one object. */
    void patch(Place place, PatchedManifest patched);

    /** Removes one object; the places of the others do not change. */
    void remove(Place place);

    /** The text of the file with all changes. */
    String text();
}

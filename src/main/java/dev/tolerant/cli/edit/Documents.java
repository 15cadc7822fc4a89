package dev.tolerant.cli.edit;

import dev.tolerant.explain.PatchedManifest;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.ManifestFile;
import dev.tolerant.manifest.Place;

/** The documents of a file, to be changed where a pod stands and written again in the same format. */
sealed interface Documents permits YamlDocuments, JsonDocuments {

    static Documents of(ManifestFile file) throws InvalidManifestException {
        return file.isJson() ? new JsonDocuments(file) : YamlDocuments.of(file);
    }

    /** Makes the changes in one object. */
    void patch(Place place, PatchedManifest patched);

    /** Takes one object out; the places of the others stay what they are. */
    void remove(Place place);

    /** The file with all that is left. */
    String text();
}

package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import java.io.IOException;

/** An object with one of the engine's patches applied, as the API server applies it; never with anybody else's patch. */
record AppliedPatch(ObjectNode object) {

    static AppliedPatch of(JsonNode object, JsonNode patch) {
        try {
            return new AppliedPatch((ObjectNode) JsonPatch.fromJson(patch).apply(object));
        } catch (IOException | JsonPatchException doesNotApply) {
            throw new IllegalStateException("our own patch does not apply: " + patch, doesNotApply);
        }
    }
}

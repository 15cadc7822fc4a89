package dev.tolerant.review;

import dev.tolerant.core.pod.Provenance;
import dev.tolerant.json.FieldNames;
import dev.tolerant.json.JsonCursor;
import dev.tolerant.json.UnexpectedJsonException;
import java.io.IOException;

/** Reads from {@code metadata.managedFields} whether a manager owns the pod's tolerations. */
final class ProvenanceReader {
    private static final String PATH = "metadata.managedFields";
    private static final FieldNames FIELDS = FieldNames.of("fieldsV1");
    private static final FieldNames SPEC = FieldNames.of("f:spec");
    private static final FieldNames TOLERATIONS = FieldNames.of("f:tolerations");

    private ProvenanceReader() {}

    /** One entry that cannot be read, such as the empty one that a client can send, makes all of them unreadable. */
    static Provenance read(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterArray(PATH)) {
            return Provenance.UNREADABLE;
        }
        boolean readable = true;
        boolean owned = false;
        int entries = 0;
        while (json.nextElement(PATH)) {
            Provenance entry = readEntry(json);
            readable &= entry != Provenance.UNREADABLE;
            owned |= entry == Provenance.OWNED;
            entries++;
        }
        if (!readable || entries == 0) {
            return Provenance.UNREADABLE;
        }
        return owned ? Provenance.OWNED : Provenance.UNOWNED;
    }

    private static Provenance readEntry(JsonCursor json) throws IOException, UnexpectedJsonException {
        if (!json.enterObject(PATH + "[]")) {
            return Provenance.UNREADABLE;
        }
        Provenance entry = Provenance.UNREADABLE;
        while (json.nextField(FIELDS) != null) {
            if (json.isObject()) {
                entry = ownsTolerations(json) ? Provenance.OWNED : Provenance.UNOWNED;
            } else {
                json.skip();
            }
        }
        return entry;
    }

    private static boolean ownsTolerations(JsonCursor json) throws IOException {
        boolean found = false;
        while (json.nextField(SPEC) != null) {
            if (json.isObject()) {
                found |= has(json, TOLERATIONS);
            } else {
                json.skip();
            }
        }
        return found;
    }

    /** Whether the object here has a field of this name. */
    private static boolean has(JsonCursor json, FieldNames name) throws IOException {
        boolean found = false;
        while (json.nextField(name) != null) {
            found = true;
            json.skip();
        }
        return found;
    }
}

package dev.tolerant.admission;

import dev.tolerant.pod.Provenance;
import java.io.IOException;

/** Reads from {@code metadata.managedFields} whether anybody owns the pod's tolerations. */
final class ProvenanceReader {
    private static final String PATH = "metadata.managedFields";

    private ProvenanceReader() {}

    /** One entry that cannot be read, such as the empty one that a client can send, makes all of them unreadable. */
    static Provenance read(JsonCursor json) throws IOException, MalformedPodException {
        if (!json.enterArray(PATH)) {
            return Provenance.UNREADABLE;
        }
        boolean readable = true;
        boolean owned = false;
        int entries = 0;
        while (json.nextElement()) {
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

    private static Provenance readEntry(JsonCursor json) throws IOException, MalformedPodException {
        if (!json.enterObject(PATH + "[]")) {
            return Provenance.UNREADABLE;
        }
        Provenance entry = Provenance.UNREADABLE;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals("fieldsV1") && json.isObject()) {
                entry = has(json, "f:spec", "f:tolerations") ? Provenance.OWNED : Provenance.UNOWNED;
            } else {
                json.skip();
            }
        }
        return entry;
    }

    /** Whether the object here has the field {@code outer}, and in it the field {@code inner}. */
    private static boolean has(JsonCursor json, String outer, String inner) throws IOException {
        boolean found = false;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            if (field.equals(outer) && json.isObject()) {
                found |= has(json, inner);
            } else {
                json.skip();
            }
        }
        return found;
    }

    private static boolean has(JsonCursor json, String name) throws IOException {
        boolean found = false;
        for (String field = json.nextField(); field != null; field = json.nextField()) {
            found |= field.equals(name);
            json.skip();
        }
        return found;
    }
}

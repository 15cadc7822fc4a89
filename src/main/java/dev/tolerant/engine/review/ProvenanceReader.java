package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Review.Provenance;
import java.io.IOException;

/** Reads from {@code metadata.managedFields} who owns the pod's tolerations. */
final class ProvenanceReader {
    private static final String PATH = "metadata.managedFields";
    private static final FieldNames MANAGER = FieldNames.of("manager", "operation", "fieldsV1");
    private static final FieldNames FIELDS = FieldNames.of("f:spec");
    private static final FieldNames TOLERATIONS = FieldNames.of("f:tolerations");

    private final JsonCursor json;
    private boolean readable = true;
    private boolean owned;
    private boolean applied;
    private boolean kept;

    private ProvenanceReader(JsonCursor json) {
        this.json = json;
    }

    /** One entry that cannot be read, such as the empty one that a client can send, makes all of them unreadable. */
    static ManagedFields read(JsonCursor json) throws IOException, UnexpectedJsonException {
        return json.enterArray(PATH) ? new ProvenanceReader(json).read() : ManagedFields.UNREADABLE;
    }

    private ManagedFields read() throws IOException, UnexpectedJsonException {
        boolean any = false;
        while (json.nextElement(PATH)) {
            readEntry();
            any = true;
        }
        if (!readable || !any) {
            return new ManagedFields(Provenance.UNREADABLE, applied);
        }
        Provenance provenance = kept ? Provenance.KEPT : owned ? Provenance.OWNED : Provenance.UNOWNED;
        return new ManagedFields(provenance, applied);
    }

    private void readEntry() throws IOException, UnexpectedJsonException {
        if (!json.enterObject(PATH + "[]")) {
            readable = false;
            return;
        }
        boolean hasFields = false;
        String manager = "";
        boolean applies = false;
        boolean owns = false;
        for (String field = json.nextField(MANAGER); field != null; field = json.nextField(MANAGER)) {
            if (field.equals("manager") && json.isText()) {
                manager = json.text(PATH + "[].manager");
            } else if (field.equals("operation") && json.isText()) {
                applies = json.text(PATH + "[].operation").equals("Apply");
            } else if (field.equals("fieldsV1") && json.isObject()) {
                hasFields = true;
                owns = readFields();
            } else {
                json.skip();
            }
        }
        readable &= hasFields;
        owned |= owns;
        applied |= owns && applies;
        kept |= owns && manager.equals(StoredPod.KEEPER);
    }

    /** Whether the fields of a manager include the tolerations. */
    private boolean readFields() throws IOException {
        boolean found = false;
        while (json.nextField(FIELDS) != null) {
            if (json.isObject()) {
                found |= has(TOLERATIONS);
            } else {
                json.skip();
            }
        }
        return found;
    }

    /** Whether the object here has a field of this name. */
    private boolean has(FieldNames name) throws IOException {
        boolean found = false;
        while (json.nextField(name) != null) {
            found = true;
            json.skip();
        }
        return found;
    }
}

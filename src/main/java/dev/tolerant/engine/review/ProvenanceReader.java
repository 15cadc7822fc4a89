package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.pod.Provenance;
import java.io.IOException;

/** Reads from {@code metadata.managedFields} who owns the pod's tolerations, and the record of their givers. */
final class ProvenanceReader {
    private static final String PATH = "metadata.managedFields";
    private static final FieldNames MANAGER = FieldNames.of("operation", "fieldsV1");
    private static final FieldNames FIELDS = FieldNames.of("f:metadata", "f:spec");
    private static final FieldNames ANNOTATIONS = FieldNames.of("f:annotations");
    private static final FieldNames RECORD = FieldNames.of("f:" + Given.ANNOTATION);
    private static final FieldNames TOLERATIONS = FieldNames.of("f:tolerations");

    private final JsonCursor json;
    private boolean readable = true;
    private boolean owned;
    private boolean applied;
    private boolean ownsRecord;

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
            return new ManagedFields(Provenance.UNREADABLE, applied, true);
        }
        return new ManagedFields(owned ? Provenance.OWNED : Provenance.UNOWNED, applied, ownsRecord);
    }

    private void readEntry() throws IOException, UnexpectedJsonException {
        if (!json.enterObject(PATH + "[]")) {
            readable = false;
            return;
        }
        boolean hasFields = false;
        boolean applies = false;
        boolean owns = false;
        for (String field = json.nextField(MANAGER); field != null; field = json.nextField(MANAGER)) {
            if (field.equals("operation") && json.isText()) {
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
    }

    /** Whether the fields of a manager include the tolerations. */
    private boolean readFields() throws IOException {
        boolean found = false;
        for (String field = json.nextField(FIELDS); field != null; field = json.nextField(FIELDS)) {
            if (!json.isObject()) {
                json.skip();
            } else if (field.equals("f:spec")) {
                found |= has(TOLERATIONS);
            } else {
                readMetadata();
            }
        }
        return found;
    }

    private void readMetadata() throws IOException {
        while (json.nextField(ANNOTATIONS) != null) {
            if (json.isObject()) {
                ownsRecord |= has(RECORD);
            } else {
                json.skip();
            }
        }
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

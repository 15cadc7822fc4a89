package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.StoredPod;

/** Reads from {@code metadata.managedFields} who owns a pod's tolerations. */
final class ProvenanceReader {
    static final Mask MANAGED_FIELDS = Mask.ofValues("manager", "operation")
            .with("fieldsV1", Mask.of().with("f:spec", Mask.ofValues("f:tolerations")));

    private ProvenanceReader() {}

    /**
     * The result of reading {@code metadata.managedFields}.
     *
     * @param tolerations who owns the pod's tolerations
     * @param applied whether a server-side apply owns them, so that its next one would meet a conflict
     */
    record ManagedFields(Provenance tolerations, boolean applied) {}

    /** One entry that cannot be read, such as the empty one that a client can send, makes all of them unreadable. */
    static ManagedFields read(Fields metadata) throws UnexpectedJsonException {
        boolean readable = metadata.size("managedFields") > 0;
        boolean updated = false;
        boolean applied = false;
        boolean kept = false;
        for (Fields entry : metadata.objects("managedFields")) {
            readable &= entry.isObject("fieldsV1");
            if (entry.isObject("fieldsV1") && ownsTolerations(entry.object("fieldsV1"))) {
                boolean applies =
                        entry.isText("operation") && entry.text("operation").equals("Apply");
                applied |= applies;
                updated |= !applies;
                kept |= entry.isText("manager") && entry.text("manager").equals(StoredPod.KEEPER);
            }
        }
        if (!readable) {
            return new ManagedFields(Provenance.UNREADABLE, applied);
        }
        Provenance byClients = updated ? Provenance.OWNED : applied ? Provenance.APPLIED : Provenance.UNOWNED;
        return new ManagedFields(kept ? Provenance.KEPT : byClients, applied);
    }

    private static boolean ownsTolerations(Fields fields) throws UnexpectedJsonException {
        return fields.isObject("f:spec") && fields.object("f:spec").has("f:tolerations");
    }
}

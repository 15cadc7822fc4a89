package dev.tolerant.engine.review;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.StoredPod;
import java.util.List;

/** Reads from {@code metadata.managedFields} who owns a pod's tolerations, and what the template of a DaemonSet requires of its nodes. */
final class ProvenanceReader {
    private static final List<String> TEMPLATES_AFFINITY =
            List.of("f:spec", "f:template", "f:spec", "f:affinity", "f:nodeAffinity");
    private static final String REQUIRED = "f:requiredDuringSchedulingIgnoredDuringExecution";
    static final Mask MANAGED_FIELDS = Mask.ofValues("manager", "operation")
            .with(
                    "fieldsV1",
                    Mask.of().with("f:spec", Mask.ofValues("f:tolerations")).and(templatesAffinity()));

    private ProvenanceReader() {}

    /**
     * @param applied true where a server-side apply owns the tolerations, so that its next one would meet a conflict
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

    /** True also where nobody can tell. */
    static boolean ownsTemplatesAffinity(Fields metadata) throws UnexpectedJsonException {
        boolean owned = metadata.size("managedFields") == 0;
        for (Fields entry : metadata.objects("managedFields")) {
            Fields fields = entry.isObject("fieldsV1") ? entry.object("fieldsV1") : null;
            owned |= fields == null;
            for (String name : TEMPLATES_AFFINITY) {
                fields = fields != null && fields.isObject(name) ? fields.object(name) : null;
            }
            owned |= fields != null && fields.has(REQUIRED);
        }
        return owned;
    }

    private static Mask templatesAffinity() {
        Mask mask = Mask.ofValues(REQUIRED);
        for (int i = TEMPLATES_AFFINITY.size() - 1; i >= 0; i--) {
            mask = Mask.of().with(TEMPLATES_AFFINITY.get(i), mask);
        }
        return mask;
    }

    private static boolean ownsTolerations(Fields fields) throws UnexpectedJsonException {
        return fields.isObject("f:spec") && fields.object("f:spec").has("f:tolerations");
    }
}

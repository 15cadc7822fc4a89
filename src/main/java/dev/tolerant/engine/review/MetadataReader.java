package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Owner;
import dev.tolerant.engine.model.Owner.ControllerReference;
import dev.tolerant.engine.model.Review.Provenance;
import java.io.IOException;
import java.util.Map;

/** Reads what the rules ask about a pod's metadata. */
final class MetadataReader {
    private static final FieldNames METADATA =
            FieldNames.of("name", "generateName", "labels", "annotations", "ownerReferences", "managedFields");
    private static final FieldNames STORED = FieldNames.of(
            "name",
            "labels",
            "annotations",
            "ownerReferences",
            "managedFields",
            "namespace",
            "uid",
            "resourceVersion",
            "deletionTimestamp");
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final FieldNames ANNOTATIONS = FieldNames.of(MIRROR);
    private static final FieldNames OWNER = FieldNames.of("apiVersion", "kind", "name", "controller");

    private final JsonCursor json;
    private String name = "";
    private String generateName = "";
    private Map<String, String> labels = Map.of();
    private boolean mirror;
    private Owner controller = Owner.NONE;
    private String namespace = "";
    private String uid = "";
    private String resourceVersion = "";
    private ControllerReference owner = ControllerReference.NONE;
    private boolean terminating;
    private ManagedFields managed = ManagedFields.UNREADABLE;

    private MetadataReader(JsonCursor json) {
        this.json = json;
    }

    static PodMetadata read(JsonCursor json) throws IOException, UnexpectedJsonException {
        return new MetadataReader(json).read(METADATA);
    }

    /** Reads also what tells a stored pod from others. */
    static PodMetadata readStored(JsonCursor json) throws IOException, UnexpectedJsonException {
        return new MetadataReader(json).read(STORED);
    }

    private PodMetadata read(FieldNames wanted) throws IOException, UnexpectedJsonException {
        if (!json.enterObject("metadata")) {
            return PodMetadata.NONE;
        }
        for (String field = json.nextField(wanted); field != null; field = json.nextField(wanted)) {
            switch (field) {
                case "name" -> name = json.text("metadata.name");
                case "generateName" -> generateName = json.text("metadata.generateName");
                case "labels" -> labels = json.texts("metadata.labels");
                case "annotations" -> readAnnotations();
                case "ownerReferences" -> readOwners();
                case "managedFields" -> managed = ProvenanceReader.read(json);
                case "namespace" -> namespace = json.text("metadata.namespace");
                case "uid" -> uid = json.text("metadata.uid");
                case "resourceVersion" -> resourceVersion = json.text("metadata.resourceVersion");
                case "deletionTimestamp" ->
                    terminating = !json.text("metadata.deletionTimestamp").isEmpty();
            }
        }
        return new PodMetadata(
                name.isEmpty() ? generateName : name,
                labels,
                mirror,
                controller,
                managed,
                new PodMetadata.Identity(namespace, uid, resourceVersion, owner, terminating));
    }

    private void readAnnotations() throws IOException, UnexpectedJsonException {
        if (!json.enterObject("metadata.annotations")) {
            return;
        }
        while (json.nextField(ANNOTATIONS) != null) {
            mirror = true;
            json.skip();
        }
    }

    private void readOwners() throws IOException, UnexpectedJsonException {
        if (!json.enterArray("metadata.ownerReferences")) {
            return;
        }
        while (json.nextElement("metadata.ownerReferences")) {
            readOwner();
        }
    }

    private void readOwner() throws IOException, UnexpectedJsonException {
        if (!json.enterObject("metadata.ownerReferences[]")) {
            return;
        }
        String apiVersion = "";
        String kind = "";
        String named = "";
        boolean controls = false;
        for (String field = json.nextField(OWNER); field != null; field = json.nextField(OWNER)) {
            switch (field) {
                case "apiVersion" -> apiVersion = json.text("metadata.ownerReferences[].apiVersion");
                case "kind" -> kind = json.text("metadata.ownerReferences[].kind");
                case "name" -> named = json.text("metadata.ownerReferences[].name");
                case "controller" -> controls = json.flag("metadata.ownerReferences[].controller");
            }
        }
        if (controls) {
            controller = Owner.of(apiVersion, kind);
            owner = new ControllerReference(apiVersion, kind, named);
        }
    }

    /** Reads from {@code metadata.managedFields} who owns the pod's tolerations. */
    static final class ProvenanceReader {
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

    /**
     * What {@code metadata.managedFields} says.
     *
     * @param tolerations who owns the pod's tolerations
     * @param applied whether a server-side apply owns them, so that its next one would meet a conflict
     */
    record ManagedFields(Provenance tolerations, boolean applied) {
        static final ManagedFields UNREADABLE = new ManagedFields(Provenance.UNREADABLE, false);
    }

    /**
     * What is read of a pod's metadata.
     *
     * @param name the name, or the generateName of a pod that does not have a name yet
     * @param mirror whether the pod has the annotation of a static pod's mirror
     * @param controller the owner with {@code controller: true}
     */
    record PodMetadata(
            String name,
            Map<String, String> labels,
            boolean mirror,
            Owner controller,
            ManagedFields managed,
            Identity identity) {
        static final PodMetadata NONE =
                new PodMetadata("", Map.of(), false, Owner.NONE, ManagedFields.UNREADABLE, Identity.UNREAD);

        /**
         * What tells a stored pod from all others; unread in reviews.
         *
         * @param owner the owner with {@code controller: true}
         * @param terminating whether the pod is being deleted
         */
        record Identity(
                String namespace, String uid, String resourceVersion, ControllerReference owner, boolean terminating) {
            static final Identity UNREAD = new Identity("", "", "", ControllerReference.NONE, false);
        }
    }
}

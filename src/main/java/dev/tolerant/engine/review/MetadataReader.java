package dev.tolerant.engine.review;

import dev.tolerant.engine.json.FieldNames;
import dev.tolerant.engine.json.JsonCursor;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.model.Owner;
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
}

package dev.tolerant.promise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.engine.review.PodReader;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The keeper's view of stored pods, without a cluster around it. */
final class ModelledKeeper {
    static final String ACCOUNT = "system:serviceaccount:tolerant:tolerant";

    private final Engine engine;
    private final Snapshot snapshot;

    ModelledKeeper(TolerantConfig config, Snapshot snapshot) {
        this.engine = EngineFactory.of(config);
        this.snapshot = snapshot;
    }

    /** A pod as the API server stores it after its creation. */
    static ObjectNode stored(JsonNode created, String namespace) {
        ObjectNode stored = created.deepCopy();
        ((ObjectNode) stored.get("metadata"))
                .put("namespace", namespace)
                .put("uid", "u1")
                .put("resourceVersion", "1");
        return stored;
    }

    HealedPod heal(ObjectNode stored, NamespaceFacts namespace) {
        return engine.heal(read(stored), snapshot, namespace);
    }

    static StoredPod read(ObjectNode stored) {
        try {
            return PodReader.stored(WholeProgram.JSON.writeValueAsBytes(stored));
        } catch (IOException | UnexpectedJsonException unreadable) {
            throw new AssertionError("a stored pod cannot be read: " + stored, unreadable);
        }
    }

    /** The stored pod after the keeper's patch, with what the API server makes of managedFields. */
    static ObjectNode patched(ObjectNode stored, byte[] patch) {
        try {
            ObjectNode after =
                    (ObjectNode) WholeProgram.JSON.readTree(JsonPatch.fromJson(WholeProgram.JSON.readTree(patch))
                            .apply(stored)
                            .toString());
            own(after, "tolerant-keeper");
            return after;
        } catch (JsonPatchException doesNotApply) {
            throw new AssertionError("the patch does not apply: " + new String(patch), doesNotApply);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Makes the manager the owner of the pod's tolerations, whose list is atomic. */
    static void own(ObjectNode pod, String manager) {
        ObjectNode metadata = (ObjectNode) pod.get("metadata");
        ArrayNode managers = metadata.path("managedFields").isArray()
                ? (ArrayNode) metadata.get("managedFields")
                : metadata.putArray("managedFields");
        ObjectNode entry = managers.addObject().put("manager", manager).put("operation", "Update");
        entry.putObject("fieldsV1").putObject("f:spec").putObject("f:tolerations");
    }
}

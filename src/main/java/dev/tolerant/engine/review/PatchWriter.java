package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.engine.json.JsonCursor.Span;
import dev.tolerant.engine.model.Change;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Review.Subject;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes changes as a JSON Patch that always applies: {@code add}, and {@code remove} of seconds that are there. A patch
 * that does not apply fails the pod whatever the failurePolicy is (kubernetes/kubernetes#129459).
 */
final class PatchWriter {
    private final JsonGenerator json;
    private final PatchOperations operations;
    private final String spec;
    private final String tolerations;
    private final byte[] body;
    private final List<Span> oldTolerations;

    private PatchWriter(JsonGenerator json, String spec, byte[] body, List<Span> oldTolerations) {
        this.json = json;
        this.operations = new PatchOperations(json);
        this.spec = spec;
        this.tolerations = spec + "/tolerations";
        this.body = body;
        this.oldTolerations = oldTolerations;
    }

    /** The patch for these changes, which must be of a decision about this request. */
    static void write(JsonGenerator json, Decidable request, List<Change> changes) throws IOException {
        String spec = request.review().subject() == Subject.POD ? "/spec" : "/spec/template/spec";
        json.writeStartArray();
        new PatchWriter(json, spec, request.body(), request.oldTolerations())
                .write(request.review().pod(), changes);
        json.writeEndArray();
    }

    /** The patch for a stored pod, which the API server refuses if the pod has changed since it was read. */
    static byte[] write(StoredPod stored, List<Change> changes) {
        return JsonBytes.of(json -> {
            json.writeStartArray();
            PatchWriter writer = new PatchWriter(json, "/spec", new byte[0], List.of());
            writer.operations.replace("/metadata/resourceVersion", stored.resourceVersion());
            writer.write(stored.pod(), changes);
            json.writeEndArray();
        });
    }

    private void write(PodFacts pod, List<Change> changes) throws IOException {
        boolean addsList = false;
        boolean changesAffinity = false;
        for (Change change : changes) {
            if (change instanceof Change.SetSeconds set) {
                writeSeconds(set);
            } else if (change instanceof Change.RequireNodes || change instanceof Change.PreferNodes) {
                changesAffinity = true;
            } else {
                addsList |= pod.tolerations().isEmpty();
                if (!addsList) {
                    operations.startAdd(tolerations + "/-");
                    writeToleration(change);
                    operations.endAdd();
                }
            }
        }
        if (addsList) {
            writeWholeList(changes);
        }
        if (changesAffinity) {
            new AffinityPatch(json, operations, spec + "/affinity", changes).write(pod.nodeAffinity());
        }
    }

    private void writeSeconds(Change.SetSeconds set) throws IOException {
        String path = tolerations + "/" + set.index() + "/tolerationSeconds";
        if (set.seconds().never()) {
            operations.remove(path);
            return;
        }
        operations.startAdd(path);
        json.writeNumber(set.seconds().seconds());
        operations.endAdd();
    }

    private void writeWholeList(List<Change> changes) throws IOException {
        operations.startAdd(tolerations);
        json.writeStartArray();
        for (Change change : changes) {
            writeToleration(change);
        }
        json.writeEndArray();
        operations.endAdd();
    }

    /** Writes the toleration that the change adds; nothing if it adds none. */
    private void writeToleration(Change change) throws IOException {
        if (change instanceof Change.Restore restore) {
            // Copied as it is, so that fields of a later API that this program does not know come back too.
            Span span = oldTolerations.get(restore.oldIndex());
            json.writeRawValue(new String(body, span.start(), span.end() - span.start(), StandardCharsets.UTF_8));
        } else if (change instanceof Change.Append append) {
            TolerationWriter.write(json, append.toleration());
        }
    }
}

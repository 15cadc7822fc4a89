package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.tolerant.core.decision.Change;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Review.Subject;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.json.JsonCursor.Span;
import dev.tolerant.review.AdmissionRequest.Decidable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes changes as a JSON Patch that always applies: {@code add}, and {@code remove} of seconds that are there. A patch
 * that does not apply fails the pod whatever the failurePolicy is (kubernetes/kubernetes#129459).
 */
final class PatchWriter {
    private static final JsonFactory JSON = new JsonFactory();
    // Parts of nearly every patch, in bytes already.
    private static final SerializedString KEY = new SerializedString("key");
    private static final SerializedString OPERATOR = new SerializedString("operator");
    private static final SerializedString VALUE = new SerializedString("value");
    private static final SerializedString EFFECT = new SerializedString("effect");
    private static final SerializedString SECONDS = new SerializedString("tolerationSeconds");

    private final Decidable request;
    private final JsonGenerator json;
    private final PatchOperations operations;
    private final String spec;
    private final String tolerations;

    private PatchWriter(Decidable request, JsonGenerator json) {
        this.request = request;
        this.json = json;
        this.operations = new PatchOperations(json);
        this.spec = request.review().subject() == Subject.POD ? "/spec" : "/spec/template/spec";
        this.tolerations = spec + "/tolerations";
    }

    /** The patch for these changes, which must be of a decision about this request. */
    static byte[] write(Decidable request, List<Change> changes) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(512);
                JsonGenerator json = JSON.createGenerator(bytes)) {
            new PatchWriter(request, json).write(request.review().pod(), changes);
            json.flush();
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
    }

    private void write(PodFacts pod, List<Change> changes) throws IOException {
        boolean addsList = false;
        boolean addsSelector = false;
        boolean changesAffinity = false;
        json.writeStartArray();
        for (Change change : changes) {
            if (change instanceof Change.SetSeconds set) {
                writeSeconds(set);
            } else if (change instanceof Change.RequireNodes || change instanceof Change.PreferNodes) {
                changesAffinity = true;
            } else if (change instanceof Change.SelectNodes label) {
                addsSelector |= pod.nodeSelector().isEmpty();
                if (!addsSelector) {
                    writeLabel(label);
                }
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
        if (addsSelector) {
            writeWholeSelector(changes);
        }
        if (changesAffinity) {
            new AffinityPatch(json, operations, spec + "/affinity", changes).write(pod.nodeAffinity());
        }
        json.writeEndArray();
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

    private void writeLabel(Change.SelectNodes label) throws IOException {
        operations.startAdd(spec + "/nodeSelector/" + escaped(label.key()));
        json.writeString(label.value());
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

    private void writeWholeSelector(List<Change> changes) throws IOException {
        operations.startAdd(spec + "/nodeSelector");
        json.writeStartObject();
        for (Change change : changes) {
            if (change instanceof Change.SelectNodes label) {
                json.writeStringField(label.key(), label.value());
            }
        }
        json.writeEndObject();
        operations.endAdd();
    }

    /** Writes the toleration that the change adds; nothing if it adds none. */
    private void writeToleration(Change change) throws IOException {
        if (change instanceof Change.Restore restore) {
            // Copied byte by byte, so that fields of a later API that this program does not know come back too.
            Span span = request.oldTolerations().get(restore.oldIndex());
            json.writeRawValue(new SerializedString(
                    new String(request.body(), span.start(), span.end() - span.start(), StandardCharsets.UTF_8)));
        } else if (change instanceof Change.Append append) {
            writeToleration(append.toleration());
        }
    }

    private void writeToleration(Toleration toleration) throws IOException {
        json.writeStartObject();
        writeUnlessEmpty(KEY, toleration.key());
        writeUnlessEmpty(OPERATOR, toleration.operator().text());
        writeUnlessEmpty(VALUE, toleration.value());
        writeUnlessEmpty(EFFECT, toleration.effect().text());
        if (!toleration.seconds().never()) {
            json.writeFieldName(SECONDS);
            json.writeNumber(toleration.seconds().seconds());
        }
        json.writeEndObject();
    }

    private void writeUnlessEmpty(SerializedString field, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeFieldName(field);
            json.writeString(value);
        }
    }

    /** A key as part of a JSON Pointer (RFC 6901). */
    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}

package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.tolerant.core.decision.Change;
import dev.tolerant.core.pod.PodFacts;
import dev.tolerant.core.pod.Subject;
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
    // What nearly every patch has, in bytes already.
    private static final SerializedString OP = new SerializedString("op");
    private static final SerializedString ADD = new SerializedString("add");
    private static final SerializedString REMOVE = new SerializedString("remove");
    private static final SerializedString PATH = new SerializedString("path");
    private static final SerializedString VALUE = new SerializedString("value");
    private static final SerializedString KEY = new SerializedString("key");
    private static final SerializedString OPERATOR = new SerializedString("operator");
    private static final SerializedString EFFECT = new SerializedString("effect");
    private static final SerializedString SECONDS = new SerializedString("tolerationSeconds");

    private final Decidable request;
    private final JsonGenerator json;
    private final String tolerations;
    private final String nodeSelector;
    private final String affinity;

    private PatchWriter(Decidable request, JsonGenerator json) {
        this.request = request;
        this.json = json;
        String spec = request.review().subject() == Subject.POD ? "/spec" : "/spec/template/spec";
        this.tolerations = spec + "/tolerations";
        this.nodeSelector = spec + "/nodeSelector";
        this.affinity = spec + "/affinity";
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
        json.writeStartArray();
        boolean hasTolerations = !pod.tolerations().isEmpty();
        boolean hasNodeSelector = !pod.nodeSelector().isEmpty();
        for (Change change : changes) {
            if (change instanceof Change.SetSeconds set) {
                writeSeconds(set);
            } else if (hasTolerations && isToleration(change)) {
                startAdd(tolerations + "/-");
                writeToleration(change);
                json.writeEndObject();
            } else if (hasNodeSelector && change instanceof Change.SelectNodes label) {
                startAdd(nodeSelector + "/" + escaped(label.key()));
                json.writeString(label.value());
                json.writeEndObject();
            }
        }
        if (!hasTolerations && changes.stream().anyMatch(PatchWriter::isToleration)) {
            writeWholeList(changes);
        }
        if (!hasNodeSelector && changes.stream().anyMatch(Change.SelectNodes.class::isInstance)) {
            writeWholeSelector(changes);
        }
        AffinityPatch.write(json, affinity, pod.nodeAffinity(), changes);
        json.writeEndArray();
    }

    private static boolean isToleration(Change change) {
        return change instanceof Change.Append || change instanceof Change.Restore;
    }

    private void writeSeconds(Change.SetSeconds set) throws IOException {
        String path = tolerations + "/" + set.index() + "/tolerationSeconds";
        if (set.seconds().never()) {
            start(json, REMOVE, path);
        } else {
            startAdd(path);
            json.writeNumber(set.seconds().seconds());
        }
        json.writeEndObject();
    }

    private void writeWholeList(List<Change> changes) throws IOException {
        startAdd(tolerations);
        json.writeStartArray();
        for (Change change : changes) {
            if (isToleration(change)) {
                writeToleration(change);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeWholeSelector(List<Change> changes) throws IOException {
        startAdd(nodeSelector);
        json.writeStartObject();
        for (Change change : changes) {
            if (change instanceof Change.SelectNodes label) {
                json.writeStringField(label.key(), label.value());
            }
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private void startAdd(String path) throws IOException {
        startAdd(json, path);
    }

    /** Begins an {@code add}, whose value and end the caller writes. */
    static void startAdd(JsonGenerator json, String path) throws IOException {
        start(json, ADD, path);
        json.writeFieldName(VALUE);
    }

    private static void start(JsonGenerator json, SerializedString op, String path) throws IOException {
        json.writeStartObject();
        json.writeFieldName(OP);
        json.writeString(op);
        json.writeFieldName(PATH);
        json.writeString(path);
    }

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

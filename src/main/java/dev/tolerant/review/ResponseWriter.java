package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.Step;
import dev.tolerant.review.AdmissionRequest.Decidable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Writes the answer to an admission review (k8s.io/api/admission/v1). */
final class ResponseWriter {
    private static final JsonFactory JSON = new JsonFactory();
    // What every answer has, in bytes already.
    private static final SerializedString API_VERSION = new SerializedString("apiVersion");
    private static final SerializedString V1 = new SerializedString("admission.k8s.io/v1");
    private static final SerializedString KIND = new SerializedString("kind");
    private static final SerializedString ADMISSION_REVIEW = new SerializedString("AdmissionReview");
    private static final SerializedString RESPONSE = new SerializedString("response");
    private static final SerializedString UID = new SerializedString("uid");
    private static final byte[] NO_PATCH = {};
    private static final int FORBIDDEN = 403;
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_REASONS = 4000;

    private final Mode mode;

    ResponseWriter(Mode mode) {
        this.mode = mode;
    }

    /** The answer that carries out the decision, or that only reports it in audit mode. */
    byte[] write(AdmissionRequest request, Decision decision) {
        // Before the answer is begun: two generators at once would not both get the thread's recycled buffers.
        byte[] patch = patch(request, decision);
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(2048);
                JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeFieldName(API_VERSION);
            json.writeString(V1);
            json.writeFieldName(KIND);
            json.writeString(ADMISSION_REVIEW);
            json.writeFieldName(RESPONSE);
            json.writeStartObject();
            json.writeFieldName(UID);
            json.writeString(request.uid());
            Refusal refusal = mode == Mode.ENFORCE ? decision.refusalOrNull() : null;
            json.writeBooleanField("allowed", refusal == null);
            if (refusal != null) {
                writeStatus(json, refusal);
            }
            if (patch.length > 0) {
                writePatch(json, patch);
            }
            if (mode == Mode.ENFORCE) {
                writeWarnings(json, Warnings.of(request, decision));
            }
            writeAuditAnnotations(json, decision);
            json.writeEndObject();
            json.writeEndObject();
            json.flush();
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
    }

    /** The patch; empty if there is none. */
    private byte[] patch(AdmissionRequest request, Decision decision) {
        boolean changed = mode == Mode.ENFORCE && !decision.changes().isEmpty();
        return changed && request instanceof Decidable decidable
                ? PatchWriter.write(decidable, decision.changes())
                : NO_PATCH;
    }

    private static void writeStatus(JsonGenerator json, Refusal refusal) throws IOException {
        json.writeObjectFieldStart("status");
        json.writeNumberField("code", FORBIDDEN);
        json.writeStringField("reason", "Forbidden");
        json.writeFieldName("message");
        writeLine(json, OneLine.of(refusal.message(), MAX_MESSAGE));
        json.writeEndObject();
    }

    private static void writePatch(JsonGenerator json, byte[] patch) throws IOException {
        json.writeStringField("patchType", "JSONPatch");
        json.writeFieldName("patch");
        byte[] base64 = Base64.getEncoder().encode(patch);
        json.writeRawUTF8String(base64, 0, base64.length);
    }

    private static void writeWarnings(JsonGenerator json, List<String> warnings) throws IOException {
        if (warnings.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("warnings");
        for (String warning : warnings) {
            writeLine(json, warning);
        }
        json.writeEndArray();
    }

    /**
     * Nothing for an unchanged pod: the second call of a reinvocation must not give a key another value, which the API
     * server would log and drop.
     */
    private void writeAuditAnnotations(JsonGenerator json, Decision decision) throws IOException {
        boolean acted = !decision.changes().isEmpty() || decision.refusalOrNull() != null;
        String audited = decision.reasons(Step.Rehearsed.class::isInstance);
        if (!acted && audited.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("auditAnnotations");
        if (acted) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            json.writeStringField("decision", would + decision.verdict().code());
            boolean refused = decision.refusalOrNull() != null;
            json.writeFieldName("reasons");
            writeLine(
                    json,
                    OneLine.of(
                            decision.reasons(refused ? Step.Refused.class::isInstance : Step::isEffective),
                            MAX_REASONS));
        }
        if (!audited.isEmpty()) {
            json.writeFieldName("audited");
            writeLine(json, OneLine.of(audited, MAX_REASONS));
        }
        json.writeEndObject();
    }

    /** Writes a text that {@link OneLine} has made, of which nothing but a backslash has to be escaped. */
    private static void writeLine(JsonGenerator json, String line) throws IOException {
        if (line.indexOf('\\') >= 0) {
            json.writeString(line);
            return;
        }
        byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
        json.writeRawUTF8String(utf8, 0, utf8.length);
    }
}

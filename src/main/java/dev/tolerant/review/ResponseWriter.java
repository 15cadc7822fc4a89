package dev.tolerant.review;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.core.decision.Refusal;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.decision.Step;
import dev.tolerant.review.AdmissionRequest.Decidable;
import dev.tolerant.review.AdmissionRequest.Unread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Writes the answer to an admission review (k8s.io/api/admission/v1). */
final class ResponseWriter {
    private static final JsonFactory JSON = new JsonFactory();
    // Parts of every answer, in bytes already.
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
    // The API server cuts warnings off at 256 characters once all of them have more than 4096.
    private static final int MAX_WARNING = 256;
    private static final int MAX_WARNINGS = 12;

    private final Mode mode;
    private final boolean records;

    /** {@code records} is whether pods get the record of who gave them their tolerations. */
    ResponseWriter(Mode mode, boolean records) {
        this.mode = mode;
        this.records = records;
    }

    /** The answer that carries out the decision, or in audit mode only reports it. */
    byte[] write(AdmissionRequest request, Decision decision) {
        // Before the answer begins: of two open generators, only one gets the thread's recycled buffers.
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
                writeWarnings(json, request, decision);
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

    /** The patch; no bytes if there is nothing to change. */
    private byte[] patch(AdmissionRequest request, Decision decision) {
        if (mode != Mode.ENFORCE || !(request instanceof Decidable decidable)) {
            return NO_PATCH;
        }
        String record = records ? decidable.record().missing(decidable.review(), decision) : null;
        return decision.changes().isEmpty() && record == null
                ? NO_PATCH
                : PatchWriter.write(decidable, decision.changes(), record);
    }

    private static void writeStatus(JsonGenerator json, Refusal refusal) throws IOException {
        json.writeObjectFieldStart("status");
        json.writeNumberField("code", FORBIDDEN);
        json.writeStringField("reason", "Forbidden");
        json.writeFieldName("message");
        writeText(json, OneLine.of(refusal.message(), MAX_MESSAGE));
        json.writeEndObject();
    }

    private static void writePatch(JsonGenerator json, byte[] patch) throws IOException {
        json.writeStringField("patchType", "JSONPatch");
        json.writeFieldName("patch");
        byte[] base64 = Base64.getEncoder().encode(patch);
        // Nothing in the alphabet of Base64 has to be escaped.
        json.writeRawUTF8String(base64, 0, base64.length);
    }

    private static void writeWarnings(JsonGenerator json, AdmissionRequest request, Decision decision)
            throws IOException {
        List<String> warnings = warnings(request, decision);
        if (warnings.isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("warnings");
        for (String warning : warnings) {
            writeText(json, OneLine.of("tolerant: " + warning, MAX_WARNING));
        }
        json.writeEndArray();
    }

    private static List<String> warnings(AdmissionRequest request, Decision decision) {
        List<String> warnings = new ArrayList<>(0);
        if (request instanceof Unread unread && decision.refusalOrNull() == null) {
            warnings.add("the pod is left as it is: " + unread.inReview());
        }
        for (Step step : decision.steps()) {
            if (warnings.size() == MAX_WARNINGS) {
                break;
            }
            if (step instanceof Step.Problem || step instanceof Step.Restored) {
                warnings.add(step.sentence());
            } else if (step instanceof Step.Warned) {
                warnings.add(step.rule() + " " + step.sentence());
            } else if (step instanceof Step.Skipped skipped && skipped.reason() == SkipReason.INTERNAL) {
                warnings.add("the pod is left as it is: " + step.sentence());
            }
        }
        return warnings;
    }

    /**
     * Writes nothing for an unchanged pod: if a reinvocation gave a key another value, the API server would log and drop
     * it.
     */
    private void writeAuditAnnotations(JsonGenerator json, Decision decision) throws IOException {
        boolean acted = !decision.changes().isEmpty() || decision.refusalOrNull() != null;
        String audited = decision.reasons(Step.Audited.class::isInstance);
        if (!acted && audited.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("auditAnnotations");
        if (acted) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            json.writeStringField("decision", would + decision.verdict().code());
            boolean refused = decision.refusalOrNull() != null;
            json.writeFieldName("reasons");
            writeText(
                    json,
                    OneLine.of(
                            decision.reasons(refused ? Step.Refused.class::isInstance : Step::isEffective),
                            MAX_REASONS));
        }
        if (!audited.isEmpty()) {
            json.writeFieldName("audited");
            writeText(json, OneLine.of(audited, MAX_REASONS));
        }
        json.writeEndObject();
    }

    /** Writes a text as {@code writeString} does, in less time where, as nearly always, nothing has to be escaped. */
    private static void writeText(JsonGenerator json, String text) throws IOException {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        json.writeUTF8String(utf8, 0, utf8.length);
    }
}

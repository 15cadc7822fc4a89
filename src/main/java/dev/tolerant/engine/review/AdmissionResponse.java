package dev.tolerant.engine.review;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Decision.Verdict;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.RuleId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine's answer to a request: an AdmissionReview with a response (k8s.io/api/admission/v1).
 *
 * @param body the bytes of the AdmissionReview
 * @param failure the program's own error that kept it from deciding; null if it has decided
 */
public record AdmissionResponse(
        AdmissionRequest request,
        Decision decision,
        byte[] body,
        @Nullable RuntimeException failure) {
    private static final int FORBIDDEN = 403;
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_REASONS = 4000;
    // The API server cuts warnings off at 256 characters once all of them have more than 4096.
    private static final int MAX_WARNING = 256;
    private static final int MAX_WARNINGS = 12;
    private static final byte[] EMPTY_PATCH = {'[', ']'};

    static AdmissionResponse of(
            AdmissionRequest request, Decision decision, Mode mode, @Nullable RuntimeException failure) {
        return new AdmissionResponse(request, decision, body(request, decision, mode), failure);
    }

    /** Of audit mode too, where the body leaves it out. */
    public byte[] patch() {
        if (!(request instanceof Decidable decidable)) {
            return EMPTY_PATCH;
        }
        return Patch.of(decidable, decision.changes());
    }

    private static byte[] body(AdmissionRequest request, Decision decision, Mode mode) {
        Refusal refusal = mode == Mode.ENFORCE ? decision.refusal() : null;
        List<Step> changes = mode == Mode.ENFORCE ? decision.changes() : List.of();
        // Only what the rules have decided has changes.
        byte[] patch =
                changes.isEmpty() ? EMPTY_PATCH : Base64.getEncoder().encode(Patch.of((Decidable) request, changes));
        List<String> warnings = mode == Mode.ENFORCE ? warnings(request, decision) : List.of();
        JsonValue review = json -> {
            json.writeStartObject();
            json.writeStringField("apiVersion", "admission.k8s.io/v1");
            json.writeStringField("kind", "AdmissionReview");
            json.writeObjectFieldStart("response");
            json.writeStringField("uid", request.uid());
            json.writeBooleanField("allowed", refusal == null);
            if (refusal != null) {
                json.writeObjectFieldStart("status");
                json.writeNumberField("code", FORBIDDEN);
                json.writeStringField("reason", "Forbidden");
                json.writeStringField("message", OneLine.of(refusal.message(), MAX_MESSAGE));
                json.writeEndObject();
            }
            if (!changes.isEmpty()) {
                json.writeStringField("patchType", "JSONPatch");
                json.writeFieldName("patch");
                // The JDK encodes many bytes at once, Jackson each by itself.
                json.writeRawUTF8String(patch, 0, patch.length);
            }
            if (!warnings.isEmpty()) {
                json.writeArrayFieldStart("warnings");
                for (String warning : warnings) {
                    json.writeString(OneLine.of("tolerant: " + warning, MAX_WARNING));
                }
                json.writeEndArray();
            }
            writeAuditAnnotations(json, decision, mode);
            json.writeEndObject();
            json.writeEndObject();
        };
        return JsonValue.bytes(review);
    }

    /** True where an update gets back seconds that its author may have meant to change. */
    private static boolean mayUndo(Step step) {
        return step instanceof Step.SecondsSet set && set.rule().equals(RuleId.UPDATE) && set.origin() == Origin.LIKELY;
    }

    private static List<String> warnings(AdmissionRequest request, Decision decision) {
        List<String> warnings = new ArrayList<>(0);
        if (request instanceof Unread unread && decision.refusal() == null) {
            warnings.add("the pod is left as it is: " + unread.inReview());
        }
        for (Step step : decision.steps()) {
            if (warnings.size() == MAX_WARNINGS) {
                break;
            }
            boolean isProblem = step instanceof Step.Problem || step instanceof Step.Restored || mayUndo(step);
            if (isProblem && !step.rule().isPolicy()) {
                warnings.add(step.sentence());
            } else if (isProblem
                    || step instanceof Step.Warned
                    || (step instanceof Step.Withheld withheld
                            && (step.rule().isPolicy() || withheld.because().equals(Step.Withheld.NO_ROOM)))) {
                RuleId rule = step.rule();
                String subject = rule.isPolicy() ? "TolerationPolicy " + rule.policy() : rule.toString();
                warnings.add(subject + " " + step.sentence());
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
    private static void writeAuditAnnotations(JsonGenerator json, Decision decision, Mode mode) throws IOException {
        boolean refused = decision.refusal() != null;
        Verdict verdict = decision.verdict();
        boolean changed = refused || verdict == Verdict.PATCHED;
        String audited = decision.reasons(Step.Audited.class::isInstance);
        if (!changed && audited.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("auditAnnotations");
        if (changed) {
            String would = mode == Mode.AUDIT ? "would-be-" : "";
            String reasons = decision.reasons(refused ? Step.Refused.class::isInstance : Step::isChange);
            json.writeStringField("decision", would + verdict.code());
            writeLine(json, "reasons", reasons);
        }
        if (!audited.isEmpty()) {
            writeLine(json, "audited", audited);
        }
        json.writeEndObject();
    }

    /** On one line of ASCII only a backslash needs an escape, and Jackson would look at each character for one. */
    private static void writeLine(JsonGenerator json, String name, String reasons) throws IOException {
        String line = OneLine.of(reasons, MAX_REASONS);
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        json.writeFieldName(name);
        if (bytes.length == line.length() && line.indexOf('\\') < 0) {
            json.writeRawUTF8String(bytes, 0, bytes.length);
        } else {
            json.writeString(line);
        }
    }
}

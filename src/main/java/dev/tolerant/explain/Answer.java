package dev.tolerant.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.decision.SkipReason;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.core.rule.Injector;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.review.AdmissionRequest;
import dev.tolerant.review.InvalidReviewException;
import dev.tolerant.review.PatchWriter;
import dev.tolerant.review.ReviewReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the webhook answers to a question, by the webhook's own way through: bytes, reader, injector, patch writer.
 *
 * @param review the review as it was read, null if there was nothing to decide
 * @param problem what is wrong with the object, null if nothing is
 * @param patch empty for none
 * @param rewritten the question's object without and with the patch
 * @param tolerations of the object with the patch applied
 */
record Answer(
        @Nullable Review review,
        @Nullable String problem,
        NamespaceFacts namespace,
        Decision decision,
        JsonNode patch,
        Rewritten rewritten,
        List<Toleration> tolerations) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Answer of(Question question, Injector injector, Snapshot snapshot) throws InvalidManifestException {
        AdmissionRequest request = read(question, question.review());
        Review review = request.review();
        JsonNode object = question.request().path("object");
        if (review == null) {
            SkipReason skip = request.skip();
            return new Answer(
                    null,
                    request.problem(),
                    NamespaceFacts.plain(""),
                    Decision.skipped(skip == null ? SkipReason.INTERNAL : skip),
                    JsonNodeFactory.instance.arrayNode(),
                    new Rewritten(object, object),
                    List.of());
        }
        NamespaceFacts known = snapshot.namespaces().get(review.namespace());
        NamespaceFacts namespace = known == null ? NamespaceFacts.plain(review.namespace()) : known;
        Decision decision = injector.decide(review, snapshot.policies(), namespace);
        JsonNode patch = patch(request, review, decision);
        JsonNode patched = AppliedPatch.of(object, patch).object();
        return new Answer(
                review,
                null,
                namespace,
                decision,
                patch,
                new Rewritten(object, patched),
                tolerations(question, question.reviewOf(patched)));
    }

    /** The question's object with the patch applied. */
    JsonNode object() {
        return rewritten.after();
    }

    static AdmissionRequest read(Question question, JsonNode review) throws InvalidManifestException {
        try {
            return ReviewReader.read(JSON.writeValueAsBytes(review));
        } catch (InvalidReviewException invalid) {
            throw question.manifest().wrong(String.valueOf(invalid.getMessage()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static JsonNode patch(AdmissionRequest request, Review review, Decision decision) {
        try {
            return JSON.readTree(PatchWriter.write(request, review, decision.changes()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The tolerations of the object in a review, as the program reads them. */
    static List<Toleration> tolerations(Question question, JsonNode review) throws InvalidManifestException {
        Review read = read(question, review).review();
        return read == null ? List.of() : read.pod().tolerations();
    }
}

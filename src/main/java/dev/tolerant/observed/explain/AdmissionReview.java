package dev.tolerant.observed.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionRequest.Unread;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review.Requester;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An AdmissionReview, as the API server would send it or has sent it. Its bytes are made here alone, once a review: the
 * engine reads nothing else, so what it says of a tree is what it says of the same object in a cluster.
 *
 * @param manifest of which the object comes
 * @param notes assumptions of the review, for the reader of the explanation
 * @param refusal a clause that says why the API server refuses the object before it asks any webhook; null if it does
 *     not
 */
public record AdmissionReview(
        Manifest manifest,
        ObjectNode review,
        AdmissionRequest read,
        List<String> notes,
        @Nullable String refusal) {
    static AdmissionReview captured(Manifest manifest) throws InvalidManifestException {
        return of(manifest, manifest.object(), List.of(), null);
    }

    public static AdmissionReview creation(
            Manifest manifest, ObjectNode object, Requester requester, List<String> notes, @Nullable String refusal)
            throws InvalidManifestException {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "admission.k8s.io/v1")
                .put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request").put("uid", "explain");
        String version = object.path("apiVersion").asText();
        int slash = version.indexOf('/');
        request.putObject("kind")
                .put("group", slash < 0 ? "" : version.substring(0, slash))
                .put("version", version.substring(slash + 1))
                .put("kind", object.path("kind").asText());
        request.put("namespace", manifest.namespace()).put("operation", "CREATE");
        ObjectNode userInfo = request.putObject("userInfo").put("username", requester.username());
        requester.groups().forEach(userInfo.putArray("groups")::add);
        request.set("object", object);
        request.putNull("oldObject");
        return of(manifest, review, notes, refusal);
    }

    /**
     * @param object such as one that an answer has changed
     */
    AdmissionReview with(JsonNode object) throws InvalidManifestException {
        ObjectNode changed = review.deepCopy();
        ((ObjectNode) changed.get("request")).set("object", object);
        return of(manifest, changed, notes, refusal);
    }

    private static AdmissionReview of(
            Manifest manifest, ObjectNode review, List<String> notes, @Nullable String refusal)
            throws InvalidManifestException {
        try {
            byte[] body = review.toString().getBytes(StandardCharsets.UTF_8);
            return new AdmissionReview(manifest, review, Engine.read(body), notes, refusal);
        } catch (InvalidReviewException invalid) {
            throw manifest.wrong(String.valueOf(invalid.getMessage()));
        }
    }

    /** {@link PodFacts#NONE} if the engine decides nothing about the pod. */
    PodFacts pod() {
        return read instanceof Decidable decidable ? decidable.review().pod() : PodFacts.NONE;
    }

    /**
     * @param template the path of the template in the object, which ends with a dot
     */
    InvalidManifestException wrong(String template, Unread unread) {
        return unread.path().isEmpty()
                ? manifest.wrong(unread.inObject())
                : manifest.wrong(template + unread.path(), unread.problem());
    }

    JsonNode request() {
        return review.path("request");
    }
}

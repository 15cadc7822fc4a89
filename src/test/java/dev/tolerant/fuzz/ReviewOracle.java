package dev.tolerant.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.StrictPatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** What must hold when a cluster's webhook is asked, whatever the bytes of the question are. */
final class ReviewOracle {
    private static final int MAX_MESSAGE = 1000;
    private static final int MAX_WARNING = 256;
    private static final Pattern ADD = Pattern.compile(
            "(/spec/template)?/spec/(tolerations(/-|/(0|[1-9][0-9]*)/tolerationSeconds)?|affinity(/.+)?)");
    private static final Pattern REMOVE =
            Pattern.compile("(/spec/template)?/spec/tolerations/(0|[1-9][0-9]*)/tolerationSeconds");

    private final FuzzedCluster cluster;

    ReviewOracle(FuzzedCluster cluster) {
        this.cluster = cluster;
    }

    /** Asks about the bytes, and asks again about what the patch makes of them. */
    void check(byte[] body) {
        // The reader does not check what it skips, so that only a part of what it reads is JSON.
        Optional<byte[]> canonical = StrictJson.canonical(body);
        Optional<AdmissionRequest> read = read(body);
        canonical.ifPresent(same -> requireSameReading(read, read(same)));
        if (read.isEmpty()) {
            return;
        }
        AdmissionRequest request = read.get();
        AdmissionResponse answer = mutate(request);
        JsonNode response = response(answer);
        canonical.ifPresent(same -> checkPatch(StrictJson.tree(same), response, patchOf(response)));
    }

    private static Optional<AdmissionRequest> read(byte[] body) {
        try {
            return Optional.of(Engine.read(body));
        } catch (InvalidReviewException refused) {
            Require.oneLine(refused.getMessage(), MAX_MESSAGE);
            return Optional.empty();
        }
    }

    private static void requireSameReading(Optional<AdmissionRequest> read, Optional<AdmissionRequest> canonical) {
        Require.equal(read.map(ReviewOracle::content), canonical.map(ReviewOracle::content), "read otherwise");
    }

    /** All that was read, without the bytes that it was read from. */
    private static Object content(AdmissionRequest request) {
        return request instanceof Decidable decidable ? decidable.review() : request;
    }

    private AdmissionResponse mutate(AdmissionRequest request) {
        return cluster.engine().answer(request, cluster.snapshot(), cluster.namespace(request.namespace()));
    }

    /** The response of an answer that is in order. */
    private static JsonNode response(AdmissionResponse answer) {
        RequestFixture.withoutFailure(answer);
        JsonNode review = StrictJson.tree(answer.body());
        Require.equal(review.path("apiVersion").textValue(), "admission.k8s.io/v1", "apiVersion");
        Require.equal(review.path("kind").textValue(), "AdmissionReview", "kind");
        JsonNode response = review.path("response");
        Require.equal(response.path("uid").textValue(), answer.request().uid(), "uid");
        Require.that(response.path("allowed").isBoolean(), "allowed is no boolean", response);
        Require.that(response.has("patch") == response.has("patchType"), "patch without its type", response);
        for (JsonNode warning : response.path("warnings")) {
            Require.oneLine(warning.textValue(), MAX_WARNING);
        }
        if (!response.get("allowed").booleanValue()) {
            Require.oneLine(response.path("status").path("message").textValue(), MAX_MESSAGE);
        }
        return response;
    }

    private static JsonNode patchOf(JsonNode response) {
        String patch = response.path("patch").asText("W10=");
        return StrictJson.tree(Base64.getDecoder().decode(patch));
    }

    private void checkPatch(JsonNode review, JsonNode response, JsonNode patch) {
        JsonNode object = review.path("request").path("object");
        patch.forEach(ReviewOracle::checkOperation);
        JsonNode patched = patch.isEmpty() ? object : applied(patch, object);
        if (!patch.isEmpty()) {
            Require.equal(StrictPatch.apply(patch, object), patched, "the two patch libraries differ");
        }
        ObjectNode next = review.deepCopy();
        ((ObjectNode) next.get("request")).set("object", patched);
        AdmissionRequest again = read(StrictJson.bytes(next)).orElseThrow();
        JsonNode second = response(mutate(again));
        Require.that(!second.has("patch"), "asked again, there is another patch", patchOf(second));
        // What was added can make a pod longer than what is read.
        if (again instanceof Decidable) {
            Require.equal(second.get("allowed"), response.get("allowed"), "asked again, there is another verdict");
        }
    }

    private static void checkOperation(JsonNode operation) {
        String path = operation.path("path").asText();
        switch (operation.path("op").asText()) {
            case "add" -> Require.that(ADD.matcher(path).matches(), "add at another path", operation);
            case "remove" -> Require.that(REMOVE.matcher(path).matches(), "remove at another path", operation);
            default -> throw new AssertionError("neither add nor remove: " + operation);
        }
    }

    private static JsonNode applied(JsonNode patch, JsonNode object) {
        try {
            return JsonPatch.fromJson(patch).apply(object);
        } catch (JsonPatchException doesNotApply) {
            throw new AssertionError("the patch does not apply: " + patch + " to " + object, doesNotApply);
        } catch (IOException noPatch) {
            throw new UncheckedIOException(noPatch);
        }
    }
}

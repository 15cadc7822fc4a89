package dev.tolerant.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.testing.PodReview;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes as the fieldsV1 of the only manager of a pod. */
public final class ManagedFieldsFuzz {
    private static final String HERE = "\"here\"";
    private static final String REVIEW = PodReview.create("{'metadata': {'managedFields': [{'fieldsV1': 'here'}]},"
                    + "'spec': {'tolerations': [{'key': 'node.kubernetes.io/not-ready', 'operator': 'Exists',"
                    + " 'effect': 'NoExecute', 'tolerationSeconds': 300}]}}")
            .toString();
    private static final byte[] BEFORE = bytes(REVIEW.substring(0, REVIEW.indexOf(HERE)));
    private static final byte[] AFTER = bytes(REVIEW.substring(REVIEW.indexOf(HERE) + HERE.length()));

    private ManagedFieldsFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(BEFORE);
        body.writeBytes(input);
        body.writeBytes(AFTER);
        StrictJson.canonical(body.toByteArray())
                .map(review -> StrictJson.tree(review).at("/request/object/metadata/managedFields"))
                .filter(managers -> managers.size() == 1)
                .ifPresent(managers -> Require.equal(
                        provenance(body.toByteArray()),
                        provenance(managers.path(0).path("fieldsV1")),
                        "provenance"));
        new ReviewOracle(FuzzedCluster.USUAL).check(body.toByteArray());
    }

    private static Provenance provenance(byte[] body) {
        try {
            return ((Decidable) Engine.read(body)).review().provenance();
        } catch (InvalidReviewException refused) {
            throw new AssertionError("not read, although the fields are JSON", refused);
        }
    }

    private static Provenance provenance(JsonNode fields) {
        if (!fields.isObject()) {
            return Provenance.UNREADABLE;
        }
        return fields.path("f:spec").has("f:tolerations") ? Provenance.OWNED : Provenance.UNOWNED;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

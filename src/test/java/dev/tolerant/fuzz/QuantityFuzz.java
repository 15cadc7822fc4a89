package dev.tolerant.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.testing.PodReview;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes as the amount of a resource. */
public final class QuantityFuzz {
    private static final String RESOURCE = "nvidia.com/gpu";
    private static final Pattern AMOUNT = Pattern.compile(
            " *+(?! *+$)([+-]?+)([0-9]*+(?:\\.[0-9]*+)?+)(?:[numkMGTPE]?|[KMGTPE]i|[eE][+-]?[0-9]++) *+");

    private QuantityFuzz() {}

    /** Before the first input, which would otherwise take as long as the start of the program. */
    public static void fuzzerInitialize() {
        SampleReviews.askAll(FuzzedCluster.USUAL);
    }

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        ObjectNode review = PodReview.create("{'spec': {'containers': [{'resources': {'limits': {}}}]}}");
        ((ObjectNode) review.at("/request/object/spec/containers/0/resources/limits")).put(RESOURCE, text);
        byte[] body = StrictJson.bytes(review);
        if (read(body) instanceof Decidable decidable) {
            Resources resources =
                    decidable.review().pod().resources().containers().get(0);
            BigDecimal amount = resources.limits().get(RESOURCE);
            Matcher written = AMOUNT.matcher(text);
            // Longer ones may have an exponent of more than 64 bits.
            if (text.length() < 20 || amount != null) {
                Require.equal(amount == null, !written.matches(), text);
            }
            if (amount != null) {
                boolean isZero = written.group(2).matches("[0.]*+");
                Require.equal(amount.signum(), isZero ? 0 : written.group(1).equals("-") ? -1 : 1, text);
            }
        }
        new ReviewOracle(FuzzedCluster.USUAL).check(body);
    }

    private static AdmissionRequest read(byte[] body) {
        try {
            return Engine.read(body);
        } catch (InvalidReviewException refused) {
            throw new AssertionError("not read, although the body is JSON", refused);
        }
    }
}

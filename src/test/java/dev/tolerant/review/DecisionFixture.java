package dev.tolerant.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.core.decision.Decision;
import dev.tolerant.core.pod.Review;
import dev.tolerant.core.policy.PolicySet;
import dev.tolerant.crd.NamespaceFixture;
import dev.tolerant.settings.InjectorFactory;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Decisions about reviews, for tests of other packages that ask for reasons. */
public final class DecisionFixture {
    private DecisionFixture() {}

    /** What the rules decide about this review in a pod's namespace. */
    public static Decision decide(JsonNode review, TolerantConfig config, Namespace namespace) {
        AdmissionRequest request = read(review.toString());
        Review read = request.review();
        return read == null
                ? Decision.skipped(Objects.requireNonNull(request.skip()))
                : InjectorFactory.of(config).decide(read, PolicySet.EMPTY, NamespaceFixture.read(namespace, config));
    }

    static AdmissionRequest read(String review) {
        try {
            return ReviewReader.read(review.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidReviewException invalid) {
            throw new IllegalArgumentException(invalid.getMessage(), invalid);
        }
    }
}

package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reviews to measure with get as far as to the rules: a refusal would be answered faster. */
class BenchReviewTest {

    @ParameterizedTest
    @ValueSource(ints = {100_000, 1_000_000, Memory.LARGEST})
    void theRulesDecideAReviewOfAnySize(int bytes) throws IOException, InvalidReviewException {
        // Given: tests of this module run in its directory
        String small = Files.readString(Path.of("../..").resolve(BenchReview.file("small")));

        // When
        byte[] review = BenchReview.ofBytes(small, bytes).getBytes(StandardCharsets.UTF_8);

        // Then
        assertThat(review).hasSizeBetween(bytes, bytes + 10_000);
        assertThat(Engine.read(review)).isInstanceOf(Decidable.class);
    }
}

package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.ResourcesReader.Amount;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.Yaml;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts of resources are read as the API server reads them. */
class AmountTest {
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    /** What a real API server has said of each. */
    @ParameterizedTest
    @CsvFileSource(resources = "/quantities/quantities.tsv", delimiter = '\t', quoteCharacter = '`', numLinesToSkip = 1)
    void anAmountIsReadAsARealApiServerHasReadIt(String json, String memory, String gpu, String stored, String sign)
            throws InvalidReviewException {
        PodFacts pod = pod("{\"memory\": " + json + "}");

        BigDecimal amount = pod.resources().containers().get(0).limits().get("memory");

        assertThat(
                        amount == null
                                ? "unreadable"
                                : List.of("negative", "zero", "positive").get(amount.signum() + 1))
                .isEqualTo(sign);
        assertThat(pod.resources().areBestEffort()).isEqualTo(!sign.equals("positive"));
        assertThat(amount != null && amount.signum() >= 0).isEqualTo(memory.equals("yes"));
        if (gpu.equals("yes")) {
            assertThat(amount)
                    .isEqualByComparingTo(Objects.requireNonNull(amount).setScale(0, RoundingMode.CEILING));
        }
        // The API server loses the exponent of this one when it writes it.
        if (!stored.equals("-") && !json.equals("\"1000E\"")) {
            assertThat(amount).isEqualByComparingTo(Amount.of(stored.substring(1, stored.length() - 1)));
        }
    }

    @Test
    void anUnreadableAmountCostsNothingElse() throws InvalidReviewException {
        PodFacts pod = pod("{\"cpu\": \"many\", \"nvidia.com/gpu\": 1, \"memory\": [\"1Gi\"]}");

        assertThat(pod.resources().containers().get(0).limits()).containsOnlyKeys("nvidia.com/gpu");
        assertThat(pod.tolerations()).hasSize(1);
    }

    private static PodFacts pod(String limits) throws InvalidReviewException {
        ObjectNode review =
                PodReview.createSpec("{containers: [{resources: {limits: 'HERE'}}], tolerations: [{key: a}]}");
        byte[] body = review.toString().replace("\"HERE\"", limits).getBytes(StandardCharsets.UTF_8);
        return ((Decidable) Engine.read(body)).review().pod();
    }

    /** What has no room in 64 bits is cut, and what is finer than a thousandth rounded up. */
    @ParameterizedTest
    @CsvSource({
        "007, 7",
        "100m, 0.1",
        "64Mi, 67108864",
        "1.5Gi, 1610612736",
        "1000000000Gi, 1073741824000000000",
        "-1, -1",
        "-1n, -0.001",
        "1e-999, 0.001",
        "1e999, 9223372036854775807",
        "-1e999, -9223372036854775807",
        "9223372036854775806, 9223372036854775807",
        "1Ki1,",
        "1mm,",
    })
    void anAmountIsANumber(String text, BigDecimal number) {
        BigDecimal amount = Amount.of(text);

        if (number == null) {
            assertThat(amount).isNull();
        } else {
            assertThat(amount).isEqualByComparingTo(number);
        }
    }

    @Test
    void howLongATextIsDoesNotMatter() {
        String zeros = "0".repeat(1 << 20);

        assertThat(Amount.of(zeros + "1Gi")).isEqualByComparingTo("1073741824");
        assertThat(Amount.of("." + zeros + "1")).isEqualByComparingTo("0.001");
        assertThat(Amount.of("1" + zeros + "e-" + (1 << 20))).isEqualByComparingTo("1");
        assertThat(Amount.of("1" + zeros)).isEqualByComparingTo(MOST);
        assertThat(Amount.of("1e" + zeros + "3")).isEqualByComparingTo("1000");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/quantities/quantities.tsv", delimiter = '\t', quoteCharacter = '`', numLinesToSkip = 1)
    void ofAnObjectInAFileAnUnreadableAmountIsAnError(
            String json, String memory, String gpu, String stored, String sign) throws Exception {
        JsonNode pod = Yaml.tree("{spec: {initContainers: [{resources: {requests: {memory: " + json + "}}}]}}");
        String problem = "";
        try {
            PodReader.checkAmounts(Fields.of(pod));
        } catch (UnexpectedJsonException wrong) {
            problem = wrong.getMessage();
        }

        assertThat(problem)
                .isEqualTo(
                        sign.equals("unreadable")
                                ? "spec.initContainers[0].resources.requests.memory is not a quantity"
                                : "");
    }
}

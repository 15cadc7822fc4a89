package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an update gets back comes back byte by byte. */
class RestoredBytesTest {
    private static final String ODD =
            "{ \"key\" : \"a\\u002fb\",\n\t\"operator\":\"Exists\", \"größe\": [1.50, 1e2, {\"x\" : null}], \"é\":\"漢字 😀 \\\"}\" }";

    private final WholeProgram webhook = WholeProgram.with(Map.of());

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"key\":\"z\",\"operator\":\"Exists\"}"})
    void everyFieldSpaceAndEscapeOfAMissingEntryComesBack(String received) throws Exception {
        String review = review(received, "[" + ODD + " , " + ODD.replace("a\\u002fb", "c") + "]");

        String patch = patch(review);

        assertThat(patch).contains("\"value\":").contains(ODD).contains(ODD.replace("a\\u002fb", "c"));
    }

    @Test
    void aByteOrderMarkDoesNotShiftThem() throws Exception {
        String review = "\uFEFF" + review("", "[" + ODD + "]");

        String patch = patch(review);

        assertThat(patch).isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/tolerations\",\"value\":[" + ODD + "]}]");
    }

    @Test
    void manyBytesOfManyLengthsBeforeThemDoNotShiftThem() throws Exception {
        String review = review("", "[" + ODD + "]")
                .replace("\"uid-1\"", "\"uid-1\", \"name\": \"" + "é漢😀".repeat(20_000) + "\"");

        String patch = patch(review);

        assertThat(patch).isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/tolerations\",\"value\":[" + ODD + "]}]");
    }

    @Test
    void ofAStoredListThatStandsTwiceTheLastComesBack() throws Exception {
        String review = review("", "[{\"key\":\"first\",\"operator\":\"Exists\"}], \"tolerations\": [" + ODD + "]");

        String patch = patch(review);

        assertThat(patch).isEqualTo("[{\"op\":\"add\",\"path\":\"/spec/tolerations\",\"value\":[" + ODD + "]}]");
    }

    private static String review(String received, String old) {
        return "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{\"uid\":\"uid-1\","
                + "\"kind\":{\"kind\":\"Pod\"},\"operation\":\"UPDATE\",\"namespace\":\"shop\","
                + "\"oldObject\":{\"spec\":{\"tolerations\":" + old + "}},"
                + "\"object\":{\"spec\":{\"tolerations\":[" + received + "]}}}}";
    }

    private String patch(String review) throws IOException, InvalidReviewException {
        byte[] answer = webhook.answer(review.getBytes(StandardCharsets.UTF_8));
        String patch = WholeProgram.JSON
                .readTree(answer)
                .path("response")
                .path("patch")
                .textValue();
        return new String(Base64.getDecoder().decode(patch), StandardCharsets.UTF_8);
    }
}

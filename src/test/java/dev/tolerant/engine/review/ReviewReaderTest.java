package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading a review: from whatever order and form its bytes have. */
class ReviewReaderTest {
    private static final String POD =
            "{'metadata': {'name': 'web'}, 'spec': {'hostNetwork': true, 'tolerations': [{'key': 'a', 'operator': 'Exists'}]}}";

    @Test
    void theOrderOfFieldsMakesNoDifference() throws InvalidReviewException {
        ObjectNode review = PodReview.update(POD, POD);
        ((ObjectNode) review.get("request")).set("userInfo", Yaml.tree("{'username': 'jane', 'groups': ['g1', 'g2']}"));
        Decidable expected = decidable(review.toString());

        for (int seed = 0; seed < 50; seed++) {
            Decidable read = decidable(shuffled(review, new Random(seed)).toString());

            assertThat(read.review())
                    .as("seed %d", seed)
                    .isEqualTo(expected.review())
                    .isNotNull();
            assertThat(read.uid()).as("seed %d", seed).isEqualTo("uid-1");
            assertThat(read.oldTolerations()).as("seed %d", seed).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'kind': {'kind': 'Job', 'group': 'batch'}}",
                "{'subResource': 'status'}",
                "{'operation': 'DELETE'}"
            })
    void anObjectThatStandsBeforeWhatSaysToSkipItIsSkippedToo(String last) throws InvalidReviewException {
        ObjectNode review = PodReview.create(POD);
        ObjectNode request = (ObjectNode) review.get("request");
        request.remove(List.of("kind", "operation"));
        request.set("object", Yaml.tree("{'spec': 7}"));
        request.put("operation", "CREATE");
        request.setAll(Yaml.object(last));

        AdmissionRequest read = read(review.toString());

        assertThat(read)
                .asInstanceOf(InstanceOfAssertFactories.type(AdmissionRequest.Skipped.class))
                .extracting(AdmissionRequest.Skipped::reason)
                .isIn(SkipReason.KIND, SkipReason.SUBRESOURCE, SkipReason.OPERATION);
    }

    @Test
    void theReviewSaysWhoAsksForWhatAndWhere() throws InvalidReviewException {
        ObjectNode review = PodReview.update(POD, "{'spec': {}}");
        ((ObjectNode) review.get("request"))
                .set("userInfo", Yaml.tree("{'uid': 'u', 'username': 'jane', 'groups': ['g1', 'g2']}"));

        Review read = decidable(review.toString()).review();

        assertThat(read.operation()).isEqualTo(Operation.UPDATE);
        assertThat(read.namespace()).isEqualTo("shop");
        assertThat(read.requester()).isEqualTo(new Requester("jane", List.of("g1", "g2")));
        assertThat(read.pod().name()).isEqualTo("web");
        assertThat(read.pod().hostNetwork()).isTrue();
        assertThat(Objects.requireNonNull(read.oldPod()).tolerations()).isEmpty();
    }

    @Test
    void thePlaceOfAnErrorCountsTheLinesThatWerePassedOver() {
        String body = "{\n  \"unread\": {\n    \"a\": [\n  ]},\n  \"kind\": oops}";

        assertThatThrownBy(() -> read(body))
                .isInstanceOf(InvalidReviewException.class)
                .hasMessageStartingWith("the body is not JSON: it cannot be read at line 5, column ");
    }

    @Test
    void namesInUtf8AreRead() throws InvalidReviewException {
        String review = PodReview.create("{'metadata': {'labels': {'größe': 'é – 漢字 😀'}}, 'spec': {}}")
                .toString();

        Review read = decidable(review).review();

        assertThat(read.pod().labels()).containsEntry("größe", "é – 漢字 😀");
    }

    @Test
    void aByteOrderMarkIsPassedOver() throws InvalidReviewException {
        String review = "\uFEFF" + PodReview.create(POD);

        Decidable read = decidable(review);

        assertThat(read.review().pod().tolerations()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE"})
    void aBodyInAnotherEncodingIsNoReview(String encoding) {
        byte[] body = PodReview.update("{'spec': {}}", POD).toString().getBytes(Charset.forName(encoding));

        assertThatThrownBy(() -> ReviewReader.read(body))
                .isInstanceOf(InvalidReviewException.class)
                .hasMessage("the body is not JSON in UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "null", "7", "\"\"", "[]", "true"})
    void aBodyThatIsNoObjectIsNoReview(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> ReviewReader.read(bytes))
                .isInstanceOf(InvalidReviewException.class)
                .hasMessage("the body is not an AdmissionReview: it must be a JSON object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "x", "1", ",", "}"})
    void whatFollowsTheReviewMakesItNoReview(String rest) {
        String body = PodReview.create(POD) + rest;

        assertThatThrownBy(() -> read(body))
                .isInstanceOf(InvalidReviewException.class)
                .message()
                .startsWith("the body ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void nestingWithoutEndIsRefusedAndNotFollowed(String open) {
        String body = open.repeat(100_000);
        String inAPod = PodReview.create(POD).toString().replace("\"web\"", open.repeat(100_000));

        assertThatThrownBy(() -> read(body)).isInstanceOf(InvalidReviewException.class);
        assertThatThrownBy(() -> read(inAPod))
                .isInstanceOf(InvalidReviewException.class)
                .message()
                .startsWith("the body is not JSON: it cannot be read");
    }

    @Test
    void ofAFieldThatStandsTwiceTheLastCounts() throws InvalidReviewException {
        String review = PodReview.create(POD)
                .toString()
                .replace("\"name\":\"web\"", "\"name\":\"first\",\"name\":\"last\"")
                .replace(
                        "\"tolerations\":",
                        "\"tolerations\":[{\"key\":\"first\"},{\"key\":\"second\"}],\"tolerations\":");

        Review read = decidable(review).review();

        assertThat(read.pod().name()).isEqualTo("last");
        assertThat(read.pod().tolerations())
                .hasSize(1)
                .allMatch(toleration -> toleration.key().equals("a"));
    }

    private static AdmissionRequest read(String body) throws InvalidReviewException {
        return ReviewReader.read(body.getBytes(StandardCharsets.UTF_8));
    }

    private static Decidable decidable(String body) throws InvalidReviewException {
        return assertThat(read(body))
                .asInstanceOf(InstanceOfAssertFactories.type(Decidable.class))
                .actual();
    }

    private static ObjectNode shuffled(ObjectNode object, Random random) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        Collections.shuffle(names, random);
        ObjectNode shuffled = WholeProgram.JSON.createObjectNode();
        for (String name : names) {
            shuffled.set(
                    name, object.get(name) instanceof ObjectNode inner ? shuffled(inner, random) : object.get(name));
        }
        return shuffled;
    }
}

package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Promise 2: given its own result, the webhook answers with an empty patch and the same verdict. */
class AskingAgainTest {
    /** Nothing is added twice (D8). */
    @ManyTrials
    void askedAgainWithTheResultThereIsNoPatchAndTheSameVerdict(long seed) {
        AtomicInteger patched = new AtomicInteger();
        Trial.each(seed, trial -> {
            JsonNode result = trial.patched();

            WholeProgram.Answer again = trial.cluster().webhook().ask(WholeProgram.withObject(trial.review(), result));

            assertThat((JsonNode) again.patch())
                    .as(() -> "asked again: " + again.patch() + "\n" + trial.describe())
                    .isEmpty();
            assertThat(again.allowed())
                    .as(() -> "asked again: " + again.response() + "\n" + trial.describe())
                    .isEqualTo(trial.answer().allowed());
            patched.addAndGet(Math.min(1, trial.answer().patch().size()));
        });
        assertThat(patched).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(500);
    }

    /** No order of a hash set (D11). */
    @ManyTrials
    void theSameReviewGivesTheSameBytesInAnotherWebhook(long seed) throws Exception {
        Random random = new Random(seed);
        Cluster one = Cluster.random(random);
        WholeProgram other = WholeProgram.with(one.settings(), one.namespaces().toArray(new Namespace[0]));
        ReviewGenerator reviews = new ReviewGenerator(random, one);

        for (int number = 0; number < 100; number++) {
            byte[] review = bytes(reviews.review());

            assertThat(other.answer(review))
                    .as("-Dtolerant.seed=%d", seed)
                    .isEqualTo(one.webhook().answer(review));
        }
    }

    @Test
    void oneReviewGivesTheSameBytesAHundredTimes() throws Exception {
        Random random = new Random(1);
        Cluster cluster = Cluster.random(random);
        byte[] review = bytes(new ReviewGenerator(random, cluster).review());
        byte[] first = cluster.webhook().answer(review);

        for (int run = 0; run < 100; run++) {
            byte[] answer = cluster.webhook().answer(review);

            assertThat(answer).isEqualTo(first);
        }
    }

    private static byte[] bytes(JsonNode review) {
        return review.toString().getBytes(StandardCharsets.UTF_8);
    }
}

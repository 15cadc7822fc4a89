package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.List;

/** Asked again about the pod that it has changed, the webhook gives the same verdict and changes nothing. */
class PolicyVerdictsTest {
    @ManyTrials
    void askedAgainARandomPodGetsNoPatch(long seed) {
        RandomWorld world = new RandomWorld(seed);
        List<String> wrong = new ArrayList<>();

        for (int i = 0; i < 1000; i++) {
            PolicyCluster cluster = PolicyCluster.with(world.compiled("spot-policies"));
            JsonNode review = PodReview.pod(world.text("spot-pod")).creation();
            WholeProgram.Answer once = cluster.webhook().ask(review);
            WholeProgram.Answer again = cluster.webhook().ask(WholeProgram.withObject(review, once.object()));
            if (!again.patch().isEmpty() || again.allowed() != once.allowed()) {
                wrong.add(review.at("/request/object/spec/tolerations") + ": " + once.patch() + " and then "
                        + again.patch() + " with " + cluster.policies());
            }
        }

        assertThat(wrong).as("seed %d", seed).isEmpty();
    }
}

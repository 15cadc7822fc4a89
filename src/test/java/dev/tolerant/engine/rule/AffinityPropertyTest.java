package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.policy.Policy;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.List;

/** With policies, a pod can run exactly on those of its previous nodes that meet the policies' requirements. */
class AffinityPropertyTest {
    private static final int PODS = 400;
    private static final int NODES = 60;

    @ManyTrials
    void aPodGoesWhereBothItsOwnTermsAndThePoliciesAgree(long seed) {
        RandomWorld world = new RandomWorld(seed);
        List<String> wrong = new ArrayList<>();
        int agreed = 0;

        for (int i = 0; i < PODS; i++) {
            List<Policy> policies = world.compiled("affinity-policies");
            JsonNode review = review(world.make("affinity"));
            WholeProgram.Answer answer = PolicyCluster.with(policies).webhook().ask(review);
            JsonNode before = review.at("/request/object/spec/affinity");
            JsonNode after = answer.object().at("/spec/affinity");
            for (int j = 0; j < NODES; j++) {
                GeneratedNode node = new GeneratedNode("node-" + j % 3, world.texts("node-labels"));
                boolean expected = node.fits(before) && (GeneratedNode.isNamedBy(before) || meetsAll(node, policies));
                agreed += expected ? 1 : 0;
                if (node.fits(after) != expected) {
                    wrong.add(node + ": " + before + " became " + after + " by " + policies);
                }
            }
        }

        assertThat(wrong).as("seed %d", seed).isEmpty();
        assertThat(agreed).as("nodes that fit, with seed %d", seed).isPositive();
    }

    @ManyTrials
    void askedAgainThereIsNoPatchAndNothingElseOfTheAffinityIsTouched(long seed) {
        RandomWorld world = new RandomWorld(seed);
        List<String> wrong = new ArrayList<>();

        for (int i = 0; i < PODS; i++) {
            WholeProgram webhook =
                    PolicyCluster.with(world.compiled("affinity-policies")).webhook();
            JsonNode review = review(world.make("affinity"));
            WholeProgram.Answer once = webhook.ask(review);
            WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, once.object()));
            JsonNode before = review.at("/request/object/spec/affinity");
            JsonNode after = once.object().at("/spec/affinity");
            if (!again.patch().isEmpty()) {
                wrong.add("asked again about " + before + ": " + again.patch());
            }
            if (!isKept(before, after)) {
                wrong.add(before + " became " + after);
            }
        }

        assertThat(wrong).as("seed %d", seed).isEmpty();
    }

    private static JsonNode review(JsonNode affinity) {
        return (affinity.isMissingNode() ? aPod() : aPod().affinity(affinity)).creation();
    }

    private static boolean meetsAll(GeneratedNode node, List<Policy> policies) {
        return policies.stream()
                .flatMap(policy -> policy.requiredNodeAffinity().stream())
                .allMatch(node::meets);
    }

    /** Whether everything before is still there in its place: each term's own parts come first in the new term. */
    private static boolean isKept(JsonNode before, JsonNode after) {
        if (before.isMissingNode()) {
            return true;
        }
        if (before.isArray()) {
            for (int i = 0; i < before.size(); i++) {
                if (!isKept(before.get(i), after.path(i))) {
                    return false;
                }
            }
            return true;
        }
        if (before instanceof ObjectNode object) {
            for (var field : object.properties()) {
                if (!isKept(field.getValue(), after.path(field.getKey()))) {
                    return false;
                }
            }
            return true;
        }
        return before.equals(after);
    }
}

package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.server.webhook.Webhook;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * No pod ends up with a toleration of a denied taint but in the ways that the design lists, whoever made it, whoever asks,
 * and whatever {@code /mutate} and other webhooks did to it before.
 */
class GuardTest {
    private static final int CLUSTERS = 40;
    private static final int REVIEWS = 40;

    /** A strong reference, because a garbage-collected logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger("dev.tolerant.server.webhook");

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    private final Set<String> ways = new HashSet<>();
    private final Set<String> violations = new HashSet<>();

    /** One review in one cluster. */
    private record Intrusion(long seed, int number, GuardedCluster cluster, ObjectNode review) {
        GuardOracle oracle(JsonNode object) {
            return new GuardOracle(cluster, Webhook.withObject(review, object).get("request"));
        }

        JsonNode received() {
            return review.get("request").get("object");
        }

        boolean isNew() {
            return review.get("request").get("operation").asText().equals("CREATE");
        }

        String describe(String what, JsonNode object, JsonNode response) {
            String namespace = review.get("request").get("namespace").asText();
            return "-Dtolerant.seed=" + seed + ", review " + number + ": " + what + "\n" + cluster.describe()
                    + "\nnamespace " + cluster.namespaces().get(namespace).getMetadata() + "\nuser      "
                    + review.get("request").get("userInfo") + "\nreceived  " + received() + "\noldObject "
                    + review.get("request").get("oldObject") + "\njudged    " + object + "\nresponse  " + response;
        }
    }

    @FunctionalInterface
    private interface Check {
        void accept(Intrusion intrusion, IntruderGenerator intruders);
    }

    private static void each(long seed, Check check) {
        Random random = new Random(seed);
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster cluster = GuardedCluster.random(random);
            IntruderGenerator intruders = new IntruderGenerator(random, cluster);
            for (int j = 0; j < REVIEWS; j++) {
                int number = i * REVIEWS + j;
                check.accept(new Intrusion(seed, number, cluster, intruders.review(number)), intruders);
            }
        }
    }

    @ManyTrials
    void whatTheMutatingWebhookLetsPassToleratesNothingDenied(long seed) {
        each(seed, (intrusion, intruders) -> {
            // When
            Webhook.Answer answer = intrusion.cluster().webhook().ask(intrusion.review());

            // Then
            if (answer.allowed()) {
                boolean finished = intrusion.isNew()
                        && !new PodView(answer.object()).isMirror()
                        && !intrusion.oracle(answer.object()).awaitsItsNode();
                assertPasses(intrusion, answer.object(), finished, answer.response());
            } else {
                assertRefusedRightly(intrusion, intrusion.received(), false, answer.response());
            }
        });
        assertThat(ways)
                .as("-Dtolerant.seed=%d", seed)
                .contains(
                        "given", "resource", "controller", "api-server", "memory-pressure", "stored", "exempt", "node");
        assertThat(violations).as("-Dtolerant.seed=%d", seed).containsExactlyInAnyOrder("toleration", "node");
    }

    @ManyTrials
    void whatTheValidatingWebhookAllowsToleratesNothingDeniedWhoeverChangedThePodBefore(long seed) {
        Random random = new Random(seed);
        each(seed, (intrusion, intruders) -> {
            // Given
            JsonNode object = intrusion.received();
            if (random.nextInt(3) > 0) {
                Webhook.Answer answer = intrusion.cluster().webhook().ask(intrusion.review());
                object = answer.allowed() ? answer.object() : object;
            }
            object = random.nextInt(3) > 0 ? intruders.changed(object) : object;

            // When
            Webhook.Answer judged = intrusion.cluster().webhook().judge(Webhook.withObject(intrusion.review(), object));

            // Then
            if (judged.allowed()) {
                assertPasses(intrusion, object, true, judged.response());
            } else {
                assertRefusedRightly(intrusion, object, true, judged.response());
            }
        });
        assertThat(ways)
                .as("-Dtolerant.seed=%d", seed)
                .contains(
                        "given", "resource", "controller", "api-server", "memory-pressure", "stored", "exempt", "node");
        assertThat(violations).as("-Dtolerant.seed=%d", seed).containsExactlyInAnyOrder("toleration", "node", "nodes");
    }

    @ManyTrials
    void whatTheMutatingWebhookMakesOfANewPodTheValidatingOneAllows(long seed) {
        each(seed, (intrusion, intruders) -> {
            // Given
            Webhook.Answer answer = intrusion.cluster().webhook().ask(intrusion.review());
            // Nobody is given anything as a mirror pod, but may write what a policy would give.
            if (!answer.allowed() || !intrusion.isNew() || new PodView(answer.object()).isMirror()) {
                return;
            }

            // When
            Webhook.Answer judged =
                    intrusion.cluster().webhook().judge(Webhook.withObject(intrusion.review(), answer.object()));

            // Then
            assertThat(judged.allowed() || intrusion.oracle(answer.object()).awaitsItsNode())
                    .as(() -> intrusion.describe("/validate", answer.object(), judged.response()))
                    .isTrue();
        });
    }

    private void assertPasses(Intrusion intrusion, JsonNode object, boolean finished, JsonNode response) {
        GuardOracle oracle = intrusion.oracle(object);
        assertThat(oracle.violation(finished, false))
                .as(() -> intrusion.describe("allowed", object, response))
                .isNull();
        ways.addAll(oracle.ways());
    }

    /** The guard must not hurt those whom nothing forbids to be here. */
    private void assertRefusedRightly(Intrusion intrusion, JsonNode object, boolean finished, JsonNode response) {
        String message = response.at("/status/message").asText();
        if (!message.startsWith("TolerationPolicy ")) {
            return; // A namespace's whitelist or node selector, about which the oracle says nothing.
        }
        String violation = intrusion.oracle(object).violation(finished, true);
        assertThat(violation)
                .as(() -> intrusion.describe("refused", object, response))
                .isNotNull();
        violations.add(String.valueOf(violation).split(" ", 3)[1]);
    }
}

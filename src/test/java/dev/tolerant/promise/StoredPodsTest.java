package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.core.policy.NamespaceFacts;
import dev.tolerant.core.policy.Snapshot;
import dev.tolerant.crd.NamespaceFixture;
import dev.tolerant.review.HealedPod;
import dev.tolerant.webhook.Webhook;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Promise 9: a pod that the webhook saw stays as it is while nothing changes. */
class StoredPodsTest {
    private static final int CLUSTERS = 40;
    private static final int REVIEWS = 40;

    @ParameterizedTest
    @MethodSource("dev.tolerant.promise.Seeds#all")
    void whileNothingChangesAPodThatTheWebhookSawIsNeverPatched(long seed) {
        Random random = new Random(seed);
        int stored = 0;
        int recorded = 0;
        for (int i = 0; i < CLUSTERS; i++) {
            // Given
            Cluster cluster = Cluster.random(random);
            Map<String, String> settings = new HashMap<>(cluster.settings());
            settings.remove("mode");
            settings.put("fleet.mode", "enforce");
            settings.put("fleet.account", Keeper.ACCOUNT);
            Webhook webhook = Webhook.with(settings, cluster.namespaces().toArray(new Namespace[0]));
            Keeper keeper = new Keeper(Webhook.config(settings), Snapshot.EMPTY);
            ReviewGenerator reviews = new ReviewGenerator(random, cluster);
            for (int number = 0; number < REVIEWS; number++) {
                ObjectNode review = reviews.review(number);
                if (!review.at("/request/operation").asText().equals("CREATE") || !keeper.believes(review)) {
                    continue;
                }
                Webhook.Answer answer = webhook.ask(review);
                if (!answer.allowed()) {
                    continue;
                }
                JsonNode created = random.nextBoolean()
                        ? answer.object()
                        : webhook.ask(Webhook.withObject(review, answer.object()))
                                .object();
                String namespace = review.at("/request/namespace").asText();
                ObjectNode pod = Keeper.stored(created, namespace);

                // When
                NamespaceFacts facts = NamespaceFixture.read(cluster.namespace(namespace), Webhook.config(settings));
                HealedPod healed = keeper.heal(pod, facts);

                // Then
                assertThat(healed.patch().map(String::new))
                        .as(() -> "-Dtolerant.seed=" + seed + "\nsettings " + settings + "\nnamespace "
                                + cluster.namespace(namespace).getMetadata() + "\nreview " + review + "\npatch "
                                + answer.patch() + "\nsteps "
                                + healed.decision().steps())
                        .isEmpty();
                stored++;
                recorded += created.at("/metadata/annotations").has("tolerant.dev/given") ? 1 : 0;
            }
        }
        assertThat(stored).as("-Dtolerant.seed=%d", seed).isGreaterThan(300);
        assertThat(recorded).as("-Dtolerant.seed=%d", seed).isGreaterThan(200);
    }
}

package dev.tolerant.promise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Promise 9: a pod that the webhook saw, or that the keeper has changed, stays as it is while nothing changes. */
class StoredPodsTest {
    private static final int CLUSTERS = 40;
    private static final int REVIEWS = 40;

    /** A pod as the API server stored it after the webhook's answer. */
    private record Saw(ModelledKeeper keeper, ObjectNode pod, NamespaceFacts namespace, String story) {
        HealedPod heal() {
            return keeper.heal(pod, namespace);
        }
    }

    @ManyTrials
    void whileNothingChangesAPodThatTheWebhookSawIsNeverPatched(long seed) {
        int stored = 0;
        for (Saw saw : saw(seed)) {
            HealedPod healed = saw.heal();

            assertThat(Optional.ofNullable(healed.patch()).map(String::new))
                    .as(() -> saw.story() + "\nsteps " + healed.decision().steps())
                    .isEmpty();
            stored++;
        }
        assertThat(stored).as("-Dtolerant.seed=%d", seed).isGreaterThan(300);
    }

    @ManyTrials
    void aPodThatTheKeeperHasChangedGetsNothingTheSecondTime(long seed) {
        Random random = new Random(seed);
        int changed = 0;
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster cluster = GuardedCluster.random(random);
            ModelledKeeper keeper =
                    new ModelledKeeper(cluster.config(), PolicyFixture.snapshot(PolicySet.of(cluster.compiled())));
            IntruderGenerator pods = new IntruderGenerator(random, cluster);
            for (int number = 0; number < REVIEWS; number++) {
                JsonNode request = pods.review().get("request");
                String name = request.get("namespace").asText();
                ObjectNode stored = ModelledKeeper.stored(request.get("object"), name);
                NamespaceFacts namespace =
                        NamespaceFixture.read(cluster.namespaces().get(name), cluster.config());
                byte[] patch = keeper.heal(stored, namespace).patch();
                if (patch == null) {
                    continue;
                }

                HealedPod again = keeper.heal(ModelledKeeper.patched(stored, patch), namespace);

                assertThat(Optional.ofNullable(again.patch()).map(String::new))
                        .as(() -> "-Dtolerant.seed=" + seed + "\n" + cluster.describe() + "\nnamespace "
                                + cluster.namespaces().get(name).getMetadata() + "\npod " + stored + "\npatch "
                                + new String(patch, UTF_8))
                        .isEmpty();
                changed++;
            }
        }
        assertThat(changed).as("-Dtolerant.seed=%d", seed).isGreaterThan(300);
    }

    private static List<Saw> saw(long seed) {
        Random random = new Random(seed);
        List<Saw> all = new ArrayList<>();
        for (int i = 0; i < CLUSTERS; i++) {
            Cluster cluster = Cluster.random(random);
            Map<String, String> settings = new HashMap<>(cluster.settings());
            settings.remove("mode");
            settings.put("keeper.mode", "enforce");
            settings.put("keeper.account", ModelledKeeper.ACCOUNT);
            WholeProgram webhook =
                    WholeProgram.with(settings, cluster.namespaces().toArray(new Namespace[0]));
            ModelledKeeper keeper = new ModelledKeeper(WholeProgram.config(settings), Snapshot.EMPTY);
            ReviewGenerator reviews = new ReviewGenerator(random, cluster);
            for (int number = 0; number < REVIEWS; number++) {
                ObjectNode review = reviews.review();
                boolean isNew = review.at("/request/operation").asText().equals("CREATE");
                WholeProgram.Answer answer = isNew ? webhook.ask(review) : null;
                if (answer == null || !answer.allowed()) {
                    continue;
                }
                JsonNode created = random.nextBoolean()
                        ? answer.object()
                        : webhook.ask(WholeProgram.withObject(review, answer.object()))
                                .object();
                String namespace = review.at("/request/namespace").asText();
                NamespaceFacts facts =
                        NamespaceFixture.read(cluster.namespace(namespace), WholeProgram.config(settings));
                String story = "-Dtolerant.seed=" + seed + "\nsettings " + settings + "\nnamespace "
                        + cluster.namespace(namespace).getMetadata() + "\nreview " + review + "\npatch "
                        + answer.patch();
                all.add(new Saw(keeper, ModelledKeeper.stored(created, namespace), facts, story));
            }
        }
        return all;
    }
}

package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.MatchConditions;
import dev.tolerant.chart.RenderedChart;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionResponse;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.review.InvalidReviewException;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.setup.EngineFactory;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * No new pod that the conditions of the chart's validating registration leave out could have been refused, whatever
 * policies, annotations and labels there are; so nobody gets around a restriction that way.
 */
class PlainPodsChartTest {
    private static final int CLUSTERS = 25;
    private static final int REVIEWS = 30;
    private static final String VALUES = """
            restrictions: {enabled: true}
            settings:
              rules:
                nodeFailure: {apiServerNotReady: %d, apiServerUnreachable: %d}
                namespaceAnnotations: {enabled: %b}
            """;
    /** Helm takes its time, and settings repeat. */
    private static final Map<String, MatchConditions> RENDERED = new HashMap<>();

    /** A strong reference, because a garbage-collected logger loses its level. */
    private static final Logger LOGGER = Logger.getLogger("dev.tolerant.server.webhook");

    static {
        LOGGER.setLevel(Level.WARNING);
    }

    private int leftOut;
    private int refused;
    private int conflicts;

    @ManyTrials
    void noNewPodThatTheRegistrationLeavesOutWouldHaveBeenRefused(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster cluster = allowing(random, GuardedCluster.random(random));
            MatchConditions conditions = conditions(cluster.config());
            IntruderGenerator intruders = new IntruderGenerator(random, cluster);
            for (int j = 0; j < REVIEWS; j++) {
                // Given
                ObjectNode review = plain(random, cluster, intruders.review(i * REVIEWS + j));
                check(seed, cluster, conditions, review);

                // When
                Webhook.Answer answer = cluster.webhook().ask(review);

                // Then
                check(seed, cluster, conditions, Webhook.withObject(review, answer.object()));
            }
        }
        assertThat(leftOut).as("-Dtolerant.seed=%d", seed).isGreaterThan(CLUSTERS * REVIEWS / 10);
        assertThat(List.of(refused, conflicts))
                .as("refused, of these for nodeSelector: -Dtolerant.seed=%d", seed)
                .allSatisfy(count -> assertThat(count).isPositive());
    }

    private void check(long seed, GuardedCluster cluster, MatchConditions conditions, JsonNode review) {
        String namespace = review.at("/request/namespace").asText();
        String described = "-Dtolerant.seed=" + seed + "\n" + cluster.describe() + "\nnamespace "
                + cluster.namespaces().get(namespace) + "\nreview " + review;
        if (conditions.call(review)) {
            count(cluster.webhook().judge(review));
            return;
        }
        leftOut++;
        assertThat(cluster.webhook().judge(review).allowed()).as(described).isTrue();
        AdmissionResponse stranger = judgedBeforeItsNamespaceIsKnown(cluster, review);
        assertThat(stranger.unjudged()).as("unjudged, " + described).isFalse();
        assertThat(stranger.decision().refusalOrNull()).as(described).isNull();
    }

    /** It may have any annotations, and any labels that a policy matches. */
    private static AdmissionResponse judgedBeforeItsNamespaceIsKnown(GuardedCluster cluster, JsonNode review) {
        try {
            Snapshot snapshot = new Snapshot(PolicySet.of(cluster.compiled()), Map.of(), Map.of());
            return EngineFactory.of(cluster.config())
                    .validate(
                            (AdmissionRequest.Decidable) Engine.read(Webhook.JSON.writeValueAsBytes(review)),
                            snapshot,
                            NamespaceFacts.unknown(
                                    review.at("/request/namespace").asText()));
        } catch (InvalidReviewException | JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void count(Webhook.Answer answer) {
        if (!answer.allowed()) {
            refused++;
            boolean conflict = answer.response().at("/status/message").asText().startsWith("spec.nodeSelector has ");
            conflicts += conflict ? 1 : 0;
        }
    }

    private static MatchConditions conditions(TolerantConfig config) {
        TolerantConfig.NodeFailure seconds = config.rules().nodeFailure();
        String values = VALUES.formatted(
                seconds.apiServerNotReady(),
                seconds.apiServerUnreachable(),
                config.rules().namespaceAnnotations().enabled());
        return RENDERED.computeIfAbsent(
                values,
                each -> new MatchConditions(RenderedChart.with(each)
                        .only(ValidatingWebhookConfiguration.class)
                        .getWebhooks()
                        .get(0)
                        .getMatchConditions()));
    }

    /** The cluster, in which some restrictions have a list of what authors may write. */
    private static GuardedCluster allowing(Random random, GuardedCluster cluster) {
        PoolGenerator pools = new PoolGenerator(random);
        List<JsonNode> policies = new ArrayList<>();
        for (JsonNode policy : cluster.policies()) {
            JsonNode copy = policy.deepCopy();
            if (copy.at("/spec").has("restrict") && random.nextBoolean()) {
                ((ObjectNode) copy.at("/spec/restrict")).set("allow", pools.list(2));
            }
            policies.add(copy);
        }
        return cluster.proposing(new GuardedCluster(
                cluster.settings(),
                policies,
                cluster.namespaces(),
                cluster.nodes(),
                cluster.config(),
                cluster.apiServer(),
                cluster.webhook()));
    }

    /** The review about a new pod that has much in common with those that are left out; some reviews stay as they are. */
    private static ObjectNode plain(Random random, GuardedCluster cluster, ObjectNode review) {
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("operation", "CREATE").putNull("oldObject");
        ObjectNode spec = (ObjectNode) request.get("object").get("spec");
        if (random.nextInt(6) == 0) {
            return review;
        }
        if (random.nextInt(8) > 0) {
            spec.remove("nodeName");
        }
        if (random.nextInt(3) > 0) {
            spec.remove("nodeSelector");
        } else if (random.nextBoolean()) {
            spec.putObject("nodeSelector").put("disk", "hdd");
        }
        ArrayNode tolerations = tolerations(random, cluster.apiServer());
        spec.set("tolerations", tolerations);
        if (tolerations.isEmpty() && random.nextBoolean()) {
            spec.remove("tolerations");
        }
        return review;
    }

    private static ArrayNode tolerations(Random random, ModelledApiServer apiServer) {
        ArrayNode list = Webhook.JSON.createArrayNode();
        ArrayNode injected = apiServer.defaulted(list);
        for (int left = random.nextInt(4); left > 0; left--) {
            list.add(injected.get(random.nextInt(2)).deepCopy());
        }
        if (random.nextInt(3) > 0) {
            return apiServer.defaulted(list);
        }
        if (list.isEmpty() || random.nextBoolean()) {
            return list;
        }
        ObjectNode odd = (ObjectNode) list.get(random.nextInt(list.size()));
        switch (random.nextInt(8)) {
            case 0 -> odd.put("tolerationSeconds", random.nextBoolean() ? 77 : 299);
            case 1 -> odd.remove("tolerationSeconds");
            case 2 -> odd.remove("effect");
            case 3 -> odd.put("operator", "Equal");
            case 4 -> odd.remove("operator");
            case 5 -> odd.put("value", random.nextBoolean() ? "" : "5");
            case 6 -> odd.put("ofALaterApi", true);
            default -> odd.remove("key");
        }
        return list;
    }
}

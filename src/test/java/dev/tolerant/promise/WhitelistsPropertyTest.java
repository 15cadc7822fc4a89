package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.InjectionsPolicy;
import dev.tolerant.chart.WhitelistsPolicy;
import dev.tolerant.engine.review.AdmissionRequest;
import dev.tolerant.engine.review.AdmissionRequest.InvalidReviewException;
import dev.tolerant.engine.review.Engine;
import dev.tolerant.engine.rule.Step.Refusal;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.Seeds;
import dev.tolerant.testing.StrictPatch;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the API server refuses for a whitelist, the webhook would refuse too, and the other way round where all is known. */
class WhitelistsPropertyTest {
    private static final int CLUSTERS = 30;
    private static final int PODS = 30;
    /** The API server admits seconds of any rule in its own two entries, and all in pods of DaemonSets. */
    private static final Pattern PAIR =
            Pattern.compile("toleration node\\.kubernetes\\.io/(not-ready|unreachable):NoExecute op=Exists.*");
    /** And the taint of a resource that the pod asks zero of, whatever else counts, where zero counts as asking. */
    private static final String COUNTS_ZERO = "rules.extended-resources.count-zero";

    private int refused;
    private int admitted;

    @ManyTrials
    void theApiServerJudgesByWhitelistsAsTheWebhookDoes(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster cluster = GuardedCluster.random(random).restricting(random);
            Injections injections = compiled(cluster);
            InjectionsPolicy giving = InjectionsPolicy.of(injections);
            WhitelistsPolicy judging = WhitelistsPolicy.of(injections);
            IntruderGenerator pods = new IntruderGenerator(random, cluster);
            for (int j = 0; j < PODS; j++) {
                judge(cluster, injections, giving, judging, pods.review(), seed);
            }
        }
        if (Seeds.isFixed(seed)) {
            assertThat(refused).isGreaterThan(CLUSTERS);
            assertThat(admitted).isGreaterThan(CLUSTERS);
        }
    }

    /** Whatever was stored before, with other policies. */
    @ManyTrials
    void noPodIsRefusedForWhatItIsGivenWhileInjectionsCannotBeWritten(long seed) {
        Random random = new Random(seed);
        int withheld = 0;
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster before = GuardedCluster.random(random).restricting(random);
            GuardedCluster cluster = before.having(GuardedCluster.random(random).policies());
            Injections stored = compiled(before);
            WhitelistsPolicy judging = WhitelistsPolicy.of(stored);
            WholeProgram webhook = cluster.knowing(compiled(cluster), stored);
            IntruderGenerator pods = new IntruderGenerator(random, cluster);
            for (int j = 0; j < PODS; j++) {
                ObjectNode review = pods.review();
                WholeProgram.Answer answer = webhook.ask(review);
                if (answer.allowed() && review.at("/request/operation").asText().equals("CREATE")) {
                    Namespace namespace = cluster.namespaces()
                            .get(review.at("/request/namespace").asText());
                    assertThat(judging.refusals(WholeProgram.withObject(review, answer.object()), namespace))
                            .as("-Dtolerant.seed=" + seed + "\n" + before.describe() + "\n" + cluster.describe()
                                    + "\nreview    " + review + "\nanswer    " + answer.object() + "\n" + namespace)
                            .isEmpty();
                    withheld += answer.response().toString().contains("has not written Injections yet") ? 1 : 0;
                }
            }
        }
        if (Seeds.isFixed(seed)) {
            assertThat(withheld).isPositive();
        }
    }

    private static List<NamespaceFacts> namespaces(GuardedCluster cluster) {
        return cluster.namespaces().values().stream()
                .map(namespace -> NamespaceFixture.read(namespace, cluster.config()))
                .toList();
    }

    private static Injections compiled(GuardedCluster cluster) {
        return InjectionsCompiler.compile(
                PolicySet.of(cluster.compiled()),
                Reservations.NONE,
                namespaces(cluster),
                EngineFactory.injected(cluster.config()));
    }

    private void judge(
            GuardedCluster cluster,
            Injections injections,
            InjectionsPolicy giving,
            WhitelistsPolicy judging,
            ObjectNode review,
            long seed) {
        String name = review.at("/request/namespace").asText();
        Namespace namespace = cluster.namespaces().get(name);
        JsonNode sent = review.at("/request/object");
        boolean isNew = review.at("/request/operation").asText().equals("CREATE");
        JsonNode given = isNew ? StrictPatch.apply(giving.patch(review, cluster.labelsOf(name)), sent) : sent;
        ObjectNode away = WholeProgram.withObject(review, given);
        List<String> refusals = judging.refusals(away, namespace);
        WholeProgram.Answer alone = cluster.webhook().ask(review);
        String sentence = alone.response().at("/status/message").asText();
        boolean byWhitelist = !alone.allowed() && sentence.contains("is not in the whitelist of namespace");
        String about = "-Dtolerant.seed=" + seed + "\n" + cluster.describe() + "\nreview    " + review + "\naway      "
                + refusals + "\nwebhook   " + alone.response() + "\nnamespace " + namespace + "\nstaying   "
                + injections.staying();
        if (!refusals.isEmpty()) {
            assertThat(byWhitelist).as(about).isTrue();
            refused++;
        }
        boolean isJudged = injections.whitelists().containsKey(name);
        boolean zero = cluster.settings().getOrDefault(COUNTS_ZERO, "").equals("true");
        boolean ofClass = given.at("/spec").has("runtimeClassName");
        if (byWhitelist && isJudged && !ofClass && refusals.isEmpty()) {
            assertThat(sentence.replaceFirst(".*?toleration ", "toleration "))
                    .as(about)
                    .matches(zero ? "toleration (nvidia|example)\\.com/.*|" + PAIR : PAIR.pattern());
        }
        String explained = explained(cluster, injections, review);
        assertThat(explained.isEmpty() && !refusals.isEmpty()).as(about).isFalse();
        if (!explained.isEmpty() && refusals.isEmpty()) {
            assertThat(explained.replaceFirst(".*?toleration ", "toleration "))
                    .as(about + "\nexplained " + explained)
                    .matches(zero ? "toleration (nvidia|example)\\.com/.*|" + PAIR : PAIR.pattern());
        }
        WholeProgram.Answer together = cluster.knowing(injections).ask(away);
        if (together.allowed() && isJudged) {
            assertThat(judging.refusals(WholeProgram.withObject(review, together.object()), namespace))
                    .as(about + "\ntogether " + together.object())
                    .isEmpty();
            admitted += together.object().at("/spec/tolerations").isEmpty() ? 0 : 1;
        }
    }

    /** The refusal by a whitelist that is explained where there is no webhook; empty if there is none. */
    private static String explained(GuardedCluster cluster, Injections injections, ObjectNode review) {
        Map<String, String> settings = new HashMap<>(cluster.settings());
        settings.put("webhook.enabled", "false");
        Map<String, NamespaceFacts> namespaces =
                namespaces(cluster).stream().collect(Collectors.toMap(NamespaceFacts::name, each -> each));
        Snapshot snapshot = new Snapshot(PolicySet.of(cluster.compiled()), namespaces, Map.of())
                .with(injections, Injections.NOTHING, Set.of());
        try {
            AdmissionRequest request = Engine.read(review.toString().getBytes(StandardCharsets.UTF_8));
            return request instanceof AdmissionRequest.Decidable decidable
                    ? Optional.ofNullable(EngineFactory.of(WholeProgram.config(settings))
                                    .outcome(decidable, true, snapshot, namespaces.get(request.namespace()))
                                    .decision()
                                    .refusal())
                            .map(Refusal::message)
                            .filter(message -> message.contains("is not in the whitelist of namespace"))
                            .orElse("")
                    : "";
        } catch (InvalidReviewException invalid) {
            throw new AssertionError(invalid);
        }
    }
}

package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.InjectionsPolicy;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.InjectionsCompiler;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeAffinity;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.Seeds;
import dev.tolerant.testing.StrictPatch;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What the API server gives by itself is what the program gives, and the program comes to the same whether it was given before or not. */
class InjectionsPropertyTest {
    private static final int CLUSTERS = 20;
    private static final int PODS = 25;

    private int changed;

    @ManyTrials
    void whatTheApiServerGivesIsPartOfWhatTheProgramGivesAndChangesNothingOfIt(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < CLUSTERS; i++) {
            GuardedCluster cluster = GuardedCluster.random(random);
            List<NamespaceFacts> namespaces = cluster.namespaces().values().stream()
                    .map(namespace -> NamespaceFixture.read(namespace, cluster.config()))
                    .toList();
            Injections injections = InjectionsCompiler.compile(
                    PolicySet.of(cluster.compiled()),
                    Reservations.NONE,
                    namespaces,
                    EngineFactory.injected(cluster.config()));
            InjectionsPolicy policy = InjectionsPolicy.of(injections);
            IntruderGenerator pods = new IntruderGenerator(random, cluster);
            for (int j = 0; j < PODS; j++) {
                ObjectNode review = pods.review();
                if (review.at("/request/operation").asText().equals("CREATE")) {
                    compare(cluster, injections, policy, namespaces, review, seed);
                }
            }
        }
        if (Seeds.isFixed(seed)) {
            assertThat(changed).isGreaterThan(CLUSTERS);
        }
    }

    private void compare(
            GuardedCluster cluster,
            Injections injections,
            InjectionsPolicy policy,
            List<NamespaceFacts> namespaces,
            ObjectNode review,
            long seed) {
        Review read = RequestFixture.reviewOf(review);
        NamespaceFacts namespace = namespaces.stream()
                .filter(each -> each.name().equals(read.namespace()))
                .findFirst()
                .orElseThrow();
        // With the chart's default the pod's label counts.
        boolean optedOut = namespace.isOptedOut() || read.pod().isOptedOut();
        if (optedOut) {
            return;
        }
        Snapshot snapshot = new Snapshot(PolicySet.of(cluster.compiled()), Map.of(), cluster.known()).with(injections);
        JsonNode injected = StrictPatch.apply(
                policy.patch(review, cluster.labelsOf(read.namespace())), review.at("/request/object"));
        PodFacts given = pod(review, injected);
        PodFacts byEngine = EngineFactory.of(cluster.config()).whileAway(read, snapshot, namespace);
        assertThat(given.tolerations().stream().map(Toleration::withMeaning))
                .as("%s in %s", review, injections)
                .containsExactlyElementsOf(byEngine.tolerations().stream()
                        .map(Toleration::withMeaning)
                        .toList());
        assertThat(affinity(given)).as("%s in %s", review, injections).isEqualTo(affinity(byEngine));
        if (refusals(cluster, review).isEmpty()) {
            assertThat(refusals(cluster, WholeProgram.withObject(review, injected)))
                    .as("%s with %s", review, injected)
                    .isEmpty();
        }
        WholeProgram.Answer alone = cluster.webhook().ask(review);
        if (!alone.allowed()) {
            return;
        }
        WholeProgram.Answer after = cluster.knowing(injections).ask(WholeProgram.withObject(review, injected));
        String about = "-Dtolerant.seed=" + seed + "\n" + cluster.describe() + "\nreview    " + review + "\ngiven     "
                + injected + "\nstaying   " + injections.staying() + "\nalone     " + alone.patch() + "\nafter     "
                + after.patch();

        PodFacts expected = pod(review, alone.object());
        PodFacts actual = pod(review, after.object());
        assertThat(meanings(actual)).as(about).isEqualTo(meanings(expected));
        assertThat(affinity(actual)).as(about).isEqualTo(affinity(expected));
        // A stored pod without a policy's affinity is healed as if that policy gave it nothing.
        if (meanings(given).equals(meanings(expected)) && affinity(given).equals(affinity(expected))) {
            ModelledKeeper keeper = new ModelledKeeper(cluster.config(), snapshot);
            ObjectNode stored = ModelledKeeper.stored(injected, read.namespace());
            assertThat(keeper.heal(stored, namespace).patch()).as(about).isNull();
        }
        changed += given.equals(read.pod()) ? 0 : 1;
    }

    /** Of the guard of what policies reserve, to a pod that nobody in particular creates. */
    private static List<String> refusals(GuardedCluster cluster, JsonNode review) {
        return cluster.guard()
                .refusals(
                        review, cluster.labelsOf(review.at("/request/namespace").asText()), Set.of());
    }

    private static PodFacts pod(ObjectNode review, JsonNode object) {
        return RequestFixture.reviewOf(WholeProgram.withObject(review, object)).pod();
    }

    /** Each entry with the times that it occurs. */
    private static List<String> meanings(PodFacts pod) {
        return pod.tolerations().stream()
                .map(Toleration::withMeaning)
                .map(Toleration::toString)
                .sorted()
                .toList();
    }

    private static List<String> affinity(PodFacts pod) {
        List<String> all = new ArrayList<>();
        NodeAffinity affinity = pod.nodeAffinity();
        affinity.terms().forEach(term -> {
            Set<String> parts = new TreeSet<>();
            term.matchExpressions().forEach(each -> parts.add(each.toString()));
            term.matchFields().forEach(each -> parts.add("field " + each));
            all.add("term " + parts);
        });
        affinity.preferred().forEach(each -> all.add(each.toString()));
        return all;
    }
}

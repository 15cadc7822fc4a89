package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.Node;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Promise 2 where one policy's affinity makes others match: the first answer has already matched until nothing changes. */
class MatchingAgainTest {
    private static final int TRIALS = 800;
    private static final String REQUIRED =
            "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms";

    /** One question and its answer. */
    private record Question(
            long seed, List<JsonNode> policies, PodReview pod, WholeProgram webhook, WholeProgram.Answer answer) {
        WholeProgram.Answer again() {
            return webhook.ask(pod.with(answer.object()));
        }

        String describe() {
            return "-Dtolerant.seed=" + seed + "\npolicies " + policies + "\npod      "
                    + pod.creation().at("/request/object") + "\npatch    " + answer.patch();
        }
    }

    private static List<Question> questions(long seed) {
        RandomWorld world = new RandomWorld(seed);
        List<Question> questions = new ArrayList<>(TRIALS);
        for (int i = 0; i < TRIALS; i++) {
            List<JsonNode> policies = world.policies("node-policies");
            PolicyCluster cluster =
                    PolicyCluster.with(PolicyFixture.all(policies)).namespace(PodReview.NAMESPACE, Map.of("team", "a"));
            nodes().forEach(cluster::node);
            PodReview pod = PodReview.pod(world.text("asking-pod"));
            WholeProgram webhook = cluster.webhook();
            questions.add(new Question(seed, policies, pod, webhook, webhook.ask(pod.creation())));
        }
        return questions;
    }

    /** A node for each label and value, with the taint of that name. */
    private static List<Node> nodes() {
        List<Node> nodes = new ArrayList<>();
        for (String label : List.of("pool", "zone", "kubernetes.io/os")) {
            for (String value : List.of("a", "b")) {
                String name = label.replace("kubernetes.io/", "") + "-" + value;
                nodes.add(new Node(name, Map.of(label, value), List.of(new Taint(label, value, Effect.NO_SCHEDULE))));
            }
        }
        return nodes;
    }

    @ManyTrials
    void aSecondQuestionChangesNothing(long seed) {
        for (Question question : questions(seed)) {
            WholeProgram.Answer again = question.again();

            assertThat((JsonNode) again.patch())
                    .as(() -> "asked again: " + again.patch() + "\n" + question.describe())
                    .isEmpty();
            assertThat(again.allowed()).as(question::describe).isTrue();
        }
    }

    @ManyTrials
    void aPodHasWhatEachPolicyGivesThatMatchesItInTheEnd(long seed) {
        int latecomers = 0;
        for (Question question : questions(seed)) {
            JsonNode before = question.pod().creation().at("/request/object");
            JsonNode after = question.answer().object();

            List<JsonNode> matching = giving(question, after);
            List<String> lacking = matching.stream()
                    .flatMap(spec -> tolerated(spec).stream())
                    .filter(key -> !has(after, key))
                    .toList();
            List<String> unasked = tolerated(after.path("spec")).stream()
                    .filter(key ->
                            matching.stream().noneMatch(spec -> tolerated(spec).contains(key)))
                    .toList();

            assertThat(lacking).as(question::describe).isEmpty();
            assertThat(unasked).as(question::describe).isEmpty();
            latecomers += matching.size() - giving(question, before).size();
        }
        assertThat(latecomers)
                .as("policies that matched by what others gave, with -Dtolerant.seed=%d", seed)
                .isGreaterThan(25);
    }

    /** The specs of the policies in force that match the pod, by the reading of this test. */
    private static List<JsonNode> giving(Question question, JsonNode pod) {
        return question.policies().stream()
                .map(policy -> policy.path("spec"))
                .filter(spec -> spec.path("mode").asText().equals("Enforce"))
                .filter(spec -> matches(spec.path("match"), pod))
                .toList();
    }

    private static boolean matches(JsonNode match, JsonNode pod) {
        String team = pod.at("/metadata/labels/team").asText();
        boolean asked = StreamSupport.stream(
                        match.path("nodeSelector").properties().spliterator(), false)
                .allMatch(label -> asks(pod, label.getKey(), label.getValue().asText()));
        String os = match.path("os").asText();
        String podOs = pod.at("/spec/os/name").asText();
        boolean runs = os.isEmpty() || (podOs.isEmpty() ? asks(pod, "kubernetes.io/os", os) : podOs.equals(os));
        return asked
                && runs
                && (!match.has("podSelector") || team.equals("ml"))
                && !(match.has("exclude") && team.equals("web"));
    }

    /** Whether every way in which the pod may be scheduled has the label with that value; an empty term is no such way. */
    private static boolean asks(JsonNode pod, String label, String value) {
        if (pod.at("/spec/nodeSelector").path(label).asText().equals(value)) {
            return true;
        }
        JsonNode terms = pod.at(REQUIRED);
        return !terms.isEmpty()
                && StreamSupport.stream(terms.spliterator(), false)
                        .filter(term -> !term.isEmpty())
                        .allMatch(term -> requires(term, label, value));
    }

    private static boolean requires(JsonNode term, String label, String value) {
        return StreamSupport.stream(term.path("matchExpressions").spliterator(), false)
                .anyMatch(expression -> expression.path("key").asText().equals(label)
                        && expression.path("operator").asText().equals("In")
                        && expression.path("values").size() == 1
                        && expression.at("/values/0").asText().equals(value));
    }

    /** The keys that a policy gives for itself, or that a pod has of these. */
    private static List<String> tolerated(JsonNode spec) {
        return StreamSupport.stream(spec.path("tolerations").spliterator(), false)
                .map(toleration -> toleration.path("key").asText())
                .filter(key -> key.startsWith("given-"))
                .toList();
    }

    private static boolean has(JsonNode pod, String key) {
        return tolerated(pod.path("spec")).contains(key);
    }
}

package dev.tolerant.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.intree.Difference;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tolerant also gives random pods what the in-tree plugins give them, except for the documented differences. */
@ExtendWith(QuietLog.class)
class RandomPodsTest {
    private static final int NAMESPACES = 60;
    private static final int PODS = 25;
    private static final String NAMESPACE = "random";
    private static final List<Taint> PROBES = probes();
    private static final DefaultTolerationSeconds SERVER = DefaultTolerationSeconds.of(300, 300);
    private static final List<RecordedCase> CASES = Recording.read().cases();
    private static final List<RecordedCase> UNOWNED =
            CASES.stream().filter(each -> each.pod().submitted().isEmpty()).toList();
    private static final List<RecordedCase> OWNED =
            CASES.stream().filter(each -> !each.pod().submitted().isEmpty()).toList();

    @ManyTrials
    void aRandomPodIsTreatedAsTheModelWithTheDifferencesHasIt(long seed) {
        assertThat(wrong(seed, (webhook, each) -> {
                    AdmittedPod expected = new InTreeModel(each.pod(), Switches.all()).outcome();
                    AdmittedPod actual = AdmittedPod.of(webhook.ask(each.review()));
                    Meaning meant = Meaning.of(expected, PROBES);
                    Meaning done = Meaning.of(actual, PROBES);
                    return done.equals(meant)
                            ? Optional.empty()
                            : Optional.of("Tolerant and the model differ on " + done.firstDifferenceFrom(meant, PROBES)
                                    + ", Tolerant: " + actual + ", model: " + expected);
                }))
                .as("seed %d", seed)
                .isEmpty();
    }

    @ManyTrials
    void askedAgainWithItsOwnResultARandomPodGetsNoPatchAndTheSameVerdict(long seed) {
        assertThat(wrong(seed, (webhook, each) -> {
                    WholeProgram.Answer once = webhook.ask(each.review());
                    WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(each.review(), once.object()));
                    return again.patch().isEmpty() && again.allowed() == once.allowed()
                            ? Optional.empty()
                            : Optional.of(once.patch() + " and then " + again.patch());
                }))
                .as("seed %d", seed)
                .isEmpty();
    }

    /** What is wrong with random pods of many namespaces. */
    private static List<String> wrong(long seed, BiFunction<WholeProgram, RandomPod, Optional<String>> judge) {
        RandomWorld world = new RandomWorld(seed);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < NAMESPACES; i++) {
            List<RandomPod> pods = pods(world);
            WholeProgram webhook =
                    WholeProgram.with(Map.of(), namespace(pods.get(0).pod()));
            pods.forEach(each -> judge.apply(webhook, each).ifPresent(what -> wrong.add(each.pod() + ": " + what)));
        }
        return wrong;
    }

    @Test
    void noDifferenceIsNamedInVain() {
        RandomWorld world = new RandomWorld(1);
        Set<Difference> shown = Switches.none();

        for (int i = 0; i < NAMESPACES; i++) {
            for (RandomPod each : pods(world)) {
                Meaning all = Meaning.of(new InTreeModel(each.pod(), Switches.all()).outcome(), PROBES);
                for (Difference one : Switches.all()) {
                    Set<Difference> others = Switches.all();
                    others.remove(one);
                    if (!Meaning.of(new InTreeModel(each.pod(), others).outcome(), PROBES)
                            .equals(all)) {
                        shown.add(one);
                    }
                }
            }
        }

        assertThat(shown).isEqualTo(Switches.all());
    }

    /** Pods of one namespace, each like a recorded pod with other tolerations. */
    private static List<RandomPod> pods(RandomWorld world) {
        List<Toleration> defaults = world.tolerations("recorded-defaults");
        List<Toleration> whitelist = world.tolerations("recorded-whitelist");
        List<RandomPod> pods = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            // Without entries that equal the API server's, whose author a review cannot always tell.
            List<Toleration> submitted = world.tolerations("recorded-tolerations").stream()
                    .filter(toleration -> !SERVER.contains(toleration))
                    .toList();
            List<RecordedCase> candidates = submitted.isEmpty() ? UNOWNED : OWNED;
            RecordedCase like = world.pick(candidates);
            ModelledPod pod =
                    new ModelledPod(submitted, defaults, whitelist, like.pod().facts());
            pods.add(new RandomPod(pod, review(like, pod)));
        }
        return pods;
    }

    private static JsonNode review(RecordedCase like, ModelledPod pod) {
        ObjectNode review = like.review().deepCopy();
        ((ObjectNode) review.get("request")).put("namespace", NAMESPACE);
        ((ObjectNode) review.at("/request/object/spec"))
                .set(
                        "tolerations",
                        RecordedTolerations.write(new InTreeModel(pod, Switches.none()).afterDefaultSeconds()));
        return review;
    }

    private static Namespace namespace(ModelledPod pod) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(NAMESPACE)
                .addToAnnotations(
                        NamespaceFacts.DEFAULT_TOLERATIONS,
                        RecordedTolerations.write(pod.defaults()).toString())
                .addToAnnotations(
                        NamespaceFacts.TOLERATIONS_WHITELIST,
                        RecordedTolerations.write(pod.whitelist()).toString())
                .endMetadata()
                .build();
    }

    /** Every taint that the tolerations here can match, and some that none matches. */
    private static List<Taint> probes() {
        List<Taint> probes = new ArrayList<>();
        for (String key : List.of(
                NodeTaints.NOT_READY.key(),
                NodeTaints.UNREACHABLE.key(),
                NodeTaints.MEMORY_PRESSURE.key(),
                "foo",
                "nvidia.com/gpu",
                "a/b",
                "amd.com/gpu",
                "example.com/foo",
                "mykubernetes.io/x",
                "stranger")) {
            for (String value : List.of("", "a", "b", "stranger")) {
                for (Effect effect : List.of(Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE)) {
                    probes.add(new Taint(key, value, effect));
                }
            }
        }
        return List.copyOf(probes);
    }

    /** A pod, and the review that a cluster with only DefaultTolerationSeconds would send for it. */
    private record RandomPod(ModelledPod pod, JsonNode review) {}
}

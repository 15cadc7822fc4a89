package dev.tolerant.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.crd.PolicyFiles;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.ControlPlane.AdmissionPlugins;
import dev.tolerant.engine.words.ControlPlane.DefaultTolerationSeconds;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Resources;
import dev.tolerant.engine.words.Resources.ResourceNames;
import dev.tolerant.engine.words.Review;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.observed.explain.Explanation.ExplainedToleration;
import dev.tolerant.testing.ExplainerFixture;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reviews as API servers of Kubernetes 1.36.2 sent them, with the plugins on that give tolerations before any webhook; a policy gives 60
 * seconds. Those of namespaces {@code p-*} are from one with PodTolerationRestriction and ExtendedResourceToleration too.
 */
class PluginReviewsTest {
    private static final Path REVIEWS = Path.of("src/test/resources/plugins");
    private static final int WRITER = 3;
    private static final int RIGHT = 4;
    private static final String WITHOUT_SCHEDULING = "cs-silent";
    /** The author's pair of 300 s, and a namespace's wildcard that an author may have sent as the whole list. */
    private static final Set<String> LOOK_LIKE_OTHERS = Set.of("own-300-create.json", "all-own-create.json");

    /** Of a list that no client sent, it does not matter which plugin wrote what; no setting says that the last but one runs. */
    private static final Map<String, Set<Origin>> SAID = Map.of(
            "author", Set.of(Origin.AUTHOR),
            "policy", Set.of(Origin.AUTHOR, Origin.OTHER_PLUGIN),
            "DaemonSet controller", Set.of(Origin.CONTROLLER),
            "DefaultTolerationSeconds", Set.of(Origin.PROVEN, Origin.LIKELY, Origin.UNCLEAR),
            "PodTolerationRestriction (the namespace's default)", Set.of(Origin.RESTRICTION, Origin.OTHER_PLUGIN),
            "PodTolerationRestriction (memory pressure)", Set.of(Origin.RESTRICTION, Origin.OTHER_PLUGIN),
            "ExtendedResourceToleration", Set.of(Origin.AUTHOR, Origin.OTHER_PLUGIN),
            "RuntimeClass", Set.of(Origin.RUNTIME_CLASS, Origin.OTHER_PLUGIN));

    private static final Toleration BOX = Toleration.exists("box", Effect.NO_EXECUTE);
    private static final Toleration SPOT = Toleration.exists("spot", Effect.NO_SCHEDULE);
    /** What a client sent before all else and a merge dropped, by the table that came with the reviews. */
    private static final Map<String, List<Toleration>> DROPPED = Map.of(
            "rc-own-covered-create.json",
            List.of(BOX.withSeconds(TolerationSeconds.of(10))),
            "rc-own-duplicates-create.json",
            List.of(BOX.withSeconds(TolerationSeconds.of(10)), BOX),
            "rc-hollow-covered-create.json",
            List.of(SPOT.withSeconds(TolerationSeconds.of(9))),
            "default-duplicates-create.json",
            List.of(SPOT),
            "all-own-create.json",
            List.of(SPOT));

    static Stream<Arguments> reviews() throws IOException {
        Map<String, List<String>> right = Files.readAllLines(REVIEWS.resolve("index.tsv")).stream()
                .skip(1)
                .map(line -> line.split("\t"))
                .collect(Collectors.groupingBy(
                        cells -> cells[0],
                        LinkedHashMap::new,
                        Collectors.mapping(cells -> cells[RIGHT], Collectors.toList())));
        return right.entrySet().stream().map(each -> Arguments.of(each.getKey(), each.getValue()));
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void eachEntryGetsTheSecondsOfThePolicyUnlessItsAuthorWroteOthers(String file, List<String> right)
            throws IOException {
        JsonNode review = review(file);
        ObjectNode answered = WholeProgram.withObject(review, ask(review).object());

        List<String> tolerations = RequestFixture.reviewOf(answered).pod().tolerations().stream()
                .map(Object::toString)
                .toList();
        assertThat(tolerations).startsWith(right.toArray(String[]::new));
    }

    static Stream<String> creations() throws IOException {
        return reviews().map(review -> (String) review.get()[0]).filter(file -> file.endsWith("-create.json"));
    }

    /** The parts of the API server that {@code Origins} and {@code explain} reckon with, in the order of the plugins. */
    @ParameterizedTest
    @MethodSource("creations")
    void thePluginsMakeTheStoredListOfWhatTheClientSent(String file) throws Exception {
        Review stored = RequestFixture.reviewOf(review(file));
        List<Toleration> list = stored.pod().tolerations();
        List<String> writers = writers(file);
        List<Toleration> sent = new ArrayList<>(DROPPED.getOrDefault(file, List.of()));
        List<Toleration> unexplained = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (Set.of("author", "DaemonSet controller").contains(writers.get(i))) {
                sent.add(list.get(i));
            } else if (writers.get(i).equals("policy")) {
                unexplained.add(list.get(i));
            }
        }

        List<Toleration> admitted = admitted(stored, sent);
        // Another MutatingAdmissionPolicy gives what no plugin explains.
        admitted.addAll(unexplained);

        assertThat(admitted).isEqualTo(list);
    }

    private static List<Toleration> admitted(Review stored, List<Toleration> sent) throws Exception {
        PodFacts pod = stored.pod();
        NamespaceFacts namespace = snapshot().namespaces().get(stored.namespace());
        boolean isWithPlugins = stored.namespace().startsWith("p-");
        DefaultTolerationSeconds defaults = DefaultTolerationSeconds.of(300, 300);
        List<Toleration> list = new ArrayList<>(
                new PodPlugins(pod, defaults, isWithPlugins ? namespace : null, null, Set.of()).addedTo(sent));
        for (String name : isWithPlugins ? resources(pod) : Set.<String>of()) {
            if (ResourceNames.isExtended(name) && !list.contains(AdmissionPlugins.ofResource(name))) {
                list.add(AdmissionPlugins.ofResource(name));
            }
        }
        List<Toleration> ofClass = pod.runtimeClassName().equals(WITHOUT_SCHEDULING)
                ? null
                : snapshot().runtimeClasses().get(pod.runtimeClassName());
        return new ArrayList<>(
                ofClass == null ? list : new PodPlugins(pod, defaults, null, ofClass, Set.of()).addedTo(list));
    }

    private static Set<String> resources(PodFacts pod) {
        return pod.resources().containers().stream()
                .flatMap(Resources::names)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static Stream<String> tellingCreations() throws IOException {
        return creations().filter(file -> !LOOK_LIKE_OTHERS.contains(file));
    }

    @ParameterizedTest
    @MethodSource("tellingCreations")
    void eachEntryIsSaidToBeTheWorkOfItsWriter(String file) throws Exception {
        JsonNode review = review(file);

        List<Origin> origins = ExplainerFixture.with(settings(review))
                .explain(ExplainerFixture.manifest(review), snapshot(), null)
                .tolerations()
                .stream()
                .map(ExplainedToleration::origin)
                .toList();

        List<String> writers = writers(file);
        for (int i = 0; i < writers.size(); i++) {
            assertThat(SAID.get(writers.get(i))).as("%s %d", file, i).contains(origins.get(i));
        }
    }

    private static List<String> writers(String file) throws IOException {
        return Files.readAllLines(REVIEWS.resolve("index.tsv")).stream()
                .map(line -> line.split("\t"))
                .filter(cells -> cells[0].equals(file))
                .map(cells -> cells[WRITER])
                .toList();
    }

    private static Snapshot snapshot() throws Exception {
        return PolicyFiles.ofText(Files.readString(REVIEWS.resolve("objects.yaml")), new TolerationRules(false))
                .snapshot();
    }

    @Test
    void wherePartOfTheListIsNobodysThatIsKnownAStepSaysWhySecondsStay() throws Exception {
        Snapshot cluster = snapshot();

        assertThat(ExplainerFixture.with(Map.of())
                        .explain(ExplainerFixture.manifest(review("map-own-create.json")), cluster, null)
                        .steps())
                .extracting(step -> step.sentence())
                .anyMatch(sentence -> sentence.startsWith("leaves toleration 1 (node.kubernetes.io/not-ready")
                        && sentence.contains("override, which is likely"));
    }

    /** What the API server injects again looks the same as what the author sets to it. */
    @Test
    void anUpdateThatGetsItsSecondsBackIsWarned() throws IOException {
        assertThat(ask(review("patch-seconds-update.json")).response().path("warnings"))
                .extracting(JsonNode::asText)
                .anyMatch(warning -> warning.contains("sets tolerationSeconds of toleration 1 to 60 instead of 300"));
        assertThat(ask(review("put-bare-update.json")).response().path("warnings"))
                .isEmpty();
    }

    private static JsonNode review(String file) throws IOException {
        return WholeProgram.JSON.readTree(REVIEWS.resolve(file).toFile());
    }

    private static WholeProgram.Answer ask(JsonNode review) throws IOException {
        return WholeProgram.ofFiles(settings(review), Files.readString(REVIEWS.resolve("objects.yaml")))
                .ask(review);
    }

    private static Map<String, String> settings(JsonNode review) {
        boolean isWithPlugins = review.at("/request/namespace").asText().startsWith("p-");
        return isWithPlugins ? Map.of("rules.namespace-annotations.api-server-enforces", "true") : Map.of();
    }
}

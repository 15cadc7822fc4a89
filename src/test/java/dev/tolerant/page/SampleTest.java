package dev.tolerant.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.page.Playground.Attempt;
import dev.tolerant.testing.ExplainedCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pods to start from: the page's own, and those of the library with their policies and nodes. */
class SampleTest extends PlaygroundFixture {
    @Test
    void theSamplesDoWhatTheirTitlesSay() {
        String policies = KnownInForce.samplesText();

        Map<String, String> verdicts = new TreeMap<>();
        for (Sample sample : Sample.all()) {
            ObjectNode answer = explain(sample.pod().text(), policies, "");
            assertThat(problems(answer)).as(sample.name()).isEmpty();
            verdicts.put(
                    sample.name(), explanations(answer).get(0).get("verdict").asText());
        }

        assertThat(verdicts)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "web", "patched",
                        "own-seconds", "unchanged",
                        "train", "patched",
                        "intruder", "refused",
                        "wildcard", "unchanged",
                        "agent", "unchanged",
                        "nightly", "patched",
                        "opted-out", "skipped"));
    }

    @Test
    void everySampleIsOffered() throws IOException {
        List<String> files;
        try (Stream<Path> samples = Files.list(Path.of("src/main/resources/playground/samples"))) {
            files = samples.map(file -> "samples/" + file.getFileName()).toList();
        }

        assertThat(Sample.all()).extracting(sample -> sample.pod().path()).containsExactlyInAnyOrderElementsOf(files);
    }

    @Test
    void everyPolicyOfTheLibraryIsOffered() throws IOException {
        assertThat(Sample.library())
                .extracting(Sample::name)
                .containsExactlyInAnyOrderElementsOf(ExplainedCase.ofLibrary().stream()
                        .map(each -> each.directory().getFileName().toString())
                        .toList());
    }

    @Test
    void aSampleOfTheLibraryBringsItsPoliciesAndNodes() {
        Sample sample = Sample.library().get(0);

        ObjectNode answer = explain(
                sample.pod().text(), Objects.requireNonNull(sample.policies()).text(), "");

        assertThat(sample.title()).isEqualTo("GPU nodes for one team");
        assertThat(problems(answer)).isEmpty();
        assertThat(explanations(answer).get(0).at("/steps/0/rule").asText()).isEqualTo("policies/gpu-pool");
        assertThat(explanations(answer).get(0).get("nodes"))
                .extracting(node -> node.get("name").asText())
                .containsExactly("gpu-1", "gpu-2", "gpu-3", "plain-1");
    }

    @Test
    void ofTheNodesInForceNothingIsSaid() {
        Playground playground =
                new Playground(KnownInForce.compiled("{apiVersion: v1, kind: Node, metadata: {name: 'n'}}"));

        ObjectNode answer = playground
                .explain(new Attempt(Sample.all().get(0).pod().text(), null, ""))
                .json();

        assertThat(explanations(answer).get(0).has("nodes")).isFalse();
    }

    private static JsonNode explanations(ObjectNode answer) {
        return answer.get("explanations");
    }
}

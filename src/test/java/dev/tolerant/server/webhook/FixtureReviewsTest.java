package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.WholeProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reviews captured from a live API server, with the patch that each must get beside it. */
class FixtureReviewsTest {
    private static final Path REVIEWS = Path.of("src/test/resources/reviews");
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    private final WholeProgram webhook =
            WholeProgram.with(Map.of("rules.node-failure.not-ready", "60", "rules.node-failure.unreachable", "60"));

    static List<String> reviews() throws IOException {
        try (Stream<Path> files = Files.list(REVIEWS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json") && !name.endsWith(".patch.json"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void aCapturedReviewGetsTheGoldenPatch(String name) throws IOException {
        JsonNode review = WholeProgram.JSON.readTree(REVIEWS.resolve(name).toFile());
        Path golden = REVIEWS.resolve(name.replace(".json", ".patch.json"));

        WholeProgram.Answer answer = webhook.ask(review);

        if (WRITE) {
            Files.writeString(golden, answer.patch().toPrettyString() + "\n");
        }
        assertThat(answer.allowed()).isTrue();
        assertThat((JsonNode) answer.patch()).isEqualTo(WholeProgram.JSON.readTree(golden.toFile()));
    }

    @ParameterizedTest
    @MethodSource("reviews")
    void askedAgainWithItsOwnResultACapturedReviewGetsNoPatch(String name) throws IOException {
        JsonNode review = WholeProgram.JSON.readTree(REVIEWS.resolve(name).toFile());
        JsonNode patched = webhook.ask(review).object();

        WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(review, patched));

        assertThat((JsonNode) again.patch()).isEmpty();
        assertThat(again.allowed()).isTrue();
    }
}

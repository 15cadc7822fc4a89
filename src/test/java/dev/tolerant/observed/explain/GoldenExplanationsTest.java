package dev.tolerant.observed.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Captured reviews and the pods that similar programs have got wrong, each with its explanation beside it. */
class GoldenExplanationsTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");

    static List<ExplainedCase> cases() throws IOException {
        return ExplainedCase.withGolden();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aCaseGetsTheGoldenExplanation(ExplainedCase golden) throws Exception {
        // When
        List<Explanation> explanations = golden.explain();
        String text = new TextWriter(Palette.PLAIN).write(explanations);
        String json = JsonWriter.json(explanations);

        // Then
        if (WRITE) {
            Files.writeString(golden.golden("txt"), text);
            Files.writeString(golden.golden("json"), json);
        }
        assertThat(text).isEqualTo(Files.readString(golden.golden("txt")));
        assertThat(json).isEqualTo(Files.readString(golden.golden("json")));
    }
}

package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The benchmark makes and uses the AOT cache as the image does. */
class ImageTest {
    private static final String DOCKERFILE = """
            FROM base AS program
            RUN something else
            FROM program AS trained
            # RUN in a comment
            RUN timeout 30 java -jar quarkus-run.jar; \\
                test $? -eq 124
            RUN rm leftover

            FROM program
            ENTRYPOINT ["java", "-XX:AOTCache=app.aot", "-Xlog:disable", "-jar", "quarkus-run.jar"]
            """;

    @Test
    void theTrainingIsWhatItsStageRuns() throws IOException {
        assertThat(new Image(DOCKERFILE).training())
                .containsExactly("timeout 30 java -jar quarkus-run.jar;      test $? -eq 124", "rm leftover");
    }

    @Test
    void theOptionsAreThoseOfTheEntryPoint() throws IOException {
        assertThat(new Image(DOCKERFILE).options()).containsExactly("-XX:AOTCache=app.aot", "-Xlog:disable");
    }

    @Test
    void theProjectsDockerfileHasBoth() throws IOException {
        // Given: tests of this module run in its directory
        Image image = Image.of(Path.of("../.."));

        // When, Then
        assertThat(image.training()).anyMatch(command -> command.contains("-XX:AOTCacheOutput=app.aot"));
        assertThat(image.options()).contains("-XX:AOTCache=app.aot");
    }

    @Test
    void anInstructionThatTheBenchmarkCannotDoIsAnErrorThatNamesIt() {
        // Given
        Image image = new Image(DOCKERFILE.replace("RUN rm leftover", "COPY reviews ./"));

        // When, Then
        assertThatThrownBy(image::training)
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "the stage \"trained\" of src/main/docker/Dockerfile.jvm has COPY, and bench/run can only do RUN");
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the shell offers after the script of {@code completion} has been read. */
class CompletionCommandTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "tolerant ex, explain",
        "tolerant dr, drill",
        "tolerant explain --off, --offline",
        "tolerant lint --fail-on W, WARNING",
        "tolerant explain -f man, manifest.yaml",
        "tolerant lint -f man, manifest.yaml",
    })
    void bashOffersCommandsOptionsValuesAndFiles(String words, String offer) throws Exception {
        Files.writeString(directory.resolve("manifest.yaml"), "");
        Files.writeString(
                directory.resolve("script"), CommandRun.of("completion", "bash").out());
        List<String> typed = List.of(words.split(" "));

        Process bash = new ProcessBuilder(
                        "bash",
                        "--norc",
                        "-c",
                        ". ./script; COMP_WORDS=(" + words + "); COMP_CWORD=" + (typed.size() - 1) + "; COMP_LINE='"
                                + words + "'; _complete_tolerant; echo \"${COMPREPLY[@]}\"")
                .directory(directory.toFile())
                // Outside of a completion that a person has asked for, bash's compopt complains.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String offers = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(offers.trim()).isEqualTo(offer);
    }
}

package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command line has the commands and options that the tests against a real API server use, which run elsewhere. */
class ApiServerCommandsTest {
    private static final Path TESTS = Path.of("src/test/java/dev/tolerant/apiserver");
    private static final Pattern OPTION = Pattern.compile("\"(-[a-z]|--[a-z-]+)\"");
    private static final Pattern WORD = Pattern.compile("\"([a-z]+)\"");

    @Test
    void everyOptionIsOneOfTheCommandThatTheTestRuns() throws IOException {
        Map<String, CommandLine> commands = Main.commandLine().getSubcommands();
        List<Path> tests;
        try (Stream<Path> files = Files.list(TESTS)) {
            tests = files.filter(file -> file.toString().endsWith("IT.java")).toList();
        }
        int checked = 0;
        for (Path test : tests) {
            String text = Files.readString(test);
            if (!text.contains("PackagedCommand.run(")) {
                continue;
            }
            List<String> run =
                    matches(WORD, text).filter(commands::containsKey).distinct().toList();
            assertThat(run).as(test.toString()).hasSize(1);
            assertThat(commands.get(run.get(0)).getCommandSpec().optionsMap())
                    .as(test.toString())
                    .containsKeys(matches(OPTION, text).distinct().toArray(String[]::new));
            checked++;
        }
        assertThat(checked).isGreaterThan(4);
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult found) -> found.group(1));
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands in documents that {@code .ci/run} runs with the launcher print what the documents show; here they run in this JVM. */
class DocumentedCommandsTest {
    private static final Pattern EXAMPLE = Pattern.compile(
            "<!-- ci: ([a-z-]+) -->\n```sh\n((?:.*\n)*?)```\n\n<!-- ci: \\1-output -->\n```[a-z]+\n((?:.*\n)*?)```\n");
    private static final Pattern VARIABLE = Pattern.compile("(?m)^[a-z]+=src/test/resources/.*\n");
    private static final Pattern WITH_MORE_OF_THE_SHELL = Pattern.compile("(?m)^(?:kubectl )?tolerant .*[>|&]");

    /** {@code -Dgolden.write=true} writes what they print now. */
    @ParameterizedTest
    @CsvSource({"README.md, 2", "docs/cli.md, 2", "docs/kubectl.md, 4"})
    void everyExamplePrintsWhatTheDocumentShows(Path document, int played) throws IOException {
        String text = Files.readString(document);
        String variables = VARIABLE.matcher(text)
                .results()
                .map(variable -> variable.group())
                .collect(Collectors.joining());

        StringBuilder rewritten = new StringBuilder();
        int end = 0;
        int examples = 0;
        for (Matcher example = EXAMPLE.matcher(text); example.find(); ) {
            if (!WITH_MORE_OF_THE_SHELL.matcher(example.group(2)).find()) {
                rewritten.append(text, end, example.start(3));
                for (String command : commands(variables + example.group(2))) {
                    rewritten.append(CommandRun.of(command.split(" ")).out());
                }
                end = example.end(3);
                examples++;
            }
        }
        rewritten.append(text.substring(end));
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(document, rewritten);
        }

        assertThat(examples).isEqualTo(played);
        assertThat(Files.readString(document)).isEqualTo(rewritten.toString());
    }

    /** A shell runs everything else in the block, such as what writes files, and says the commands with its variables' values. */
    private static List<String> commands(String block) throws IOException {
        Process bash = new ProcessBuilder("bash", "-ec", "tolerant() { echo \"$*\"; }\nkubectl() { \"$@\"; }\n" + block)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.CommandRun;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands in documents that {@code .ci/run} runs with the launcher print what the documents show; here they run in this JVM. */
class DocumentedCommandsTest {
    private static final String DUMPS = "src/test/resources/dumps";
    private static final String SAMPLES = "src/test/resources/manifests";
    private static final Pattern EXAMPLE =
            Pattern.compile("<!-- ci: (?<name>[a-z-]+) -->\n```sh\n(?<commands>(?:.*\n)*?)```\n"
                    + "\n<!-- ci: \\k<name>-output -->\n```[a-z]+\n(?<output>(?:.*\n)*?)```\n");

    /** {@code -Dgolden.write=true} writes what the commands print now. */
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/cli.md"})
    void everyExamplePrintsWhatTheDocumentShows(Path document) throws Exception {
        String text = Files.readString(document);
        StringBuilder shown = new StringBuilder();
        int end = 0;
        Matcher example = EXAMPLE.matcher(text);
        while (example.find()) {
            if (!example.group("commands").contains("\ntolerant ")
                    && !example.group("commands").startsWith("tolerant ")) {
                continue;
            }
            shown.append(text, end, example.start("output")).append(printed(example.group("commands")));
            end = example.end("output");
        }
        shown.append(text.substring(end));

        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(document, shown);
        }

        assertThat(end).isPositive();
        assertThat(Files.readString(document)).isEqualTo(shown.toString());
    }

    /** What the lines of a block print: those that begin with tolerant by this JVM, others and what follows a pipe by bash. */
    private static String printed(String block) throws Exception {
        StringBuilder printed = new StringBuilder();
        StringBuilder script = new StringBuilder();
        for (String line :
                block.replace("$dumps", DUMPS).replace("$samples", SAMPLES).split("\n")) {
            if (!line.startsWith("tolerant ")) {
                script.append(line).append('\n');
                continue;
            }
            printed.append(bash(script.toString(), ""));
            script.setLength(0);
            String[] command = line.substring("tolerant ".length()).split(" \\| ", 2);
            String out = CommandRun.of(command[0].split(" ")).out();
            printed.append(command.length == 1 ? out : bash(command[1], out));
        }
        return printed.toString();
    }

    private static String bash(String script, String in) throws Exception {
        Process bash = new ProcessBuilder("bash", "-c", script)
                .redirectError(Redirect.INHERIT)
                .start();
        try (OutputStream out = bash.getOutputStream()) {
            out.write(in.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(script).isZero();
        return out;
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.Main;
import dev.tolerant.testing.CommandRun;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What all commands have in common, but for what the script root.txt has. */
class TolerantCommandTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain",
                "whatif",
                "drill",
                "doctor",
                "lint",
                "test",
                "dump",
                "ask",
                "certificate",
                "serve",
                "completion"
            })
    void helpHasAnExampleAndTheCommandsOwnExitCodes(String command) {
        CommandRun run = CommandRun.of(command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("\nExamples?[^\n]*:\n.*tolerant " + command);
        assertThat(run.out()).containsPattern("\nExit codes:\n  [01] +[a-z]").containsPattern("\n  2 +[a-z]");
        assertThat(run.out().lines()).allMatch(line -> line.length() <= 120);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "completion bash",
                "dump --offline",
                "dump --help",
                "explain --offline -o yaml -f src/test/resources/manifests/apps/web.yaml",
                "lint -f src/test/resources/manifests/careless",
                "--version"
            })
    void whatCannotBeWrittenIsSaidAndIsNoSuccess(String line) {
        StringWriter err = new StringWriter();
        PrintWriter full = new PrintWriter(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("No space left on device");
            }
        });

        int exitCode = TolerantCommand.run(Main.commandLine(), full, new PrintWriter(err), line.split(" "));

        assertThat(err.toString())
                .endsWith(
                        "tolerant: the output cannot be written: give it a place that has room and is read to the end\n");
        assertThat(exitCode).isEqualTo(2);
    }

    @Test
    void theRootNamesEveryCommand() {
        CommandRun run = CommandRun.of("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("explain ", "whatif ", "drill ", "doctor ", "lint ", "test ", "dump ")
                .doesNotContain("ask ", "certificate ", "completion ", "kubectl")
                .contains("The command serve serves the webhook; so does java -jar quarkus-run.jar without a command.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    state   | 'unexpected error: java.lang.IllegalStateException: two lines, caused by java.io.IOException: no space'
                    linkage | 'unexpected error: java.lang.NoClassDefFoundError: a/Missing'
                    mute    | 'unexpected error: java.io.IOException'
                    """)
    void anErrorThatNobodyForesawIsNamedWithItsCauseAndShowsItsStackWithMinusV(String command, String sentence) {
        CommandRun run = failing(command);
        CommandRun verbose = failing(command, "-v");
        CommandRun verboseBefore = failing("-v", command);

        assertThat(run).isEqualTo(new CommandRun(2, "", command + ": " + sentence + "; -v shows the stack\n"));
        assertThat(verbose.exitCode()).isEqualTo(2);
        assertThat(verbose.err())
                .contains("\tat dev.tolerant.tools.TolerantCommandTest.")
                .endsWith("\n" + command + ": " + sentence + "\n");
        assertThat(verboseBefore.err())
                .endsWith("\n" + command + ": " + sentence + "\n")
                .contains("\tat ");
    }

    @Test
    void anErrorOfAFileIsItsSentenceAndHasNoStack() {
        assertThat(failing("file", "-v")).isEqualTo(new CommandRun(2, "", "file: no space\n"));
    }

    private static CommandRun failing(String... arguments) {
        CommandSpec root = CommandSpec.create().name("tolerant");
        Map<String, Callable<Integer>> commands = Map.of(
                "state",
                () -> {
                    throw new IllegalStateException(
                            "two\nlines", new UncheckedIOException(new IOException("no space")));
                },
                "linkage",
                () -> {
                    throw new NoClassDefFoundError("a/Missing");
                },
                "mute",
                () -> {
                    throw new IOException();
                },
                "file",
                () -> {
                    throw new UncheckedIOException(new IOException("no space"));
                });
        commands.forEach((name, command) -> root.addSubcommand(name, CommandSpec.wrapWithoutInspection(command)));
        return CommandRun.of(TolerantCommand.commandLine(new CommandLine(root)), arguments);
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What all commands have in common. */
class TolerantCommandTest {
    @TempDir
    private Path directory;

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

    @Test
    void theRootNamesEveryCommand() {
        CommandRun run = CommandRun.of("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("explain ", "whatif ", "drill ", "doctor ", "lint ", "test ", "dump ")
                .doesNotContain("certificate ", "completion ", "kubectl")
                .contains("Without a command, it serves the webhook, as serve does.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "explain                          | 'explain: name what to explain: objects of the cluster as in deploy/web, or manifests with -f'",
                "explain a -f b                   | 'explain: ''a'' is an object of the cluster, and -f names manifests: leave one of them out'",
                "explain -f a                     | 'explain: this is no terminal, so say which cluster is meant: --from FILES, --context NAME, or --offline for none'",
                "explain a --offline --from b     | 'explain: --offline is for no cluster, and --from names one: leave one of them out'",
                "explain a --from b --as jane     | 'explain: --as is for a cluster that is asked, and --from asks none: leave one of them out'",
                "explain a --offline --context b  | 'explain: --context is for a cluster that is asked, and --offline asks none: leave one of them out'",
                "explain pom.xml --offline        | 'explain: ''pom.xml'' is a file: write -f pom.xml'",
                "explain a --offline --settings b | 'explain: --settings is for manifests (-f)'",
                "lint                             | 'Missing required parameter: ''FILE'''",
                "serve now                        | 'Unmatched argument at index 1: ''now'''",
                "completion fish                  | 'expected one of [BASH, ZSH]'",
                "explain -f a -o xml              | 'Invalid value for option ''--output'': it must be text, json, yaml, diff or manifest'",
                "explain -f a --polices b         | 'Unknown option: ''--polices'''",
                "test                             | Missing required parameter: 'SUITE'",
                "lint -f a --fail-on info         | 'Invalid value for option ''--fail-on'': expected one of [ERROR, WARNING]'",
                "tell                             | Unmatched argument at index 0: 'tell'",
            })
    void whatCannotBeUsedOnTheCommandLineIsNamed(String arguments, String sentence) {
        CommandRun run = CommandRun.of(arguments.trim().split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "explain --offline -f nowhere.yaml | explain: --file nowhere.yaml does not exist: check the path",
                "explain -f SAMPLE --from nowhere | explain: --from nowhere does not exist: check the path",
                "lint -f SAMPLE nowhere | lint: FILE nowhere does not exist: check the path",
                "explain --offline -f SAMPLE --settings nowhere.properties | explain: --settings nowhere.properties does not exist: check"
                        + " the path",
                "test nowhere.yaml                | test: SUITE nowhere.yaml does not exist: check the path",
            })
    void aFileThatCannotBeUsedIsNamedInOneLine(String arguments, String sentence) {
        String sample = Repository.app("train.yaml");

        CommandRun run =
                CommandRun.of(arguments.trim().replace("SAMPLE", sample).split(" "));

        assertThat(run).isEqualTo(new CommandRun(2, "", sentence.replace("SAMPLE", sample) + "\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "lint POLICIES, lint --file POLICIES, 0",
        "lint WEB CURIOUS, lint -f WEB -f CURIOUS, 0",
    })
    void filesAreParametersToo(String parameters, String options, int exitCode) {
        CommandRun run = CommandRun.of(words(parameters));

        assertThat(run).isEqualTo(CommandRun.of(words(options)));
        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).isNotEmpty();
    }

    private static String[] words(String command) {
        return command.replace("POLICIES", Repository.POLICIES.toString())
                .replace("CURIOUS", Repository.app("curious.yaml"))
                .replace("TRAIN", Repository.app("train.yaml"))
                .replace("WEB", Repository.app("web.yaml"))
                .split(" ");
    }

    @Test
    void whatIsNeitherYamlNorJsonIsNamedWithItsPlace() throws IOException {
        Path file = Files.writeString(directory.resolve("a.yaml"), "a: [1");

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString());

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2, "", "explain: " + file + " cannot be read: it is not YAML or JSON at line 1, column 6\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tolerant.modus=audit                         | tolerant.modus is not a setting",
                "tolerant.mode=\\u12                           | four hexadecimal digits must follow \\u; write \\\\ for a backslash",
                "tolerant.rules.node-failure.not-ready=soon   | 'tolerant.rules.node-failure.not-ready cannot be ''soon'': ''soon'' is neither a"
                        + " whole number of seconds nor ''never'''",
            })
    void aSettingThatCannotBeUsedIsNamed(String line, String sentence) throws IOException {
        Path settings = Files.writeString(directory.resolve("s.properties"), line);

        CommandRun run = CommandRun.of(
                "explain", "--offline", "-f", Repository.app("train.yaml"), "--settings", settings.toString());

        assertThat(run).isEqualTo(new CommandRun(2, "", "explain: " + settings + ": " + sentence + "\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state   | 'unexpected error: java.lang.IllegalStateException: two lines, caused by java.io.IOException: no space'",
                "linkage | 'unexpected error: java.lang.NoClassDefFoundError: a/Missing'",
                "mute    | 'unexpected error: java.io.IOException'",
            })
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

    @Test
    void linesCannotBeForgedByNames() throws IOException {
        Path file = Files.writeString(
                directory.resolve("a.yaml"),
                "{apiVersion: v1, kind: \"Sec\\u001b[31mret\\nexplain: fine\"}\n---\n{apiVersion: v1, kind: Pod, spec: {}}");

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString());

        assertThat(run.err()).isEqualTo("explain: ignores 1 object without pods: 1 Sec [31mret explain: fine\n");
    }
}

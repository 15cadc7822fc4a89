package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** YAML that would be taken for something else than its author meant is refused, with its place. */
class UnreadableYamlTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "value: y     | 'spec.tolerations[0].value must be a string, but is a boolean'",
                "value: 08    | 'spec.tolerations[0].value must be a string, but is a number'",
                "tolerationSeconds: 1.5 | 'spec.tolerations[0].tolerationSeconds must be a 64-bit whole number, but is a number'",
            })
    void whatTheApiHasAnotherTypeForIsNamedByItsPath(String field, String sentence) throws IOException {
        Path file = write("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {containers: [], tolerations: [{key: gpu, %s}]}
                """.formatted(field));

        assertThat(CommandRun.of("explain", "--offline", "-f", file.toString()))
                .isEqualTo(new CommandRun(2, "", "explain: " + file + ", document 1: " + sentence + "\n"));
        CommandRun lint = CommandRun.of("lint", file.toString());
        assertThat(lint.exitCode()).isEqualTo(1);
        assertThat(lint.out()).contains("file.yaml:4: error: Pod a: " + sentence + " [unreadable]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "v1 | Namespace | metadata: {name: a, labels: {gpu: y}} | metadata.labels.gpu must be a string, but is a boolean",
                "v1 | Node | {metadata: {name: a}, spec: {taints: [{key: gpu, value: 08, effect: NoSchedule}]}} | spec.taints[0].value must be a string",
                "v1 | Node | metadata: {name: n} | metadata.name must be a string, but is false: put it in quotes",
                "v1 | Node | {metadata: {name: a, labels: {gpu: on}}} | metadata.labels.gpu must be a string, but is a boolean",
                "tolerant.dev/v1alpha1 | TolerationPolicy | {metadata: {name: a}, spec: {match: {namespaceSelector: {matchLabels: {gpu: y}}}}} | spec.match.namespaceSelector.matchLabels.gpu must be a string, but is true",
                "tolerant.dev/v1alpha1 | TolerationPolicy | {metadata: {name: a}, spec: {match: {}, tolerations: [{key: gpu, operator: Equal, value: n}]}} | spec.tolerations[0].value must be a string, but is false",
            })
    void lintNamesWhatTheApiHasAnotherTypeFor(String version, String kind, String rest, String sentence)
            throws IOException {
        Path file = write(
                "{apiVersion: %s, kind: %s, %s}\n".formatted(version, kind, rest.replaceFirst("^\\{(.*)}$", "$1")));

        CommandRun run = CommandRun.of("lint", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).startsWith(file + ":1: error: " + kind).contains(": " + sentence);
    }

    @Test
    void wholeNumbersAreWholeHoweverTheyAreWritten() throws IOException {
        Path policies = Files.createDirectory(directory.resolve("policies"));
        Files.writeString(policies.resolve("p.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: p}
                spec: {match: {}, nodeFailure: {notReady: 60.0, unreachable: 1e2}}
                """);
        Path file = write("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {containers: [], tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 1e+06}]}
                """);

        assertThat(CommandRun.of("lint", policies.toString(), file.toString()).exitCode())
                .isZero();
        assertThat(CommandRun.of("explain", "-v", "-f", file.toString(), "--from", policies.toString())
                        .out())
                .contains("for 1000000s", "for 60s", "for 100s");
    }

    @Test
    void aFieldIsNotGivenTwice() throws IOException {
        Path file = write("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nmetadata: {name: b}\n");

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("there are two of the field 'metadata' at line 4");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "taints: {key: a}   | spec.taints must be a list",
                "unschedulable: yes please | spec.unschedulable must be true or false",
            })
    void aNodeThatCannotBeReadIsNamed(String spec, String sentence) throws IOException {
        Path node = Files.writeString(
                directory.resolve("node.yaml"),
                "apiVersion: v1\nkind: Node\nmetadata: {name: 'n'}\nspec: {" + spec + "}\n");

        CommandRun run = CommandRun.of("explain", "-f", Repository.app("train.yaml"), "--from", node.toString());

        assertThat(run.err()).contains("explain: policies: Node n").contains(sentence);
    }

    @Test
    void aNumberInQuotesStaysAString() throws IOException {
        Path file = write("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {containers: [], tolerations: [{key: a, operator: Equal, value: "1"}]}
                """);

        CommandRun run = CommandRun.of("explain", "--offline", "-f", file.toString(), "-o", "yaml");

        assertThat(run.out()).contains("value: \"1\"");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("file.yaml"), yaml);
    }
}

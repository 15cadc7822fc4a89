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

    @Test
    void anAliasIsNoString() throws IOException {
        // Given
        Path file = write("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a, labels: {k: &k dedicated}}
                spec: {containers: [], tolerations: [{key: *k, operator: Exists}]}
                """);

        // When
        CommandRun run = CommandRun.of("explain", "-f", file.toString());

        // Then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("explain: " + file + " cannot be read: an alias (*name) cannot be used here: write out what"
                        + " it stands for at line 4");
    }

    @Test
    void aFieldIsNotGivenTwice() throws IOException {
        // Given
        Path file = write("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nmetadata: {name: b}\n");

        // When
        CommandRun run = CommandRun.of("explain", "-f", file.toString());

        // Then
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
        // Given
        Path node = Files.writeString(
                directory.resolve("node.yaml"),
                "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nspec: {" + spec + "}\n");

        // When
        CommandRun run = CommandRun.of("explain", "-f", Repository.app("train.yaml"), "--nodes", node.toString());

        // Then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("node.yaml").contains("document 1").contains(sentence);
    }

    @Test
    void aNumberInQuotesStaysAString() throws IOException {
        // Given
        Path file = write("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {containers: [], tolerations: [{key: a, operator: Equal, value: "1"}]}
                """);

        // When
        CommandRun run = CommandRun.of("explain", "-f", file.toString(), "-o", "yaml");

        // Then
        assertThat(run.out()).contains("value: \"1\"");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("file.yaml"), yaml);
    }
}

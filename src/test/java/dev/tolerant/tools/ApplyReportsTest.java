package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code apply} reports: refused objects, warnings, and files that it cannot change. */
class ApplyReportsTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("input");
    }

    @Test
    void refusedObjectsAreOmittedAndReported() throws IOException {
        // Given
        String curious = Files.readString(Path.of(Repository.app("curious.yaml")));
        String service = "{apiVersion: v1, kind: Service, metadata: {name: s}}\n";
        Files.writeString(file, service + "---\n" + curious + "---\n" + service);

        // When
        CommandRun run = CommandRun.apply(file.toString());

        // Then
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo(service + "---\n" + service);
        assertThat(run.err())
                .isEqualTo(
                        "apply: " + file + ", document 2: Pod shop/curious: refused: TolerationPolicy keep-out denies"
                                + " toleration dedicated:NoSchedule op=Exists, which tolerates dedicated:NoSchedule; remove it from"
                                + " spec.tolerations, or ask for an exemption in the policy's restrict.exempt\n");
    }

    @Test
    void refusedItemsAreOmittedFromTheirList() throws IOException {
        // Given
        Files.writeString(file, """
                apiVersion: v1
                kind: List
                items:
                - {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {tolerations: [{operator: Exists}]}}
                - {apiVersion: v1, kind: Service, metadata: {name: b}}
                - {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {tolerations: [{operator: Exists}]}}
                """);

        // When
        CommandRun run = CommandRun.apply(file.toString());

        // Then
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("""
                        apiVersion: v1
                        kind: List
                        items:
                        - {apiVersion: v1, kind: Service, metadata: {name: b}}
                        """);
        assertThat(run.err().lines().map(line -> line.replaceFirst(": refused.*", "")))
                .containsExactly(
                        "apply: " + file + ", document 1, item 1: Pod default/a",
                        "apply: " + file + ", document 1, item 3: Pod default/c");
    }

    @Test
    void theWebhooksWarningsAreReported() throws IOException {
        // Given
        Files.writeString(
                directory.resolve("policy.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: soft}, spec: {mode: Warn,"
                        + " match: {}, restrict: {deny: [{key: dedicated}]}}}");

        // When
        CommandRun run =
                CommandRun.of("apply", "-f", Repository.app("curious.yaml"), "--policies", directory.toString());

        // Then
        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .startsWith("apply: warning: " + Repository.app("curious.yaml")
                        + ", document 1: Pod shop/curious: policies/soft ");
    }

    @Test
    void aFileThatCannotBeChangedInPlaceIsAnErrorAndNothingIsWritten() throws IOException {
        // Given
        Files.writeString(file, "kind: Pod\napiVersion: v1\nmetadata: {name: a}\nspec: {containers: [],}\n");

        // When
        CommandRun run = CommandRun.of("apply", "-f", file.toString());

        // Then
        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "apply: " + file
                                + " is written in a way that cannot be changed in place: put --- between documents,"
                                + " and write the lists of refused objects in block style\n"));
    }
}

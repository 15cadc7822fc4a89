package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line of {@code whatif} takes, and what it writes about the dumps. */
class WhatifCommandTest {
    private static final boolean WRITE = Boolean.getBoolean("golden.write");
    private static final Path CASES = Path.of("src/test/resources/whatif");
    private static final Path DUMPS = Path.of("src/test/resources/dumps");
    private static final String KEEP_OUT = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: keep-out}
            spec: {match: {namespaceSelector: {matchLabels: {team: ml}}}, reserve: {taints: [{key: dedicated}], exempt: {namespaces: [%s]}}}
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"nodes", "namespaces", "tolerationpolicies", "pods", "deployments", "jobs"})
    void aMissingRightIsAnError(String kind) throws IOException {
        Path dump = Files.writeString(
                directory.resolve("dump.json"),
                Files.readString(Path.of(Dumps.SHOP))
                        .replaceFirst(
                                "\"unknown\" *: *\\{ *}",
                                "\"unknown\": {\"" + kind + "\": \"you may not list them\"}"));

        CommandRun run = CommandRun.of("whatif", "--prune", "--from", dump.toString());

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2, "", "whatif: " + kind + " are not known: you may not list them" + System.lineSeparator()));
    }

    @ParameterizedTest
    @CsvSource({
        "shop, text, txt, 1",
        "shop, json, json, 1",
        "shop, yaml, yaml, 1",
        "shop, markdown, md, 1",
        "shop, junit, xml, 1",
        "gpu, text, txt, 1",
        "gpu, markdown, md, 1",
        "wrong, text, txt, 0",
        "wrong, json, json, 0"
    })
    void aDumpGetsTheGoldenAnswer(String dump, String format, String extension, int exitCode) throws IOException {
        List<String> options = new ArrayList<>(List.of("-o", format));
        Path settings = CASES.resolve(dump).resolve("tolerant.properties");
        if (Files.exists(settings)) {
            options.addAll(List.of("--settings", settings.toString()));
        }
        if (dump.equals("wrong")) {
            options.add("--prune");
        }

        CommandRun run = whatif(dump, CASES.resolve(dump).resolve("proposed.yaml"), options.toArray(String[]::new));

        Path golden = CASES.resolve(dump).resolve("answer." + extension);
        if (WRITE) {
            Files.writeString(golden, run.out());
        }
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(Files.readString(golden));
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @ParameterizedTest
    @CsvSource({"'', 1", "monitoring, 0"})
    void aPolicyThatKeepsOthersOutRefusesEveryMonitoringAgentThatItDoesNotExempt(String exempt, int exitCode)
            throws IOException {
        CommandRun run = whatif("gpu", policy(KEEP_OUT.formatted(exempt.isEmpty() ? "nobody" : exempt)));

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out().contains("daemonset/node-exporter")).isEqualTo(exitCode == 1);
        assertThat(run.out().contains("daemonset/dcgm-exporter")).isEqualTo(exitCode == 1);
    }

    @Test
    void podsThatCouldGoToNoNodeAnyMoreAreFoundAsRefusedOnesAre() throws IOException {
        Path nowhere = policy("""
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: nowhere}
                spec: {match: {}, requiredNodeAffinity: [{key: pool, operator: In, values: [none-has-it]}]}
                """);

        CommandRun text = whatif("shop", nowhere, "-n", "shop");
        CommandRun junit = whatif("shop", nowhere, "-n", "shop", "-o", "junit");

        assertThat(text.out())
                .contains("Nowhere to go", "new pods stay Pending")
                .doesNotContain("Newly refused");
        assertThat(text.exitCode()).isEqualTo(1);
        assertThat(junit.out()).contains("<failure");
        assertThat(junit.exitCode()).isEqualTo(1);
    }

    @Test
    void aNamespaceLimitsTheAnswerToIt() throws IOException {
        CommandRun run = whatif("gpu", policy(KEEP_OUT.formatted("nobody")), "-n", "web");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).doesNotContain("-n monitoring");
    }

    @Test
    void withoutAProposalItNamesTheOptions() {
        CommandRun run = CommandRun.of("whatif", "--from", dump("shop"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().strip())
                .isEqualTo(
                        "whatif: nothing is proposed: name files of policies with -f, other settings with --settings,"
                                + " or --prune for a cluster without any policy of its own");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aPolicyThatCannotBeUsedIsSaidAsElsewhereAndNothingIsJudged() throws IOException {
        Path broken = policy(KEEP_OUT.formatted("nobody").replace("reserve:", "resreve:"));

        CommandRun run = whatif("shop", broken);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("whatif: policies: " + broken)
                .contains("TolerationPolicy keep-out cannot be used: spec.resreve is not a field of the API");
    }

    @Test
    void settingsThatCannotBeUsedAreSaid() throws IOException {
        Path settings = Files.writeString(directory.resolve("a.properties"), "tolerant.mode=half");

        CommandRun run = CommandRun.of("whatif", "--from", dump("shop"), "--settings", settings.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("tolerant.mode cannot be 'half': it must be one of audit,enforce");
    }

    @Test
    void filesWithoutNamespacesAreNoCluster() throws IOException {
        Path objects = Files.writeString(directory.resolve("objects.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: agent, namespace: shop}
                spec: {tolerations: [{operator: Exists}]}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: n1}
                """);

        CommandRun run = CommandRun.of(
                "whatif",
                "--from",
                objects.toString(),
                "-f",
                policy(KEEP_OUT.formatted("nobody")).toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("whatif: namespaces are not known: the files have no namespaces");
    }

    @Test
    void whatIsNoPolicyIsPassedOverAndIsNoPartOfTheCluster() throws IOException {
        Path mixed = policy(KEEP_OUT.formatted("nobody")
                + "---\n{apiVersion: v1, kind: Node, metadata: {name: n9, labels: {pool: spare}}}\n");
        Path alone = Files.writeString(directory.resolve("alone.yaml"), KEEP_OUT.formatted("nobody"));

        CommandRun run = whatif("shop", mixed);

        assertThat(run.out()).isEqualTo(whatif("shop", alone).out());
        assertThat(run.err()).isEqualTo("whatif: passes over 1 object of -f that are no policies: 1 Node\n");
    }

    @Test
    void filesWithoutPoliciesProposeNothing() throws IOException {
        Path other = policy("{apiVersion: v1, kind: Namespace, metadata: {name: shop}}");

        assertThat(whatif("shop", other))
                .isEqualTo(new CommandRun(2, "", "whatif: the input has no TolerationPolicy, only 1 Namespace\n"));
    }

    @Test
    void aRefusalCountsMoreThanWhatCannotBeRead() throws IOException {
        Path objects = Files.writeString(directory.resolve("objects.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: agent, namespace: shop}
                spec: {tolerations: [{operator: Exists}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: broken, namespace: shop}
                spec: {tolerations: 3}
                ---
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: n1}
                """);

        CommandRun run = CommandRun.of(
                "whatif",
                "--from",
                objects.toString(),
                "-f",
                policy(KEEP_OUT.formatted("nobody")).toString());

        assertThat(run.out()).contains("Newly refused", "Cannot be read", "shop pod/broken: spec.tolerations");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    private Path policy(String yaml) throws IOException {
        return Files.writeString(directory.resolve("policy.yaml"), yaml);
    }

    private static CommandRun whatif(String dump, Path proposed, String... options) {
        List<String> arguments = new ArrayList<>(List.of("whatif", "-f", proposed.toString(), "--from", dump(dump)));
        arguments.addAll(Arrays.asList(options));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private static String dump(String name) {
        return DUMPS.resolve(name + ".json").toString();
    }
}

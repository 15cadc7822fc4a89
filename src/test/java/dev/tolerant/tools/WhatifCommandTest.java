package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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

    private static final String POOL = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: pool}
            spec: {match: {}, nodes: {selector: {matchLabels: %s}, taintKeys: [dedicated]}}
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

        assertThat(text.out())
                .contains("Nowhere to go", "new pods stay Pending")
                .doesNotContain("Newly refused");
        assertThat(text.exitCode()).isEqualTo(1);
    }

    /** Five workloads live in a pool with a taint, and a policy brings them there, by its affinity or by their own node selector. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodeSelector: {pool: gpu} | {pool: gpus} | nowhere, fewer-nodes",
                "nodeSelector: {pool: gpu} | {pool: gpu}  | ''",
                "hostNetwork: false        | {pool: gpus} | outside-pool, fewer-nodes",
                "hostNetwork: false        | {pool: gpu}  | ''",
            })
    void fiveWorkloadsThatLoseTheirPoolFail(String spec, String selector, String impacts) throws IOException {
        Path cluster = Files.writeString(directory.resolve("cluster.yaml"), poolOfFive(spec));
        Path proposed = policy(POOL.formatted(selector));

        CommandRun run = CommandRun.of("whatif", "--from", cluster.toString(), "-f", proposed.toString(), "-o", "json");

        assertThat(run.exitCode()).describedAs(run.err()).isEqualTo(impacts.isEmpty() ? 0 : 1);
        assertThat(new ObjectMapper().readTree(run.out()).get("items"))
                .hasSize(5)
                .allSatisfy(workload -> assertThat(workload.get("impacts"))
                        .extracting(JsonNode::asText)
                        .isEqualTo(impacts.isEmpty() ? List.of() : List.of(impacts.split(", "))));
    }

    @Test
    void workloadsThatHaveNowhereToGoTodayFailNothing() throws IOException {
        Path cluster = Files.writeString(
                directory.resolve("cluster.yaml"), poolOfFive("nodeSelector: {pool: none}") + KEEP_OUT.formatted("a"));
        Path proposed = policy(POOL.formatted("{pool: gpus}"));

        CommandRun run = CommandRun.of(
                "whatif", "--from", cluster.toString(), "-f", proposed.toString(), "--fail-on", "nowhere,outside-pool");

        assertThat(run.exitCode()).describedAs(run.err()).isZero();
        assertThat(run.out()).contains("5 workloads");
    }

    @ParameterizedTest
    @CsvSource({
        "shop, refused, 1",
        "shop, sooner, 1",
        "shop, any, 1",
        "shop, 'nowhere,later', 0",
        "shop, 'nowhere, refused', 1",
        "gpu, fewer-nodes, 1",
        "gpu, later, 1",
        "gpu, outside-pool, 0",
        "wrong, refused, 0",
        "wrong, any, 1"
    })
    void whoAsksSaysWhatFails(String dump, String codes, int exitCode) throws IOException {
        List<String> options = new ArrayList<>(List.of("--fail-on", codes));
        if (dump.equals("wrong")) {
            options.add("--prune");
        } else if (dump.equals("gpu")) {
            options.addAll(List.of(
                    "--settings", CASES.resolve("gpu/tolerant.properties").toString()));
        }

        CommandRun run = whatif(dump, CASES.resolve(dump).resolve("proposed.yaml"), options.toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void aWrongCodeIsAnsweredWithThoseThatThereAre() {
        assertThat(CommandRun.of("whatif", "--prune", "--from", dump("shop"), "--fail-on", "refused,worse"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "whatif: --fail-on cannot be 'worse': it takes refused, nowhere, outside-pool, fewer-nodes, sooner,"
                                + " later, any\n"));
    }

    @Test
    void aNamespaceLimitsTheAnswerToIt() throws IOException {
        CommandRun run = whatif("gpu", policy(KEEP_OUT.formatted("nobody")), "-n", "web");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).doesNotContain("monitoring/");
    }

    /** The pods that the policy is for may be in another namespace. */
    @Test
    void thatAPolicyMatchesNothingInANamespaceIsNoAlarm() throws IOException {
        Path proposed = CASES.resolve("shop/proposed.yaml");

        assertThat(whatif("shop", proposed, "-n", "shop").out())
                .startsWith("What would change in shop\n\nThe next pod of each workload\n")
                .contains("\nPolicies that match no pod of namespace shop\n  keep-out\n  next-campaign\n");
        assertThat(whatif("shop", proposed).out())
                .startsWith(
                        "What would change in shop\n  TolerationPolicy keep-out matches no pod or workload of this cluster.\n");
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

    /** A pool, nodes outside it, the policy of the pool, and five Deployments with the same template. */
    private static String poolOfFive(String spec) {
        StringBuilder yaml = new StringBuilder("""
                {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: gpu-1, labels: {pool: gpu}}
                spec: {taints: [{key: dedicated, value: gpu, effect: NoSchedule}]}
                ---
                {apiVersion: v1, kind: Node, metadata: {name: general-1, labels: {pool: general}}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: done, namespace: shop}, spec: {nodeName: gpu-1}, status: {phase: Succeeded}}
                """);
        for (int i = 0; i < 5; i++) {
            yaml.append("""
                    ---
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: model-%d, namespace: shop}
                    spec: {template: {spec: {%s}}}
                    """.formatted(i, spec));
        }
        return yaml.append("---\n")
                .append(POOL.formatted("{pool: gpu}"))
                .append("---\n")
                .toString();
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

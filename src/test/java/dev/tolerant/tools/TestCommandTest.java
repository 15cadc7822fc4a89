package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of policies. */
class TestCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String POD = "pod: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {}}";

    @TempDir
    private Path directory;

    private CommandRun test(String suite, String... options) throws IOException {
        Path file = directory.resolve("suite.yaml");
        Files.writeString(file, suite);
        String[] command = new String[options.length + 2];
        command[0] = "test";
        command[1] = file.toString();
        System.arraycopy(options, 0, command, 2, options.length);
        return CommandRun.of(command);
    }

    @Test
    void theSampleRepositoryPassesItsSuite() {
        CommandRun run = CommandRun.of("test", Repository.SUITE.toString());

        assertThat(run.out()).isEqualTo("passed  " + Repository.SUITE + ": 5 tests\n5 tests, 0 failed\n");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void everyDifferenceIsSaid() throws IOException {
        Files.writeString(
                directory.resolve("nodes.yaml"),
                "{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: [{key: a, effect: NoExecute}]}}");

        CommandRun run = test("""
                nodes: nodes.yaml
                tests:
                - name: all wrong
                  %s
                  expect:
                    verdict: patched
                    refusal: 'no'
                    tolerations: [{key: a}]
                    tolerates: [{key: b, operator: Exists}]
                    evictedAfterSeconds: {node.kubernetes.io/not-ready: 60, "c=d:NoExecute": never}
                    nodes: {n1: {schedulable: true, evictedAfterSeconds: 7}}
                """.formatted(POD));

        assertThat(run.exitCode()).isEqualTo(1);
        String notReady = "node.kubernetes.io/not-ready:NoExecute op=Exists for 300s";
        String unreachable = "node.kubernetes.io/unreachable:NoExecute op=Exists for 300s";
        assertThat(run.out().lines())
                .containsExactly(
                        "failed  " + directory.resolve("suite.yaml") + ": 1 of 1 test",
                        "  all wrong",
                        "    verdict: expected patched, but it is unchanged",
                        "    refusal: expected 'no', but it is not refused",
                        "    tolerations[0]: expected a op=Equal, but it is " + notReady,
                        "    tolerations[1]: expected nothing, but it is " + unreachable,
                        "    tolerates: expected b op=Exists, but the tolerations are [" + notReady + ", " + unreachable
                                + "]",
                        "    evictedAfterSeconds of node.kubernetes.io/not-ready:NoExecute: expected 60, but it is 300",
                        "    evictedAfterSeconds of c=d:NoExecute: expected never, but it is 0",
                        "    schedulable on node n1: expected true, but it is false (taint a:NoExecute)",
                        "    evictedAfterSeconds on node n1: expected 7, but it is 0",
                        "1 test, 1 failed");
    }

    @Test
    void ofARefusedPodNoEvictionIsKnown() throws IOException {
        Files.createDirectory(directory.resolve("policies"));
        Files.copy(Repository.POLICIES.resolve("pools.yaml"), directory.resolve("policies/pools.yaml"));
        Files.copy(Path.of(Repository.app("curious.yaml")), directory.resolve("curious.yaml"));

        CommandRun run = test(
                "{policies: policies, tests: [{name: a, pod: curious.yaml, expect: {evictedAfterSeconds: {x: never}}}]}");

        assertThat(run.out())
                .contains("\n  a\n    evictedAfterSeconds of x:NoExecute: expected never, but it is refused\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "open         | 0 |",
                "open, closed | 1 | runsOn: expected closed, open, but it is open (closed is closed by taint a:NoExecute)",
                "closed       | 1 | runsOn: expected closed, but it is open (closed is closed by taint a:NoExecute)",
                "''           | 1 | runsOn: expected no node, but it is open",
            })
    void aPodRunsOnTheNodesThatAreNamedAndOnNoOther(String names, int exitCode, String difference) throws IOException {
        Files.writeString(directory.resolve("nodes.yaml"), """
                {apiVersion: v1, kind: Node, metadata: {name: open}}
                ---
                {apiVersion: v1, kind: Node, metadata: {name: closed}, spec: {taints: [{key: a, effect: NoExecute}]}}
                """);

        CommandRun run = test("{nodes: nodes.yaml, tests: [{%s, expect: {runsOn: [%s], evictedAfterSeconds: {b: 0}}}]}"
                .formatted(POD, names));

        assertThat(run.exitCode()).isEqualTo(exitCode);
        assertThat(run.out()).contains(difference == null ? "0 failed" : difference);
    }

    @Test
    void jsonYamlAndJunitHaveTheDifferencesToo() throws IOException {
        String suite = "{tests: [{%s, expect: {verdict: skipped}}]}".formatted(POD);

        CommandRun json = test(suite, "-o", "json");
        CommandRun yaml = test(suite, "-o", "yaml");
        CommandRun junit = test(suite, "-o", "junit");

        assertThat(json.exitCode()).isEqualTo(1);
        JsonNode report = JSON.readTree("""
                {"apiVersion": "cli.tolerant.dev/v1", "kind": "TestReport", "items": [{"suite": "%s", "name": "tests[0]",
                 "passed": false, "differences": ["verdict: expected skipped, but it is unchanged"]}]}
                """.formatted(directory.resolve("suite.yaml")));
        assertThat(JSON.readTree(json.out())).isEqualTo(report);
        assertThat(yaml.exitCode()).isEqualTo(1);
        assertThat((JsonNode) new YAMLMapper().readTree(yaml.out())).isEqualTo(report);
        assertThat(junit.exitCode()).isEqualTo(1);
        assertThat(junit.out())
                .contains("<testsuite name=\"tolerant test\" tests=\"1\" failures=\"1\" errors=\"0\">")
                .contains(
                        "<failure message=\"verdict: expected skipped, but it is unchanged\">verdict: expected skipped,"
                                + " but it is unchanged</failure>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                        | : tests is missing; give it at least one test",
                "'[]'                                      | : it is not a suite",
                "'a: b: c'                                 | ' cannot be read: it is not YAML or JSON at line 1, column 5'",
                "'{tests: [{expect: {}, expect: {}}]}'     | ' cannot be read: there are two of the field ''expect'' at"
                        + " line 1, column 23'",
                "{tests: [{name: a, expect: {tolerates: [{key: gpu, value: y}]}}]} | ': tests[0].expect.tolerates[0].value must be"
                        + " text: put it in quotes'",
                "{tests: [{name: a, expect: {tolerates: [{key: gpu, value: 08}]}}]} | ': tests[0].expect.tolerates[0].value must be"
                        + " text: put it in quotes'",
                "{tests: [{expect: {evictedAfterSeconds: {a: no}}}]} | ': tests[0].expect.evictedAfterSeconds.a: ''false'' is"
                        + " neither a whole number of seconds nor ''never'''",
                "'{\"tests\": []} {\"tests\": []}'        | ': it has more than one document; put each suite into its own"
                        + " file'",
                "{tests: [{nam: a}]}                       | : tests[0].nam is not a field of a suite",
                "{tests: [{expect: {tolerates: [{efect: NoExecute}]}}]} | : tests[0].expect.tolerates[0].efect is not a field of"
                        + " a suite",
                "{tests: [{expect: {tolerates: 3}}]}       | : tests[0].expect.tolerates has a value that does not fit",
                "{tests: [{name: a}]}                      | : tests[0].expect is missing; without it the test cannot fail",
                "{tests: [{expect: {verdict: patched}}]}   | : tests[0].pod must be a file or an object",
                "{tests: [{expect: {verdict: good}}]}      | ': tests[0].expect.verdict must be one of patched, unchanged,"
                        + " refused, skipped, but is ''good'''",
                "{tests: [{expect: {evictedAfterSeconds: {a: soon}}}]} | ': tests[0].expect.evictedAfterSeconds.a: ''soon'' is"
                        + " neither a whole number of seconds nor ''never'''",
                "{tests: [{expect: {evictedAfterSeconds: {a:Never: 1}}}]} | ': tests[0].expect.evictedAfterSeconds.a:Never:"
                        + " ''a:Never'' is not a taint: write key[=value]:Effect, with NoSchedule, PreferNoSchedule or NoExecute'",
                "{tests: [{expect: {nodes: {n1: {schedulable: true}}}}]}     | : tests[0].expect: n1 is not among the nodes that the suite names",
                "{tests: [{expect: {runsOn: [n1]}}]}     | : tests[0].expect: n1 is not among the nodes that the suite names",
                "{settings: {tolerant.modus: audit}, tests: [{expect: {verdict: patched}}]} | ', settings: tolerant.modus is not a setting'",
            })
    void aSuiteThatCannotBeRunIsSaidInOneSentence(String suite, String sentence) throws IOException {
        CommandRun run = test(suite);

        assertThat(run).isEqualTo(new CommandRun(2, "", "test: " + directory.resolve("suite.yaml") + sentence + "\n"));
    }

    @Test
    void policiesThatCannotBeUsedMakeASuiteUseless() throws IOException {
        Files.createDirectory(directory.resolve("policies"));
        Files.writeString(directory.resolve("policies/a.yaml"), "{apiVersion: v1, kind: Secret}");

        CommandRun run = test("{policies: policies, tests: [{name: a}]}");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "test: " + directory.resolve("policies")
                                + ": a.yaml, document 1: the object is ignored: it must be a v1"
                                + " Namespace, a v1 Node, a karpenter.sh/v1 NodePool or a tolerant.dev/v1alpha1 TolerationPolicy, but is 'v1 Secret'\n");
    }

    @Test
    void filesOfASuiteMayBeConcatenatedJsonAndDirectories() throws IOException {
        Files.createDirectory(directory.resolve("nodes"));
        Files.writeString(
                directory.resolve("nodes/a.json"),
                "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"n1\"}}");
        Files.writeString(
                directory.resolve("pod.json"),
                "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\"}\n"
                        + "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"spec\": {}}\n");

        CommandRun run = test("""
                nodes: nodes
                tests:
                - name: fits
                  pod: pod.json
                  expect: {nodes: {n1: {schedulable: true}}}
                """);

        assertThat(run)
                .isEqualTo(new CommandRun(
                        0, "passed  " + directory.resolve("suite.yaml") + ": 1 test\n1 test, 0 failed\n", ""));
    }

    @Test
    void everySuiteBelowADirectoryIsRun() throws IOException {
        Path good = Files.createDirectories(directory.resolve("a/deep"));
        Path bad = Files.createDirectories(directory.resolve("b"));
        Files.writeString(
                good.resolve("tests.yaml"),
                "tests: [{name: one, %1$s, expect: {verdict: unchanged}}, {name: two, %1$s, expect: {verdict: unchanged}}]"
                        .formatted(POD));
        Files.writeString(
                bad.resolve("tests.yaml"),
                "tests: [{name: good, %1$s, expect: {verdict: unchanged}}, {name: bad, %1$s, expect: {verdict: skipped}}]"
                        .formatted(POD));
        Files.writeString(
                bad.resolve("object.yaml"), "{apiVersion: example.com/v1, kind: Test, tests: [{name: not mine}]}");

        CommandRun run = CommandRun.of("test", directory.toString());

        assertThat(run.out()).isEqualTo("""
                        passed  %s/a/deep/tests.yaml: 2 tests
                        failed  %s/b/tests.yaml: 1 of 2 tests
                          bad
                            verdict: expected skipped, but it is unchanged
                        4 tests, 1 failed
                        """.formatted(directory, directory));
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void aDirectoryWithoutASuiteIsSaidInOneLine() throws IOException {
        Files.writeString(
                directory.resolve("policy.yaml"), "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy}");

        assertThat(CommandRun.of("test", directory.toString()))
                .isEqualTo(new CommandRun(2, "", "test: " + directory + " has no suite: a file with tests\n"));
    }

    @Test
    void aPodInTheSuiteThatIsNoneIsNamedByItsPath() throws IOException {
        CommandRun run = test("tests: [{pod: {apiVersion: v1, kind: Secret}, expect: {verdict: patched}}]");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("suite.yaml, tests[0].pod: it must be a Pod, Deployment");
    }
}

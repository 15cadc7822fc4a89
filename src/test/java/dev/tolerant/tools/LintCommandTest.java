package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.tools.lint.LintCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with manifests and policies. */
class LintCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CARELESS = "src/test/resources/manifests/careless";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "v1, Namespace, invalid-namespace",
        "tolerant.dev/v1alpha1, TolerationPolicy, invalid-policy",
    })
    void anObjectWithoutMetadataHasNoName(String version, String kind, String code) throws IOException {
        Path file = Files.writeString(
                directory.resolve("nameless.yaml"), "{apiVersion: " + version + ", kind: " + kind + "}\n");

        CommandRun run = CommandRun.of("lint", "-f", file.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .endsWith("1: error: " + kind + ": metadata.name is missing [" + code
                        + "]\n1 object, 1 error, 0 warnings\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodes: {selector: {matchLabels: {a: b}}, taintKeys: [x, readiness.k8s.io/*]}  | spec.nodes.taintKeys[1] | readiness.k8s.io/*",
                "nodes: {selector: {matchLabels: {a: b}}, taintKeys: [karpenter.sh/*]}         | spec.nodes.taintKeys[0] | karpenter.sh/disrupted",
                "tolerations: [{key: readiness.k8s.io/network, operator: Exists}]              | spec.tolerations[0].key | readiness.k8s.io/*",
                "nodes: {selector: {matchLabels: {a: b}}, taintKeys: [karpenter.sh/mine]}      |                         |",
                "tolerations: [{operator: Exists, effect: NoSchedule}]                         |                         |",
            })
    void aTaintThatPassesIsNoPools(String spec, String place, String passing, @TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("p.yaml");
        for (String kind : List.of("Job", "DaemonSet")) {
            Files.writeString(
                    file,
                    "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {match: {ownerKinds: ["
                            + kind + "]}, daemonSetTemplates: true, " + spec + "}}");

            String said = CommandRun.of("lint", file.toString()).out();

            if (place == null || kind.equals("DaemonSet")) {
                assertThat(said).doesNotContain("passing-taint");
            } else {
                assertThat(said)
                        .contains(": warning: TolerationPolicy p: " + place + " covers " + passing
                                + ", which others put on nodes that start, leave or are not ready");
            }
        }
    }

    @Test
    void everyFindingNamesItsPlaceHowBadItIsAndItsCode() {
        CommandRun run = CommandRun.of("lint", "-f", CARELESS);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(line -> line.replace(CARELESS + "/", "")))
                .containsExactly(
                        "broken.yaml: error: cannot be read: it is not YAML or JSON at line 2, column 1 [unreadable]",
                        "guarded.yaml:4: warning: TolerationPolicy idle: spec gives pods nothing and reserves"
                                + " nothing: add nodes, tolerations, node affinity, nodeFailure or reserve [nothing-to-do]",
                        "guarded.yaml:10: warning: TolerationPolicy agents: spec.daemonSetTemplates is false, so that"
                                + " the DaemonSets' controller, which asks the template where pods may run, makes none for the"
                                + " nodes that this policy opens: set it to true [templates-left-alone]",
                        "guarded.yaml:22: warning: TolerationPolicy system: spec.nodeFailure.unreachable evicts pods"
                                + " at once; write Never for never evicted [zero-seconds]",
                        "guarded.yaml:21: warning: TolerationPolicy system: spec.match.namespaceSelector names"
                                + " kube-system, where the registration keeps the API server from asking the webhook"
                                + " [never-asked]",
                        "guarded.yaml:24: warning: Pod shop/intruder: would be refused: TolerationPolicy keep-out"
                                + " reserves taint dedicated:NoSchedule, and namespace shop is not among its own: leave out"
                                + " toleration dedicated:NoSchedule op=Exists [refused-pod]",
                        "guarded.yaml:39: error: TolerationPolicy from-the-future: apiVersion and kind must be"
                                + " tolerant.dev/v1alpha1 and TolerationPolicy, but are 'tolerant.dev/v1' and"
                                + " 'TolerationPolicy' [invalid-policy]",
                        "pods.yaml:7: warning: Pod shop/for-ever: spec.tolerations[0] op=Exists stays on every failed"
                                + " node for good; name the keys, or the effect NoSchedule [wildcard-forever]",
                        "pods.yaml:1: warning: Pod shop/for-ever: would be refused: TolerationPolicy all-batch"
                                + " reserves taint batch, and namespace shop is not among its own: leave out toleration"
                                + " op=Exists [refused-pod]",
                        "pods.yaml:18: error: Deployment shop/twice: spec.template.spec.tolerations[1] comes after"
                                + " entry 0, maintenance:NoExecute op=Exists for 30s, so that pods are evicted sooner than"
                                + " maintenance:NoExecute op=Exists says; remove one of them [duplicate-shortens]",
                        "pods.yaml:20: warning: Deployment shop/twice: spec.template.spec.tolerations[3]"
                                + " spot:NoSchedule op=Exists tolerates nothing that entry 2, spot op=Exists, does not; remove"
                                + " one of them [without-effect]",
                        "pods.yaml:21: error: Deployment shop/twice: spec.template.spec.tolerations[4] is refused:"
                                + " tolerationSeconds needs effect NoExecute [invalid-seconds]",
                        "pods.yaml:22: error: Deployment shop/twice: spec.template.spec.tolerations[5] is refused:"
                                + " key must be a label name such as example.com/pool [invalid-toleration]",
                        "pods.yaml:23: warning: Deployment shop/twice: spec.template.spec.tolerations[6]"
                                + " reboot:NoExecute op=Exists for 0s evicts at once; leave tolerationSeconds out for never"
                                + " evicted [zero-seconds]",
                        "pods.yaml:29: error: Pod shop/bent: spec.tolerations must be a list, but is a string"
                                + " [unreadable]",
                        "pods.yaml:31: warning: DaemonSet shop/meant: would be refused: TolerationPolicy all-batch"
                                + " reserves taint batch, and namespace shop is not among its own: leave out toleration"
                                + " op=Exists [refused-pod]",
                        "pods.yaml:47: warning: DaemonSet shop/impatient: spec.template.spec.tolerations[0]"
                                + " node.kubernetes.io/not-ready:NoExecute op=Exists for 0s loses its seconds to the DaemonSet"
                                + " controller, so its pods stay on failed nodes; leave tolerationSeconds out"
                                + " [seconds-overwritten]",
                        "pods.yaml:53: error: DaemonSet shop/misplaced: spec.tolerations is not a field of the API:"
                                + " did you mean spec.template.spec.tolerations? [unknown-field]",
                        "pods.yaml:55: warning: DaemonSet shop/misplaced: spec.pace is not a field of the API that"
                                + " tolerant knows: remove it, unless the cluster's Kubernetes is newer [unfamiliar-field]",
                        "policies.yaml:11: error: TolerationPolicy half: metadata.name half is there already; the"
                                + " first one counts [duplicate-object]",
                        "policies.yaml:12: error: TolerationPolicy half: spec.match is required; {} is every pod"
                                + " [invalid-policy]",
                        "policies.yaml:14: error: TolerationPolicy half: spec.tolerations[0] is refused:"
                                + " tolerationSeconds needs effect NoExecute [invalid-policy]",
                        "policies.yaml:15: error: TolerationPolicy half: spec.retries is not a field of the API;"
                                + " there are daemonSetTemplates, match, mode, nodeFailure, nodes, preferredNodeAffinity,"
                                + " priority, requiredNodeAffinity, reserve, tolerations [invalid-policy]",
                        "policies.yaml:20: error: TolerationPolicy unmatched: spec.match is required; {} is every pod"
                                + " [invalid-policy]",
                        "policies.yaml:22: error: TolerationPolicy unmatched: spec.tolerations[0] is refused:"
                                + " tolerationSeconds needs effect NoExecute [invalid-policy]",
                        "policies.yaml:29: error: Namespace shop:"
                                + " metadata.annotations.scheduler.alpha.kubernetes.io/defaultTolerations skips spot:NoSchedul"
                                + " op=Equal: effect must be NoSchedule, PreferNoSchedule, NoExecute or absent"
                                + " [invalid-namespace]",
                        "policies.yaml:37: warning: TolerationPolicy keep-out: spec.reserve reserves"
                                + " dedicated:NoSchedule, a taint that no node has: see whether it is spelt as the nodes have"
                                + " it [no-such-taint]",
                        "policies.yaml:42: warning: TolerationPolicy shop/everywhere: metadata.namespace does not"
                                + " limit the policy, which applies to all namespaces: remove it, and select namespaces with"
                                + " spec.match.namespaceSelector [namespace-ignored]",
                        "policies.yaml:52: error: Namespace open:"
                                + " metadata.annotations.scheduler.alpha.kubernetes.io/tolerationsWhitelist[0].keys is ignored:"
                                + " did you mean key? [invalid-namespace]",
                        "policies.yaml:52: warning: Namespace open:"
                                + " metadata.annotations.scheduler.alpha.kubernetes.io/tolerationsWhitelist has the entry"
                                + " op=Exists without a key, which admits every toleration: name the keys that pods may"
                                + " tolerate [open-whitelist]",
                        "reserved.yaml:12: warning: TolerationPolicy all-batch: spec.reserve reserves batch, a taint"
                                + " of nodes that it does not keep its pods to as well: nightly-1; name its value, or give"
                                + " these nodes a taint of their own [on-other-nodes]",
                        "reserved.yaml:12: warning: TolerationPolicy all-batch: spec.reserve reserves batch, and so"
                                + " refuses the pods of TolerationPolicy one-batch, which reserves batch=nightly alone: give each"
                                + " policy its own value [contradicts]",
                        "reserved.yaml:19: warning: TolerationPolicy one-batch: spec.reserve reserves retired, a"
                                + " taint that no node has: see whether it is spelt as the nodes have it [no-such-taint]",
                        "reserved.yaml:32: warning: TolerationPolicy nightly-pool: spec.reserve reserves nothing yet:"
                                + " name the pool's taints in spec.reserve.taints [reserves-nothing]",
                        "reserved.yaml:39: warning: TolerationPolicy early: spec.nodes.taintKeys[0] covers"
                                + " readiness.k8s.io/*, which others put on nodes that start, leave or are not ready, to keep"
                                + " such pods off: leave it out, unless these pods prepare nodes [passing-taint]",
                        "25 objects, 15 errors, 20 warnings");
    }

    @Test
    void theCarelessFilesHaveAllThatLintKnows() throws IOException {
        JsonNode report = JSON.readTree(
                CommandRun.of("lint", "-f", CARELESS, "-o", "json").out());
        JsonNode findings = report.get("items");

        assertThat(report.at("/apiVersion").asText()).isEqualTo("cli.tolerant.dev/v1");
        assertThat(report.at("/kind").asText()).isEqualTo("LintReport");
        assertThat(report.at("/objects").asInt()).isEqualTo(25);
        assertThat(findings.findValuesAsText("code"))
                .containsAll(
                        Arrays.stream(LintCode.values()).map(LintCode::code).toList());
        assertThat(findings.get(7)).isEqualTo(JSON.readTree("""
                                {"file": "src/test/resources/manifests/careless/pods.yaml", "line": 7, "document": 1,
                                 "object": "Pod shop/for-ever", "path": "spec.tolerations[0]", "severity": "warning",
                                 "code": "wildcard-forever",
                                 "message": "op=Exists stays on every failed node for good; name the keys, or the effect NoSchedule"}
                                """));
    }

    @Test
    void careLeavesNothingToFind() {
        CommandRun run = CommandRun.of("lint", "-f", Repository.app(""), Repository.POLICIES.toString());

        assertThat(run.out()).endsWith("10 objects, 0 errors, 1 warning\n");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void thePoliciesOfDevModeHaveNothingToFind() {
        assertThat(CommandRun.of("lint", "-f", "src/dev/cluster").out()).isEqualTo("8 objects, 0 errors, 0 warnings\n");
    }

    @Test
    void aNodeThatCannotBeReadIsSaid() throws IOException {
        Path file = Files.writeString(
                directory.resolve("node.yaml"),
                "{apiVersion: v1, kind: Node, metadata: {name: 'n'}, spec: {taints: [{key: pool}]}}\n");

        assertThat(CommandRun.of("lint", "-f", file.toString()).out())
                .contains(
                        "error: Node n: spec.taints[0].effect must be NoSchedule, PreferNoSchedule or NoExecute [unreadable]");
    }

    @ParameterizedTest
    @CsvSource({"'ownerKinds: [DaemonSet]', 0", "'ownerKinds: [DaemonSet, Job]', 1", "'', 1"})
    void agentsThatTolerateEverythingForEverAreMeantTo(String match, int warnings) throws IOException {
        Path file = Files.writeString(
                directory.resolve("agents.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {match: {"
                        + match + "}, daemonSetTemplates: true, tolerations: [{operator: Exists}]}}\n");

        assertThat(CommandRun.of("lint", "-f", file.toString()).out())
                .endsWith("1 object, 0 errors, " + warnings + (warnings == 1 ? " warning\n" : " warnings\n"));
    }

    @ParameterizedTest
    @CsvSource({"notReady: 0, spec.nodeFailure.notReady", "unreachable: 0, spec.nodeFailure.unreachable"})
    void aPolicyThatEvictsAtOnceIsSaid(String seconds, String path) throws IOException {
        Path file = Files.writeString(
                directory.resolve("at-once.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {match: {},"
                        + " nodeFailure: {" + seconds + "}}}\n");

        assertThat(CommandRun.of("lint", "-f", file.toString()).out())
                .contains(":1: warning: TolerationPolicy p: " + path
                        + " evicts pods at once; write Never for never evicted" + " [zero-seconds]")
                .endsWith("1 object, 0 errors, 1 warning\n");
    }

    @Test
    void secondsAndNeverInAPolicyAreFine() throws IOException {
        Path file = Files.writeString(
                directory.resolve("fine.yaml"),
                "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: p}, spec: {match: {},"
                        + " nodeFailure: {notReady: 1, unreachable: Never}}}\n");

        assertThat(CommandRun.of("lint", "-f", file.toString()).out()).isEqualTo("1 object, 0 errors, 0 warnings\n");
    }

    @Test
    void warningsFailWhereTheyAreMeantTo() {
        String[] lint = {"lint", "-f", Repository.app(""), Repository.POLICIES.toString()};
        assertThat(CommandRun.of(lint).exitCode()).isZero();
        assertThat(CommandRun.of(Stream.concat(Stream.of(lint), Stream.of("--fail-on", "warning"))
                                .toArray(String[]::new))
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void yamlSaysWhatJsonSays() throws IOException {
        CommandRun json = CommandRun.of("lint", CARELESS, "-o", "json");
        CommandRun yaml = CommandRun.of("lint", CARELESS, "-o", "yaml");

        assertThat((JsonNode) new YAMLMapper().readTree(yaml.out())).isEqualTo(JSON.readTree(json.out()));
        assertThat(yaml.exitCode()).isEqualTo(1);
    }

    @Test
    void gitHubShowsEachFindingBesideItsLine() throws IOException {
        Path file = Files.writeString(directory.resolve("50%, a:b.yaml"), """
                apiVersion: tolerant.dev/v1alpha1
                kind: TolerationPolicy
                metadata: {name: p, namespace: "50%0A::error::forged"}
                spec: {match: {}, nodeFailure: {notReady: soon}}
                """);
        Files.writeString(directory.resolve("broken.yaml"), "{");

        CommandRun run = CommandRun.of("lint", directory.toString(), "-o", "github");

        assertThat(run.out().lines())
                .containsExactly(
                        "::warning file=" + file.resolveSibling("50%25%2C a%3Ab.yaml") + ",line=3::TolerationPolicy"
                                + " 50%250A::error::forged/p: metadata.namespace does not limit the policy, which applies"
                                + " to all namespaces: remove it, and select namespaces with"
                                + " spec.match.namespaceSelector [namespace-ignored]",
                        "::error file=" + file.resolveSibling("50%25%2C a%3Ab.yaml") + ",line=4::TolerationPolicy"
                                + " 50%250A::error::forged/p: spec.nodeFailure.notReady must be a whole number of seconds from 0, or Never [invalid-policy]",
                        "::error file=" + file.resolveSibling("broken.yaml")
                                + "::cannot be read: it is not YAML or JSON at line 1, column 2 [unreadable]");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void aFolderWithASuiteIsAClusterOfItsOwn() throws IOException {
        for (String cluster : List.of("east", "west")) {
            Path folder = Files.createDirectories(directory.resolve(cluster + "/cluster"));
            Files.writeString(
                    folder.resolve("shop.yaml"), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");
            Files.writeString(directory.resolve(cluster + "/suite.yaml"), "tests: []\n");
        }

        assertThat(CommandRun.of("lint", directory.toString()))
                .isEqualTo(new CommandRun(0, "2 objects, 0 errors, 0 warnings\n", ""));

        Files.delete(directory.resolve("east/suite.yaml"));
        Files.delete(directory.resolve("west/suite.yaml"));
        CommandRun together = CommandRun.of("lint", directory.toString());

        assertThat(together.exitCode()).isEqualTo(1);
        assertThat(together.out())
                .isEqualTo(
                        directory.resolve("west/cluster/shop.yaml") + ":1: error: Namespace shop: metadata.name shop is"
                                + " there already; the first one counts [duplicate-object]\n2 objects, 1 error, 0 warnings\n");
    }

    @Test
    void aFolderWithoutASuiteIsOfTheSameClusterAsTheOthersWithoutOne() throws IOException {
        Files.writeString(
                directory.resolve("shop.yaml"), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");
        Path suite = Files.createDirectories(directory.resolve("east"));
        Files.writeString(suite.resolve("suite.yaml"), "tests: []\n");
        Files.writeString(suite.resolve("shop.yaml"), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");
        Path other = Files.createDirectories(directory.resolve("other"));
        Files.writeString(other.resolve("shop.yaml"), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");

        assertThat(CommandRun.of("lint", directory.toString()).out())
                .startsWith(directory.resolve("shop.yaml") + ":1: error: Namespace shop: ")
                .endsWith("\n3 objects, 1 error, 0 warnings\n");
    }

    @Test
    void junitHasATestForEachObject() {
        String xml =
                CommandRun.of("lint", "-f", CARELESS + "/pods.yaml", "-ojunit").out();

        assertThat(List.of(xml.split("\n")))
                .startsWith(
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                        "<testsuite name=\"tolerant lint\" tests=\"6\" failures=\"3\" errors=\"0\">")
                .contains("  <testcase classname=\"src/test/resources/manifests/careless/pods.yaml\" name=\"document 4"
                        + " DaemonSet shop/meant\"></testcase>");
        assertThat(xml)
                .contains("name=\"document 1 Pod shop/for-ever\"><system-out>")
                .contains("name=\"document 3 Pod shop/bent\"><failure message=");
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
        assertThat(run.out()).contains("metadata.name: error: is missing [" + code + "]");
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
                        .contains(place + ": warning: covers " + passing
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
                        "guarded.yaml:4, document 1, spec: warning: gives pods nothing and reserves nothing: add nodes,"
                                + " tolerations, node affinity, nodeFailure or reserve [nothing-to-do]",
                        "guarded.yaml:10, document 2, spec.daemonSetTemplates: warning: is false, so that the DaemonSets'"
                                + " controller, which asks the template where pods may run, makes none for the nodes"
                                + " that this policy opens: set it to true [templates-left-alone]",
                        "guarded.yaml:22, document 3, spec.nodeFailure.unreachable: warning: evicts pods at once; write"
                                + " Never for never evicted [zero-seconds]",
                        "guarded.yaml:21, document 3, spec.match.namespaceSelector: warning: names kube-system, where the"
                                + " registration keeps the API server from asking the webhook [never-asked]",
                        "guarded.yaml:24, document 4: warning: would be refused: TolerationPolicy keep-out reserves taint"
                                + " dedicated:NoSchedule, and namespace shop is not among its own: leave out toleration"
                                + " dedicated:NoSchedule op=Exists [refused-pod]",
                        "guarded.yaml:39, document 6: error: apiVersion and kind must be tolerant.dev/v1alpha1 and"
                                + " TolerationPolicy, but are 'tolerant.dev/v1' and 'TolerationPolicy' [invalid-policy]",
                        "pods.yaml:7, document 1, spec.tolerations[0]: warning: op=Exists stays on every failed node for"
                                + " good; name the keys, or the effect NoSchedule [wildcard-forever]",
                        "pods.yaml:1, document 1: warning: would be refused: TolerationPolicy all-batch reserves taint"
                                + " batch, and namespace shop is not among its own: leave out toleration"
                                + " op=Exists [refused-pod]",
                        "pods.yaml:18, document 2, spec.template.spec.tolerations[1]: error: entry 0, maintenance:NoExecute"
                                + " op=Exists for 30s, comes first, so that pods are evicted sooner than"
                                + " maintenance:NoExecute op=Exists says; remove one of them [duplicate-shortens]",
                        "pods.yaml:20, document 2, spec.template.spec.tolerations[3]: warning: entry 2, spot op=Exists,"
                                + " tolerates all that spot:NoSchedule op=Exists does; remove one of them [without-effect]",
                        "pods.yaml:21, document 2, spec.template.spec.tolerations[4]: error: tolerationSeconds needs effect"
                                + " NoExecute [invalid-seconds]",
                        "pods.yaml:22, document 2, spec.template.spec.tolerations[5]: error: key must be a label name such as"
                                + " example.com/pool [invalid-toleration]",
                        "pods.yaml:23, document 2, spec.template.spec.tolerations[6]: warning: reboot:NoExecute op=Exists for"
                                + " 0s evicts at once; leave tolerationSeconds out for never evicted [zero-seconds]",
                        "pods.yaml:29, document 3, spec.tolerations: error: must be a list, but is a string [unreadable]",
                        "pods.yaml:31, document 4: warning: would be refused: TolerationPolicy all-batch reserves taint"
                                + " batch, and namespace shop is not among its own: leave out toleration"
                                + " op=Exists [refused-pod]",
                        "pods.yaml:47, document 5, spec.template.spec.tolerations[0]: warning: the DaemonSet controller"
                                + " removes the seconds of node.kubernetes.io/not-ready:NoExecute op=Exists for 0s, so"
                                + " its pods stay on failed nodes; leave tolerationSeconds out [seconds-overwritten]",
                        "pods.yaml:53, document 6, spec.tolerations: error: is not a field of the API: did you mean"
                                + " spec.template.spec.tolerations? [unknown-field]",
                        "pods.yaml:55, document 6, spec.pace: warning: is not a field of the API that tolerant knows: remove"
                                + " it, unless the cluster's Kubernetes is newer [unfamiliar-field]",
                        "policies.yaml:11, document 2, metadata.name: error: TolerationPolicy half is there already; the first"
                                + " one counts [duplicate-object]",
                        "policies.yaml:12, document 2, spec.match: error: is required; {} is every pod [invalid-policy]",
                        "policies.yaml:14, document 2, spec.tolerations[0]: error: is refused: tolerationSeconds needs effect"
                                + " NoExecute [invalid-policy]",
                        "policies.yaml:15, document 2, spec.retries: error: is not a field of the API; there are"
                                + " daemonSetTemplates, match, mode, nodeFailure, nodes, preferredNodeAffinity, priority,"
                                + " requiredNodeAffinity, reserve, tolerations [invalid-policy]",
                        "policies.yaml:20, document 3, spec.match: error: is required; {} is every pod [invalid-policy]",
                        "policies.yaml:22, document 3, spec.tolerations[0]: error: is refused: tolerationSeconds needs effect"
                                + " NoExecute [invalid-policy]",
                        "policies.yaml:26, document 4, metadata: error: namespace shop, annotation"
                                + " scheduler.alpha.kubernetes.io/defaultTolerations, skips spot:NoSchedul op=Equal: effect must be NoSchedule,"
                                + " PreferNoSchedule, NoExecute or absent [invalid-namespace]",
                        "policies.yaml:37, document 5, spec.reserve: warning: reserves dedicated:NoSchedule, a taint that no"
                                + " node has: see whether it is spelt as the nodes have it [no-such-taint]",
                        "policies.yaml:42, document 6, metadata.namespace: warning: does not limit the policy, which applies to"
                                + " all namespaces: remove it, and select namespaces with"
                                + " spec.match.namespaceSelector [namespace-ignored]",
                        "policies.yaml:52, document 7, metadata.annotations.scheduler.alpha.kubernetes.io/tolerationsWhitelist[0].keys:"
                                + " error: is ignored: did you mean key? [invalid-namespace]",
                        "policies.yaml:52, document 7, metadata.annotations.scheduler.alpha.kubernetes.io/tolerationsWhitelist:"
                                + " warning: the entry op=Exists has no key, so it admits every toleration: name the keys that"
                                + " pods may tolerate [open-whitelist]",
                        "reserved.yaml:12, document 1, spec.reserve: warning: reserves batch, a taint of nodes that it does not"
                                + " keep its pods to as well: nightly-1; name its value, or give these nodes a taint of their own"
                                + " [on-other-nodes]",
                        "reserved.yaml:12, document 1, spec.reserve: warning: reserves batch, and so refuses the pods of"
                                + " TolerationPolicy one-batch, which reserves batch=nightly alone: let one of them name what the"
                                + " other does not [contradicts]",
                        "reserved.yaml:19, document 2, spec.reserve: warning: reserves retired, a taint that no node has: see"
                                + " whether it is spelt as the nodes have it [no-such-taint]",
                        "reserved.yaml:32, document 4, spec.reserve: warning: reserves nothing yet: name the pool's taints in"
                                + " spec.reserve.taints [reserves-nothing]",
                        "reserved.yaml:39, document 5, spec.nodes.taintKeys[0]: warning: covers readiness.k8s.io/*, which others put"
                                + " on nodes that start, leave or are not ready, to keep such pods off: leave it out, unless"
                                + " these pods prepare nodes [passing-taint]",
                        "25 objects, 15 errors, 20 warnings");
    }

    @Test
    void theCarelessFilesHaveAllThatLintKnows() throws IOException {
        JsonNode findings = JSON.readTree(
                CommandRun.of("lint", "-f", CARELESS, "-o", "json").out());

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
        CommandRun run = CommandRun.of("lint", "-f", Repository.app(""), "--policies", Repository.POLICIES.toString());

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
                        "spec.taints[0].effect: error: must be NoSchedule, PreferNoSchedule or NoExecute [unreadable]");
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
                .contains("document 1, " + path + ": warning: evicts pods at once; write Never for never evicted"
                        + " [zero-seconds]")
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
        String[] lint = {"lint", "-f", Repository.app(""), "--policies", Repository.POLICIES.toString()};
        assertThat(CommandRun.of(lint).exitCode()).isZero();
        assertThat(CommandRun.of(Stream.concat(Stream.of(lint), Stream.of("--fail-on", "warning"))
                                .toArray(String[]::new))
                        .exitCode())
                .isEqualTo(1);
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

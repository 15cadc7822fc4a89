package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.ClusterServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options that name the cluster. */
class ClusterOptionsTest {
    private static final String POLICY =
            "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: spot}, spec: {match: {}}}\n";
    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: n1}}\n";

    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {}}\n";

    @AutoClose
    private final ClusterServer server = new ClusterServer();

    private final StringWriter said = new StringWriter();
    private final Messages messages = new Messages("ask", new PrintWriter(said, true), false);

    @TempDir
    private Path directory;

    /** A command with the options. */
    @Command(name = "ask")
    static final class Asking {
        @Mixin
        private ClusterOptions options;
    }

    private static ClusterOptions options(String... arguments) {
        Asking asking = new Asking();
        new CommandLine(asking).parseArgs(arguments);
        return asking.options;
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private String kubeconfig() {
        return "--kubeconfig=" + server.kubeconfig(directory);
    }

    @Test
    void filesAreTheClusterAndWhatTheyLackIsUnknown() throws Exception {
        ClusterObjects clusterObjects = options(
                        "--from", file("a.yaml", POLICY), "--from", file("b.yaml", NODE + "---\n" + POD))
                .clusterObjects(messages, Needs.ALL);

        assertThat(clusterObjects.manifests(ObjectKind.POLICY))
                .extracting(Manifest::name)
                .containsExactly("spot");
        assertThat(clusterObjects.unknown().keySet())
                .isEqualTo(EnumSet.complementOf(EnumSet.of(ObjectKind.POLICY, ObjectKind.NODE, ObjectKind.POD)));
        assertThat(clusterObjects.unknown(ObjectKind.JOB))
                .contains("the files have no jobs, not even an empty JobList");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void offlineThereIsNothing() throws Exception {
        ClusterObjects clusterObjects = options("--offline").clusterObjects(messages, Needs.ALL);

        assertThat(clusterObjects.unknown().keySet()).containsExactly(ObjectKind.values());
    }

    @Test
    void oneLineSaysWhichClusterIsAsked() throws Exception {
        options(kubeconfig()).clusterObjects(messages, Needs.of());

        assertThat(said).hasToString("ask: cluster test (context test)\n");
    }

    @Test
    void theProgramThatGetsTheCredentialsRunsOnce() throws Exception {
        Path log = directory.resolve("log");
        String program = file("get-token", """
                echo run >> %s
                echo '{"apiVersion": "client.authentication.k8s.io/v1beta1", "kind": "ExecCredential", "status": {"token": "t"}}'
                """.formatted(log));
        ClusterOptions world = options("--kubeconfig", file("config", """
                current-context: test
                clusters: [{name: test, cluster: {server: "%s"}}]
                users: [{name: jane, user: {exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: /bin/sh, args: [%s]}}}]
                contexts: [{name: test, context: {cluster: test, user: jane, namespace: shop}}]
                """.formatted(server.url(), program)));

        assertThat(world.namespace()).isEqualTo("shop");
        world.clusterObjects(messages, Needs.of());

        assertThat(log).hasContent("run");
    }

    @Test
    void theNamespaceOfOneObjectIsThatOfTheOptionOrOfTheContext() throws Exception {
        assertThat(options("-n", "back", kubeconfig()).namespace()).isEqualTo("back");
        assertThat(options(kubeconfig()).namespace()).isEqualTo("shop");
        assertThat(options(kubeconfig(), "--context=other").namespace()).isEqualTo("default");
        assertThat(options("--from", file("a.yaml", NODE)).namespace()).isEqualTo("default");
    }

    @Test
    void anAnswerConcernsAllNamespacesUnlessOneIsNamed() {
        assertThat(options().concerns("shop")).isTrue();
        assertThat(options("-n", "shop").concerns("shop")).isTrue();
        assertThat(options("-n", "back").concerns("shop")).isFalse();
    }

    @Test
    void aNeedForOneNamespaceIsNotChangedByTheOption() throws Exception {
        ClusterObjects clusterObjects = options("-n", "shop", kubeconfig())
                .clusterObjects(messages, Needs.of(ObjectKind.POD).in("back"));

        assertThat(clusterObjects.unknown()).containsKey(ObjectKind.POD);
        assertThat(server.requests()).contains("/api/v1/namespaces/back/pods?limit=500");
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.ClusterFacts.Needs;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.FactsOptions.FactsAndProposals;
import dev.tolerant.tools.reading.ClusterServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The options that say which cluster is asked about. */
class FactsOptionsTest {
    private static final String POLICY =
            "{apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: spot}, spec: {match: {}}}\n";
    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: n1}}\n";

    private static final String POD = "{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: shop}, spec: {}}\n";

    private final ClusterServer server = new ClusterServer();
    private final Messages messages = new Messages("ask", new PrintWriter(new StringWriter()), false);

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        server.close();
    }

    /** A command with the options. */
    @Command(name = "ask")
    static final class Asking {
        @Mixin
        private FactsOptions options;
    }

    private static FactsOptions options(String... arguments) {
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
    void aFileOfPoliciesAloneIsAProposalForTheLivingCluster() throws Exception {
        server.list(FactKind.NODE, "{\"metadata\": {\"name\": \"n2\"}}");

        FactsAndProposals read =
                options("-f", file("a.yaml", POLICY), kubeconfig()).factsAndProposals(messages, Needs.ALL);

        assertThat(read.proposals()).extracting(Manifest::name).containsExactly("spot");
        assertThat(read.facts().source()).isEqualTo("test");
        assertThat(read.facts().all(FactKind.NODE)).hasSize(1);
    }

    @Test
    void aFileWithAnythingElseHasFactsAndSoHasEachDump() throws Exception {
        String proposal = file("a.yaml", POLICY.replace("spot", "proposed"));
        String facts = file("b.yaml", POLICY + "---\n" + NODE + "---\n" + POD);
        String dump = file("c.yaml", POLICY.replace("spot", "today"));

        FactsAndProposals read =
                options("-f", proposal, "-f", facts, "--dump", dump).factsAndProposals(messages, Needs.ALL);

        assertThat(read.proposals()).extracting(Manifest::name).containsExactly("proposed");
        assertThat(read.facts().manifests(FactKind.POLICY))
                .extracting(Manifest::name)
                .containsExactly("today", "spot");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aFolderWithoutFilesIsSaidAndDoesNotMeanTheLivingCluster() {
        assertThatThrownBy(
                        () -> options("-f", directory.toString(), kubeconfig()).facts(messages, Needs.ALL))
                .isInstanceOf(InputException.class)
                .hasMessage(directory + " has no files that end in .yaml, .yml or .json");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aFileWithoutObjectsOfAClusterIsSaid() throws Exception {
        String empty = file("empty.json", "");

        assertThatThrownBy(() -> options("-f", empty).facts(messages, Needs.ALL))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(empty + " has no objects of a cluster that a question needs");
    }

    @Test
    void whereNothingIsProposedPoliciesAreFacts() throws Exception {
        assertThat(options("-f", file("a.yaml", POLICY))
                        .facts(messages, Needs.ALL)
                        .all(FactKind.POLICY))
                .hasSize(1);
    }

    @Test
    void theNamespaceOfOneObjectIsThatOfTheOptionOrOfTheContext() throws Exception {
        assertThat(options("-n", "back", kubeconfig()).namespace()).isEqualTo("back");
        assertThat(options(kubeconfig()).namespace()).isEqualTo("shop");
        assertThat(options(kubeconfig(), "--context=other").namespace()).isEqualTo("default");
        assertThat(options("-f", file("a.yaml", NODE)).namespace()).isEqualTo("default");
    }

    @Test
    void anAnswerConcernsAllNamespacesUnlessOneIsNamed() {
        assertThat(options().concerns("shop")).isTrue();
        assertThat(options("-n", "shop").concerns("shop")).isTrue();
        assertThat(options("-n", "back").concerns("shop")).isFalse();
        assertThat(options("-n", "back", "-A").concerns("shop")).isTrue();
    }

    @Test
    void aNeedForOneNamespaceIsNotChangedByTheOption() throws Exception {
        ClusterFacts facts = options("-n", "shop", kubeconfig())
                .facts(messages, Needs.of(FactKind.POD).in("back"));

        assertThat(facts.unknown()).containsKey(FactKind.POD);
        assertThat(server.requests()).contains("/api/v1/namespaces/back/pods?limit=500");
    }
}

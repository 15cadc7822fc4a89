package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.observed.facts.FactKind;
import dev.tolerant.tools.reading.ClusterServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kubectl tolerant explain}: objects of a cluster, by its own nodes, policies, settings and registration. */
class KubectlExplainCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    @Test
    void aWorkloadIsExplainedByThePoliciesSettingsAndNodesOfItsCluster() {
        CommandRun run = explain(Dumps.SHOP, "deploy/web", "-n", "shop", "-v");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("""
                        Deployment shop/web    next pod: admitted, 3 changes
                          Nodes      3 of 3 (n1, n2, n3)
                          Evicted    30s after not-ready or unreachable (80s after the node goes silent)  policy web-failover
                        """)
                .containsPattern("policies/web-failover +applied +sets tolerationSeconds of toleration 0")
                .containsPattern("unreachable:NoExecute\\s+op=Exists\\s+for\\s+60s:\\s+toleration\\s+1")
                .contains("""
                        On the nodes
                          n1  may be scheduled, stays
                          n2  may be scheduled, stays
                          n3  may be scheduled, stays
                        """);
    }

    @Test
    void oneNodeMayBeAskedAbout() {
        CommandRun run = explain(Dumps.GPU, "deploy/notebook", "-n", "research", "--node", "gpu-1");

        assertThat(run.out()).contains("  Nodes      0 of 1; 1 closed by ");
        assertThat(explain(Dumps.SHOP, "deploy/web", "-n", "shop", "--node", "n9")
                        .err())
                .isEqualTo("explain: there is no node n9; there are n1, n2, n3\n");
    }

    @Test
    void incompleteObjectsAreNotWrittenAsManifests() {
        assertThat(explain(Dumps.SHOP, "deploy/web", "-n", "shop", "-o", "manifest"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "explain: -o manifest would write incomplete objects, because only some of their fields are read"
                                + " here: pipe kubectl get -o yaml into tolerant explain -f - -o manifest\n"));
    }

    @Test
    void aPodThatRunsAlreadyHasWhatItWouldGet() {
        CommandRun run = explain(Dumps.SHOP, "pod/toolbox", "-n", "shop", "-o", "json");

        assertThat(item(run).path("operation").asText()).isEqualTo("CREATE");
        assertThat(item(run).path("tolerations"))
                .extracting(entry -> entry.at("/toleration/tolerationSeconds").asInt())
                .containsExactly(60, 60);
    }

    @Test
    void theRegistrationOfTheClusterSaysAboutWhomTheWebhookIsAsked() {
        JsonNode optedOut = item(explain(Dumps.SHOP, "deploy/billing", "-n", "legacy", "-o", "json"));
        JsonNode asked = item(explain(Dumps.SHOP, "deploy/web", "-n", "shop", "-o", "json"));

        assertThat(optedOut.path("unasked").asText()).contains("leaves out namespace legacy");
        assertThat(asked.has("unasked")).isFalse();
    }

    @Test
    void anOutsiderOfAPoolIsRefusedAndTheExitCodeSaysSo() {
        CommandRun run = explain(Dumps.WRONG, "deploy/legacy-cache", "-n", "apps");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("refused").contains("keep-out");
        assertThat(run.err()).contains("TolerationPolicy typo cannot be used");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deploy/web",
                "deployment/web",
                "deployments/web",
                "Deployment/web",
                "deployments.apps/web",
                "deployments.v1.apps/web",
                "deploy web",
                "web",
                "deploy web web"
            })
    void kubectlsNamesOfATypeAreTaken(String arguments) {
        CommandRun run = explain(Dumps.SHOP, (arguments + " -n shop -o json").split(" "));

        assertThat(run.err()).isEmpty();
        assertThat(tree(run).path("items")).hasSize(1);
        assertThat(item(run).path("madeBy").asText()).isEqualTo("Deployment/web");
    }

    @ParameterizedTest
    @CsvSource({
        "po, shop, toolbox, ''",
        "sts, shop, db, StatefulSet/db",
        "ds, monitoring, log-agent, DaemonSet/log-agent",
        "cj, batch, report, CronJob/report",
        "job, batch, report-29474100, Job/report-29474100",
    })
    void everyTypeThatHasPodsIsTaken(String type, String namespace, String name, String madeBy) {
        CommandRun run = explain(Dumps.SHOP, type, name, "-n", namespace, "-o", "json");

        assertThat(item(run).path("madeBy").asText()).isEqualTo(madeBy);
    }

    @Test
    void aReplicationControllerIsTakenToo() {
        assertThat(item(explain(Dumps.WRONG, "rc/ledger", "-n", "data", "-o", "json"))
                        .path("madeBy")
                        .asText())
                .isEqualTo("ReplicationController/ledger");
    }

    @Test
    void severalAreExplainedInTheirOrderWhateverTheirTypes() {
        CommandRun run = explain(Dumps.SHOP, "sts/db", "deploy/web", "deploy/cart", "-n", "shop", "-o", "json");

        assertThat(tree(run).path("items").findValuesAsText("madeBy"))
                .containsExactly("StatefulSet/db", "Deployment/web", "Deployment/cart");
    }

    @Test
    void yamlSaysWhatJsonSays() throws IOException {
        CommandRun yaml = explain(Dumps.GPU, "deploy/notebook", "-n", "research", "-o", "yaml");
        CommandRun json = explain(Dumps.GPU, "deploy/notebook", "-n", "research", "-o", "json");

        assertThat((JsonNode) new YAMLMapper().readTree(yaml.out())).isEqualTo(tree(json));
        assertThat(tree(json).path("apiVersion").asText()).isEqualTo("cli.tolerant.dev/v1");
        assertThat(tree(json).path("kind").asText()).isEqualTo("ExplanationList");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pod/web -n shop | there is no pod/web in namespace shop; the nearest names are web-",
                "deploy/wbe -n shop | there is no deployment/wbe in namespace shop; the nearest names are web",
                "deploy/web | there is no deployment/web in namespace default, but there is in shop: use -n shop",
                "deploy/nothing-like-it -n shop | there is no deployment/nothing-like-it in namespace shop",
                "deploy | 'deploy' needs a name: write deploy/NAME",
                "deploy web sts/db | 'sts/db' follows the type deploy: write TYPE/NAME for each object, or one TYPE",
                "deploy/web dbb -n shop | there is no dbb in namespace shop; the nearest names are db",
                "deploy/ | 'deploy/' is not TYPE/NAME, as in deploy/web",
                "svc/web | 'svc' is not a type of object that has pods: use one of pod (po), deployment (deploy), ",
                "deploy.batch/web | 'deploy.batch' is not a type of object that has pods",
                "wbe -n shop | there is no wbe in namespace shop; the nearest names are web",
            })
    void whatCannotBeFoundIsOneSentenceWithTheWayOut(String arguments, String sentence) {
        CommandRun run = explain(Dumps.SHOP, arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("explain: " + sentence).hasLineCount(1);
    }

    @Test
    void aReleaseThatOnlyAuditsIsSaidToDoNothing() throws IOException {
        String text = Files.readString(Path.of(Dumps.SHOP));
        assertThat(text).contains("tolerant.mode=enforce");
        Path audit = Files.writeString(
                directory.resolve("audit.json"), text.replace("tolerant.mode=enforce", "tolerant.mode=audit"));

        CommandRun run = explain(audit.toString(), "deploy/web", "-n", "shop", "-o", "json");

        assertThat(run.err())
                .isEqualTo(
                        "explain: the cluster's webhook only audits (tolerant.mode=audit): it would do what follows, and"
                                + " does nothing\n");
        assertThat(tree(run).path("audit").asBoolean()).isTrue();
        assertThat(item(run).path("verdict").asText()).isEqualTo("patched");
    }

    @ParameterizedTest
    @CsvSource({
        "POLICY, you may not list tolerationpolicies",
        "CONFIG_MAP, you may not list configmaps",
        "NAMESPACE, you may not list namespaces",
        "MUTATING_WEBHOOKS, you may not list mutatingwebhookconfigurations"
    })
    void whatDecidesAndWasNotReadIsSaidFirstAndTheVerdictIsUnknown(FactKind unread, String why) throws IOException {
        try (ClusterServer server = new ClusterServer()) {
            server.list(FactKind.NAMESPACE, "{\"metadata\": {\"name\": \"shop\"}}");
            server.list(ClusterServer.path(FactKind.DEPLOYMENT, "shop"), """
                    {"metadata": {"name": "web", "namespace": "shop"},
                     "spec": {"template": {"spec": {"containers": [{"name": "main"}]}}}}
                    """);
            String kubeconfig = server.kubeconfig(directory).toString();
            String[] text = {"explain", "deploy/web", "--kubeconfig", kubeconfig};
            String[] json = {"explain", "deploy/web", "-o", "json", "--kubeconfig", kubeconfig};
            CommandRun read = CommandRun.of(text);
            server.refuse(ClusterServer.path(unread), 403);

            CommandRun people = CommandRun.of(text);
            CommandRun programs = CommandRun.of(json);

            assertThat(read.exitCode()).as(read.err()).isZero();
            assertThat(people.out())
                    .startsWith("Deployment shop/web    next pod: unknown; what follows leaves out what was not read: "
                            + why);
            assertThat(people.out()).doesNotContain("no policy matches");
            assertThat(people.exitCode()).isEqualTo(2);
            assertThat(item(programs).path("verdict").asText()).isEqualTo("unknown");
            assertThat(item(programs).at("/unread/0").asText()).startsWith(why);
        }
    }

    private static CommandRun explain(String dump, String... arguments) {
        List<String> command = new ArrayList<>(List.of("explain"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--from", dump));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private static JsonNode item(CommandRun run) {
        return tree(run).path("items").path(0);
    }

    private static JsonNode tree(CommandRun run) {
        try {
            return JSON.readTree(run.out());
        } catch (IOException unreadable) {
            throw new AssertionError(run.toString(), unreadable);
        }
    }
}

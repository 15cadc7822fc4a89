package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chart, which Helm installs into a real API server without any other part of this project. */
@NeedsApiServer
class ChartApiServerIT {
    static final String VALUES = "webhook: {failurePolicy: Fail, timeoutSeconds: %d}";
    static final String MORE = "{replicaCount: 3, webhook: {timeoutSeconds: 3}}";

    private static final User ADMIN = User.of("admin", "system:masters");
    private static final String RELEASE = "tolerant";
    private static final String NAMESPACE = "tolerant-system";
    private static final String REGISTRATION =
            "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/tolerant";
    private static final String SECRET = "/api/v1/namespaces/tolerant-system/secrets/tolerant-certificate";

    /** A pod that the tests send only as a dry run, so that its name stays free. */
    private static final String PROBE = """
            apiVersion: v1
            kind: Pod
            metadata: {name: probe}
            spec: {containers: [{name: main, image: "example.com/main:1"}]}
            """;

    private static final Path CHART = Path.of("helm/tolerant");

    /** Two for etcd, one for the API server, two for the program. */
    private static final int PORTS = 5;

    @TempDir
    private Path directory;

    private FreePorts ports;

    @AutoClose
    private ControlPlaneUnderTest controlPlane;

    private ApiClient admin;
    private TestNamespace namespace;

    @BeforeEach
    void start() throws IOException {
        ports = FreePorts.find(PORTS);
        controlPlane =
                ControlPlaneUnderTest.start("-chart", Assets.in(System.getenv()).orElseThrow(), ports, List.of(ADMIN));
        admin = controlPlane.client(ADMIN);
        namespace = TestNamespace.create(admin, "team", "{}");
    }

    @Test
    void podsArePatchedFromInstallationToRemovalAndAdmittedAfterIt() throws IOException {
        Map<String, String> settings = new HashMap<>(controlPlane.certificates().settings());
        settings.put("tolerant.rules.node-failure.not-ready", "60");
        settings.put("tolerant.rules.node-failure.unreachable", "60");
        try (ProgramUnderTest program = ProgramUnderTest.start("tolerant-chart", ports, settings, Map.of())) {
            install(VALUES.formatted(5));
            JsonNode installed = admin.get(REGISTRATION).object();
            call(program.url());

            awaitSeconds(60);
            assertThat(namespace.create(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
            JsonNode before = admin.get(REGISTRATION).object();

            // Helm would add the Service to a webhook that has a URL.
            callAs(installed);
            upgrade(VALUES.formatted(6));
            call(program.url());

            JsonNode after = admin.get(REGISTRATION).object();
            assertThat(after.at("/webhooks/0/timeoutSeconds").asInt()).isEqualTo(6);
            assertThat(after.at("/metadata/uid")).isEqualTo(before.at("/metadata/uid"));
            assertThat(after.at("/webhooks/0/clientConfig")).isEqualTo(before.at("/webhooks/0/clientConfig"));
            awaitSeconds(60);
        }

        uninstall();

        assertThat(admin.get(REGISTRATION).status()).isEqualTo(404);
        awaitSeconds(300);
        assertThat(namespace.get(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(60));
    }

    @Test
    void anUpgradeLeavesTheCertificatesThatTheProgramHasWritten() throws IOException {
        install("{}");
        String caBundle = controlPlane.certificates().caBundle();
        admin.mergePatch(SECRET, Yaml.tree("{data: {ca.crt: %s}}".formatted(caBundle)))
                .object();
        writeCaBundle(REGISTRATION, caBundle);

        upgrade(MORE);

        JsonNode after = admin.get(REGISTRATION).object();
        assertThat(after.at("/webhooks")).isNotEmpty().allSatisfy(webhook -> {
            assertThat(webhook.at("/timeoutSeconds").asInt()).isEqualTo(3);
            assertThat(webhook.at("/failurePolicy").asText()).isEqualTo("Ignore");
            assertThat(webhook.at("/clientConfig/caBundle").asText()).isEqualTo(caBundle);
        });
        assertThat(admin.get(SECRET).object().at("/data/ca.crt").asText()).isEqualTo(caBundle);

        uninstall();

        assertThat(admin.get(REGISTRATION).status()).isEqualTo(404);
        assertThat(admin.get(SECRET).status()).isEqualTo(404);
        assertThat(namespace.create(TestNamespace.POD).tolerations()).isEqualTo(Entries.nodeFailure(300));
    }

    /** Has the API server call the program, which runs in no pod. */
    private void call(String url) {
        String caBundle = controlPlane.certificates().caBundle();
        JsonNode registration = admin.get(REGISTRATION).object().deepCopy();
        registration
                .path("webhooks")
                .forEach(webhook -> ((ObjectNode) webhook)
                        .putObject("clientConfig")
                        .put("url", url + "/mutate")
                        .put("caBundle", caBundle));
        admin.put(REGISTRATION, registration).object();
    }

    /** Has it call what another version of the registration says. */
    private void callAs(JsonNode other) {
        ObjectNode registration = admin.get(REGISTRATION).object().deepCopy();
        registration.set("webhooks", other.path("webhooks"));
        admin.put(REGISTRATION, registration).object();
    }

    private void writeCaBundle(String path, String caBundle) {
        JsonNode registration = admin.get(path).object().deepCopy();
        registration
                .path("webhooks")
                .forEach(webhook -> ((ObjectNode) webhook.path("clientConfig")).put("caBundle", caBundle));
        admin.put(path, registration).object();
    }

    private void install(String values) throws IOException {
        new Helm(CHART)
                .install()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .set("image.repository", RenderedChart.IMAGE)
                .createNamespace()
                .withKubeConfig(controlPlane.kubeconfig(ADMIN))
                .withValuesFile(file(values))
                .call();
    }

    private void upgrade(String values) throws IOException {
        new Helm(CHART)
                .upgrade()
                .withName(RELEASE)
                .withNamespace(NAMESPACE)
                .set("image.repository", RenderedChart.IMAGE)
                .withKubeConfig(controlPlane.kubeconfig(ADMIN))
                .withValuesFile(file(values))
                .call();
    }

    private void uninstall() {
        Helm.uninstall(RELEASE)
                .withNamespace(NAMESPACE)
                .withKubeConfig(controlPlane.kubeconfig(ADMIN))
                .call();
    }

    private Path file(String values) throws IOException {
        return Files.writeString(directory.resolve("values.yaml"), values);
    }

    /** Waits until the API server uses the new registration, which takes a moment. */
    private void awaitSeconds(int seconds) {
        waitingFor("a pod with " + seconds + " seconds")
                .untilAsserted(() ->
                        assertThat(namespace.dryRun(PROBE).tolerations()).isEqualTo(Entries.nodeFailure(seconds)));
    }
}

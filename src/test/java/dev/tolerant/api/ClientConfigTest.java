package dev.tolerant.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tolerant.testing.TokenServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.quarkus.kubernetes.client.runtime.internal.KubernetesClientBuildConfig;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the program's client finds the API server, and stays known to it. */
class ClientConfigTest {
    private static final KubernetesClientBuildConfig SETTINGS = new SmallRyeConfigBuilder()
            .withMapping(KubernetesClientBuildConfig.class)
            .build()
            .getConfigMapping(KubernetesClientBuildConfig.class);

    private final Map<String, @Nullable String> before = new HashMap<>();

    @TempDir
    private Path directory;

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    private void set(String property, String value) {
        before.putIfAbsent(property, System.getProperty(property));
        System.setProperty(property, value);
    }

    private void kubeconfig(String text) throws IOException {
        set(
                Config.KUBERNETES_KUBECONFIG_FILE,
                Files.writeString(directory.resolve("config"), text).toString());
    }

    @Test
    void aKubeconfigThatIsNoneIsOneSentence() throws IOException {
        kubeconfig("{clusters: [");

        assertThatThrownBy(() -> ClientConfig.config(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(directory.resolve("config")
                        + " is not a kubeconfig: it is not YAML or JSON at line 1, column 13; write clusters, users and"
                        + " contexts as YAML or JSON")
                .hasNoCause();
    }

    @Test
    void aServerThatIsNoAddressIsOneSentence() throws IOException {
        kubeconfig("""
                current-context: here
                clusters: [{name: here, cluster: {server: ":: 1"}}]
                contexts: [{name: here, context: {cluster: here}}]
                """);

        assertThatThrownBy(() -> ClientConfig.config(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the kubeconfig's server http://:: 1/ is not an address: write https://HOST:PORT")
                .hasNoCause();
    }

    @Test
    void theServerReadsAKubeconfigAsCommandsDo() throws IOException {
        kubeconfig("""
                {current-context: here, users: [{name: jane, user: {token: t, as: bob}}],
                 clusters: [{name: here, cluster: {server: "https://127.0.0.1:1", insecure-skip-tls-verify: true}}],
                 contexts: [{name: here, context: {cluster: here, user: jane}}]}
                """);

        Config config = ClientConfig.config(SETTINGS);

        assertThat(config.getMasterUrl()).isEqualTo("https://127.0.0.1:1/");
        assertThat(config.getImpersonateUsername()).isEqualTo("bob");
        assertThat(config.isTrustCerts()).isTrue();
    }

    @Test
    void aTlsServerNameIsRefusedWhereTheWebhookIsServed() throws IOException {
        kubeconfig("""
                current-context: here
                clusters: [{name: here, cluster: {server: "https://127.0.0.1:1", tls-server-name: kube.example}}]
                contexts: [{name: here, context: {cluster: here}}]
                """);

        assertThatThrownBy(() -> ClientConfig.config(SETTINGS))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith(
                        "the kubeconfig's tls-server-name is not supported where the webhook is served: ");
    }

    /** The tokens of pods' accounts change every hour. */
    @Test
    void whereTheTokenIsNoLongerKnownItsFileIsReadAgain() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "first");
        AtomicInteger events = new AtomicInteger();
        try (TokenServer server = new TokenServer(directory)) {
            set(Config.KUBERNETES_AUTH_TRYKUBECONFIG_SYSTEM_PROPERTY, "false");
            set(Config.KUBERNETES_MASTER_SYSTEM_PROPERTY, server.url());
            set(
                    Config.KUBERNETES_CA_CERTIFICATE_FILE_SYSTEM_PROPERTY,
                    server.authority().toString());
            set(Config.KUBERNETES_AUTH_SERVICEACCOUNT_TOKEN_FILE_SYSTEM_PROPERTY, token.toString());
            server.know("first");
            try (KubernetesClient client = new KubernetesClientBuilder()
                    .withConfig(ClientConfig.config(SETTINGS))
                    .build()) {
                client.pods().list();

                server.know(Files.readString(Files.writeString(token, "second")));
                client.pods().list();
                server.know(Files.readString(Files.writeString(token, "third")));
                try (Watch watch = client.pods().watch(new Counter(events))) {

                    await().untilAsserted(() -> assertThat(events).hasPositiveValue());
                }
            }
            assertThat(server.versions()).containsExactly(HttpVersion.HTTP_1_1);
        }
    }

    /** Counts what a watch brings. */
    private record Counter(AtomicInteger events) implements Watcher<Pod> {
        @Override
        public void eventReceived(Action action, Pod pod) {
            events.incrementAndGet();
        }

        @Override
        public void onClose(WatcherException cause) {
            // It brings nothing.
        }
    }
}

package dev.tolerant.tools.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.api.ApiServer;
import dev.tolerant.observed.objects.ClusterObjects.Needs;
import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.testing.TokenServer;
import dev.tolerant.tools.reading.ClusterAccess.ClusterUnavailableException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.AuthProviderConfig;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecEnvVar;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the fields of a kubeconfig do, and which are refused. */
class KubeconfigFieldsTest {
    private static final String V1 = "apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never";

    @AutoClose
    private final ClusterServer server = new ClusterServer();

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("token"), "of-file\n");
        Files.writeString(directory.resolve("empty"), "");
        Path plugin = Files.writeString(directory.resolve("plugin"), """
                #!/bin/sh
                echo "$KUBERNETES_EXEC_INFO" > "$(dirname "$0")/asked"
                [ "$1" != fail ] || exit 3
                echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
                       "status": {"token": "'"$1-$2-$A"'"}}'
                """);
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
    }

    private ClusterAccess access(String cluster, String user) throws Exception {
        return access(cluster, user, null, List.of());
    }

    private ClusterAccess access(String cluster, String user, @Nullable String as, List<String> groups)
            throws Exception {
        String text = """
                current-context: test
                clusters: [{name: test, cluster: %s}]
                users: [{name: jane, user: %s}]
                contexts: [{name: test, context: {cluster: test, user: jane}}]
                """.formatted(cluster, user)
                .replace("DIRECTORY", directory.toString())
                .replace("BASE", V1);
        return ClusterAccess.of(
                Files.writeString(directory.resolve("config"), text), null, as, groups, ApiServer.PATIENCE);
    }

    private static void read(ClusterAccess access) throws Exception {
        try (LiveCluster cluster = LiveCluster.of(access)) {
            cluster.read(Needs.ALL, (kind, objects) -> {});
        }
    }

    private String here() {
        return "{server: \"" + server.url() + "\"}";
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "/kubeconfig/sent.txt",
            delimiter = '|',
            quoteCharacter = '`',
            commentCharacter = '#',
            useHeadersInDisplayName = true)
    void aUsersFieldsAreObeyed(String user, String headers) throws Exception {
        read(access(here(), user));

        assertThat(server.headers()).contains(headers.split("; "));
    }

    @ParameterizedTest
    @CsvSource({"bob, , bob, team", "bob, crew, bob, crew", ", crew, ann, crew"})
    void optionsGoBeforeTheKubeconfigAsKubectlHasIt(
            @Nullable String as, @Nullable String group, String user, String ofGroup) throws Exception {
        List<String> groups = group == null ? List.of() : List.of(group);

        read(access(here(), "{as: ann, as-groups: [team]}", as, groups));

        assertThat(server.headers()).contains("Impersonate-user: " + user, "Impersonate-group: " + ofGroup);
    }

    @Test
    void aTokenFileIsReadAgainForEachRequest() throws Exception {
        try (LiveCluster cluster = LiveCluster.of(access(here(), "{tokenFile: token}"))) {
            cluster.read(Needs.ALL, (kind, objects) -> {});
            Files.writeString(directory.resolve("token"), "rotated");
            cluster.read(Needs.ALL, (kind, objects) -> {});
        }

        assertThat(server.headers()).contains("Authorization: Bearer of-file", "Authorization: Bearer rotated");
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "/kubeconfig/refused.txt",
            delimiter = '|',
            quoteCharacter = '`',
            commentCharacter = '#',
            useHeadersInDisplayName = true)
    void whatCannotBeObeyedIsOneSentenceAndNoRequest(String cluster, String user, String sentence) {
        String here = cluster.replace("HERE", "server: \"" + server.url() + "\"");

        assertThatThrownBy(() -> read(access(here, user)))
                .isInstanceOf(ClusterUnavailableException.class)
                .hasMessage(sentence.replace("DIRECTORY", directory.toString()));
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void anExecPluginIsToldWhatKubectlTellsIt() throws Exception {
        Files.writeString(directory.resolve("ca.crt"), "certificate");
        String cluster = "{server: \"" + server.url() + "\", insecure-skip-tls-verify: true,"
                + " disable-compression: true, certificate-authority-data: Y2VydGlmaWNhdGU=,"
                + " extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]}";

        read(access(cluster, "{exec: {command: ./plugin, provideClusterInfo: true, BASE}}"));

        assertThat(asked()).isEqualTo(new ObjectMapper().readTree("""
                {"kind": "ExecCredential", "apiVersion": "client.authentication.k8s.io/v1",
                 "spec": {"interactive": false,
                  "cluster": {"server": "%s", "insecure-skip-tls-verify": true, "disable-compression": true,
                   "certificate-authority-data": "Y2VydGlmaWNhdGU=", "config": {"audience": "a"}}}}
                """.formatted(server.url())));
    }

    @Test
    void anExecPluginThatDoesNotAskIsToldNothingOfTheCluster() throws Exception {
        read(access(here(), "{exec: {command: ./plugin, BASE}}"));

        assertThat(asked().path("spec").toString()).isEqualTo("{\"interactive\":false}");
    }

    private JsonNode asked() throws IOException {
        return new ObjectMapper().readTree(directory.resolve("asked").toFile());
    }

    @Test
    void allRequestsToPlainServersGoByTheProxy() throws Exception {
        read(access("{server: \"http://cluster.invalid\", proxy-url: \"" + server.url() + "\"}", "{token: t}"));

        assertThat(server.requests()).contains("http://cluster.invalid/version");
    }

    @Test
    void aTunnelToServersWithTlsGoesThroughTheProxy() throws Exception {
        try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> firstLine(proxy));
            ClusterAccess access = access(
                    "{server: \"https://cluster.invalid:6443\", proxy-url: \"http://127.0.0.1:" + proxy.getLocalPort()
                            + "\"}",
                    "{}");

            assertThatThrownBy(() -> read(access)).isInstanceOf(ClusterUnavailableException.class);

            assertThat(first.join()).isEqualTo("CONNECT cluster.invalid:6443 HTTP/1.1");
        }
    }

    private static String firstLine(ServerSocket proxy) {
        try (Socket client = proxy.accept();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            return in.readLine();
        } catch (IOException failed) {
            return failed.toString();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kube.example, 127.0.0.1, kube.example,  true",
        "kube.example, localhost, kube.example,  true",
        "kube.example, 127.0.0.1, other.example, false",
        "kube.example, localhost, other.example, false",
        "kube.example, 127.0.0.1,              , false",
        "127.0.0.1,    127.0.0.1, other.example, false",
        "localhost,    localhost, other.example, false",
        "localhost,    localhost,              , true",
    })
    void theServersCertificateMustBeForTheTlsServerName(
            String certified, String host, @Nullable String name, boolean trusted) throws Exception {
        try (TokenServer tls = new TokenServer(Certificates.in(directory, certified))) {
            tls.know("t");
            String url = tls.url().replace("127.0.0.1", host);
            ClusterAccess access = access(
                    "{server: \"" + url + "\", certificate-authority: ca.crt"
                            + (name == null ? "" : ", tls-server-name: " + name) + "}",
                    "{token: t}");

            if (trusted) {
                read(access);

                assertThat(tls.names()).containsExactly(name == null ? host : name);
            } else {
                assertThatThrownBy(() -> read(access)).hasMessageContaining(" cannot be trusted (");
                assertThat(tls.names()).isEmpty();
            }
        }
    }

    @Test
    void aServerNeedNoCertificateWhereTheKubeconfigSaysSo() throws Exception {
        try (TokenServer tls = new TokenServer(directory)) {
            tls.know("t");

            read(access("{server: \"" + tls.url() + "\", insecure-skip-tls-verify: true}", "{token: t}"));

            assertThat(tls.accepted()).contains("/version");
        }
    }

    /** Its key is in PKCS#8. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{client-certificate: tls.crt, client-key: tls.key, token: t}",
                "{client-certificate-data: CERTIFICATE, client-key-data: KEY, token: t}",
                "{token: t, client-certificate-data: CERTIFICATE, client-key: tls.key}"
            })
    void aClientsCertificateIsShown(String user) throws Exception {
        Certificates certificates = Certificates.in(directory);
        try (TokenServer tls = new TokenServer(certificates)) {
            tls.know("t");

            read(access(
                    "{server: \"" + tls.url() + "\", certificate-authority: ca.crt}",
                    user.replace("CERTIFICATE", base64(certificates.certificate()))
                            .replace("KEY", base64(certificates.key()))));

            assertThat(tls.clients()).containsExactly(Files.readString(certificates.certificate()));
        }
    }

    private static String base64(Path file) throws IOException {
        return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    }

    /** A later version of the library may know fields that nothing here obeys or refuses. */
    @Test
    void eachFieldOfTheApiHasATestOrAReason() throws Exception {
        Map<String, String> table = new TreeMap<>();
        Files.readAllLines(Path.of("src/test/resources/kubeconfig/fields.txt")).stream()
                .skip(2)
                .map(line -> line.split(" *\\| "))
                .forEach(row -> table.put(row[0], row[1]));
        Set<String> fields = new TreeSet<>();
        for (Class<?> type : List.of(
                Config.class,
                NamedCluster.class,
                NamedContext.class,
                NamedAuthInfo.class,
                Context.class,
                Cluster.class,
                AuthInfo.class,
                AuthProviderConfig.class,
                ExecConfig.class,
                ExecEnvVar.class)) {
            ObjectMapper mapper = new ObjectMapper();
            mapper.getSerializationConfig()
                    .introspect(mapper.constructType(type))
                    .findProperties()
                    .forEach(field -> fields.add(type.getSimpleName() + "." + field.getName()));
        }
        Set<String> tests = Stream.of(KubeconfigFieldsTest.class, LiveClusterTest.class)
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .map(Method::getName)
                .collect(Collectors.toSet());

        assertThat(table.keySet()).isEqualTo(fields);
        assertThat(table.values()).allMatch(shown -> shown.contains(" ") || tests.contains(shown));
    }
}

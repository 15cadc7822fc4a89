package dev.tolerant.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.ClusterServer;
import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The unpacked archive, whose runtime has what only clusters, proxies and plugins need; {@code .ci/dist} unpacks and names it. */
@EnabledIfEnvironmentVariable(named = "TOLERANT_ARCHIVE", matches = ".+")
class ArchiveIT {
    private final List<Object> clients = new CopyOnWriteArrayList<>();
    private final List<String> tunnels = new CopyOnWriteArrayList<>();

    @AutoClose
    private final ClusterServer cluster = new ClusterServer();

    @AutoClose
    private final ServerSocket proxy = port();

    @TempDir
    private Path directory;

    private static ServerSocket port() {
        try {
            return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {client-certificate: tls.crt, client-key: tls.key}                                                | 1 | null
            {exec: {command: ./plugin, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}} | 0 | Bearer of-plugin
            """)
    void aClusterBehindAProxyIsReadOverTlsWithAKeyOrAPlugin(String user, int certificates, String token)
            throws Exception {
        Certificates files = Certificates.in(directory);
        Path plugin = Files.writeString(directory.resolve("plugin"), """
                #!/bin/sh
                echo '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": "of-plugin"}}'
                """);
        Files.setPosixFilePermissions(plugin, PosixFilePermissions.fromString("rwx------"));
        try (SSLServerSocket api = (SSLServerSocket)
                served(files).getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            api.setWantClientAuth(true);
            forward(api, URI.create(cluster.url()).getPort());
            forward(proxy, api.getLocalPort());

            CommandRun run = dump("certificate-authority: ca.crt,", user);
            CommandRun stranger = dump("", user);

            assertThat(run.err()).startsWith("dump: cluster test (context test)\n");
            assertThat(run.out()).startsWith("{\"apiVersion\":\"cli.tolerant.dev/v1\",\"kind\":\"ClusterDump\"");
            assertThat(run.exitCode()).isZero();
            assertThat(tunnels).contains("CONNECT localhost:6443 HTTP/1.1");
            assertThat(new HashSet<>(clients)).hasSize(certificates);
            assertThat(cluster.users()).containsOnly(token + " as null");
            assertThat(stranger.err()).contains("certificate");
            assertThat(stranger.exitCode()).isEqualTo(2);
        }
    }

    private CommandRun dump(String authority, String user) throws Exception {
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"), """
                current-context: test
                clusters: [{name: test, cluster: {%s server: "https://localhost:6443", proxy-url: "http://127.0.0.1:%d"}}]
                users: [{name: jane, user: %s}]
                contexts: [{name: test, context: {cluster: test, user: jane}}]
                """.formatted(authority, proxy.getLocalPort(), user));
        return PackagedCommand.run(
                List.of(System.getenv("TOLERANT_ARCHIVE") + "/kubectl-tolerant", "dump"),
                Map.of("KUBECONFIG", kubeconfig.toString(), "JAVA_OPTS", "-XX:AOTMode=on"),
                new File("/dev/null"));
    }

    private SSLContext served(Certificates files) throws Exception {
        Certificate certificate = certificate(files.certificate());
        X509Certificate authority = certificate(files.authority());
        PrivateKey key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder()
                        .decode(Files.readString(files.key()).replaceAll("-----[A-Z ]+-----", ""))));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key, new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), new TrustManager[] {new Guests(authority)}, null);
        return context;
    }

    private static X509Certificate certificate(Path pem) throws Exception {
        try (InputStream in = Files.newInputStream(pem)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    /** Lets in each client that shows a certificate, and keeps that. */
    private final class Guests implements X509TrustManager {
        private final X509Certificate authority;

        Guests(X509Certificate authority) {
            this.authority = authority;
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            clients.add(chain[0]);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("this is a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {authority};
        }
    }

    /** Hands each connection on; of one by the proxy, after its first request. */
    private void forward(ServerSocket port, int to) {
        run(() -> {
            while (true) {
                Socket client = port.accept();
                run(() -> {
                    if (port == proxy) {
                        tunnels.add(header(client.getInputStream())
                                .lines()
                                .findFirst()
                                .orElse(""));
                        client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), to);
                    run(() -> server.getInputStream().transferTo(client.getOutputStream()));
                    try (client;
                            server) {
                        client.getInputStream().transferTo(server.getOutputStream());
                    }
                });
            }
        });
    }

    private static String header(InputStream in) throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            header.append((char) in.read());
        }
        return header.toString();
    }

    /** What is done with connections until one is closed. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The test has what it needs, or fails without it.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}

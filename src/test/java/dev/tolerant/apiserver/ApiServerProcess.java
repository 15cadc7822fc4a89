package dev.tolerant.apiserver;

import dev.tolerant.testing.Certificates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A real kube-apiserver on loopback, with its default admission plugins except ServiceAccount. */
record ApiServerProcess(String name, String url, List<String> command, ServerProcess process) implements AutoCloseable {

    /** Starts the server and waits until it reports that it is ready. */
    static ApiServerProcess start(
            String name,
            Assets assets,
            Path directory,
            Etcd etcd,
            Certificates certificates,
            List<User> users,
            FreePorts ports) {
        int port = ports.next();
        String url = "https://127.0.0.1:" + port;
        try {
            Path tokens = Files.writeString(
                    directory.resolve("tokens.csv"),
                    users.stream().map(User::line).collect(Collectors.joining()));
            Path scratch = Files.createDirectories(directory.resolve("scratch"));
            List<String> command = command(assets.apiServer(), scratch, tokens, etcd.url(), certificates, port);
            ApiClient client = new ApiClient(url, users.get(0).token(), certificates.trust());
            return new ApiServerProcess(
                    name,
                    url,
                    command,
                    ServerProcess.start(name, command, Map.of())
                            .awaitReady(() -> client.get("/readyz").status() == 200));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }

    /**
     * The flags of envtest (pkg/internal/testing/controlplane/apiserver.go in controller-runtime) and three more: an
     * advertised address, because the server does not start on a machine without a network otherwise; the test's own
     * certificate; and users with tokens. The ServiceAccount plugin is off because it requires service accounts, which
     * a controller creates, and no controllers run.
     */
    private static List<String> command(
            Path binary, Path scratch, Path tokens, String etcd, Certificates certificates, int port) {
        return List.of(
                binary.toString(),
                "--etcd-servers=" + etcd,
                "--cert-dir=" + scratch,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--secure-port=" + port,
                "--tls-cert-file=" + certificates.certificate(),
                "--tls-private-key-file=" + certificates.key(),
                "--token-auth-file=" + tokens,
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--service-account-issuer=https://127.0.0.1:" + port + "/",
                "--service-account-key-file=" + certificates.certificate(),
                "--service-account-signing-key-file=" + certificates.key(),
                "--disable-admission-plugins=ServiceAccount",
                "--allow-privileged=true");
    }

    /** The same server, killed and started again; it may not answer yet. */
    ApiServerProcess restarted() {
        process.kill();
        return new ApiServerProcess(name, url, command, ServerProcess.start(name, command, Map.of()));
    }

    @Override
    public void close() {
        process.close();
    }
}

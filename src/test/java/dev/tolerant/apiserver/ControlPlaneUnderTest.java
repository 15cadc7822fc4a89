package dev.tolerant.apiserver;

import static dev.tolerant.testing.Patience.waitingFor;

import com.marcnuri.helm.Helm;
import dev.tolerant.testing.Certificates;
import dev.tolerant.testing.RenderedChart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** An etcd and a kube-apiserver for one test, without controllers, with token users. */
final class ControlPlaneUnderTest implements AutoCloseable {

    private final Deque<Runnable> running = new ArrayDeque<>();
    private final Path directory;
    private final Certificates certificates;
    private ApiServerProcess apiServer;

    private ControlPlaneUnderTest(String suffix, Assets assets, FreePorts ports, List<User> users) throws IOException {
        try {
            directory = Files.createTempDirectory("tolerant-api-server");
            running.push(() -> delete(directory));
            certificates = Certificates.in(directory);
            Etcd etcd = Etcd.start("etcd" + suffix, assets, directory.resolve("etcd"), ports);
            running.push(etcd::close);
            apiServer = ApiServerProcess.start(
                    "kube-apiserver" + suffix, assets, directory, etcd, certificates, users, ports);
            running.push(() -> apiServer.close());
            awaitStatus(client(users.get(0)), "/api/v1/namespaces/default");
        } catch (IOException | RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /**
     * Starts both. The first user must be allowed to do everything; the suffix distinguishes the logs of two control
     * planes.
     */
    static ControlPlaneUnderTest start(String suffix, Assets assets, FreePorts ports, List<User> users)
            throws IOException {
        return new ControlPlaneUnderTest(suffix, assets, ports, users);
    }

    /** The servers' certificates, which the program may use too. */
    Certificates certificates() {
        return certificates;
    }

    ApiClient client(User user) {
        return new ApiClient(apiServer.url(), user.token(), certificates.trust());
    }

    /** The minor version of the API server, such as 36. */
    int minor(User user) {
        return Integer.parseInt(
                client(user).get("/version").object().path("minor").asText().replaceAll("\\D", ""));
    }

    /** A kubeconfig of the user, whose path KUBECONFIG can have: there a colon separates files. */
    Path kubeconfig(User user) {
        return UserKubeconfig.write(
                directory.resolve("kubeconfig-" + user.name().replace(':', '-')),
                apiServer.url(),
                certificates.caBundle(),
                user);
    }

    /** Installs the chart as the release {@code tolerant} in {@code tolerant-system}. */
    void install(User user, String values) throws IOException {
        new Helm(Path.of("helm/tolerant"))
                .install()
                .withName("tolerant")
                .withNamespace("tolerant-system")
                .set("image.repository", RenderedChart.IMAGE)
                .createNamespace()
                .withKubeConfig(kubeconfig(user))
                .withValuesFile(Files.writeString(directory.resolve("values.yaml"), values))
                .call();
    }

    /** Upgrades that release. */
    void upgrade(User user, String values) throws IOException {
        new Helm(Path.of("helm/tolerant"))
                .upgrade()
                .withName("tolerant")
                .withNamespace("tolerant-system")
                .set("image.repository", RenderedChart.IMAGE)
                .withKubeConfig(kubeconfig(user))
                .withValuesFile(Files.writeString(directory.resolve("values.yaml"), values))
                .call();
    }

    /** Waits until a GET of the path succeeds. */
    static void awaitStatus(ApiClient client, String path) {
        waitingFor("200 for " + path).until(() -> client.get(path).status() == 200);
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException undeletable) {
            throw new UncheckedIOException(undeletable);
        }
    }

    /** Kills the API server and starts it again at the same address; it may not answer yet. */
    void restart() {
        apiServer = apiServer.restarted();
    }

    /** Stops both servers, in reverse order. */
    @Override
    public void close() {
        while (!running.isEmpty()) {
            running.pop().run();
        }
    }
}

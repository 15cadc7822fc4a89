package dev.tolerant.testing;

import dev.tolerant.certificate.Pem;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLPeerUnverifiedException;

/** An API server that knows one token, offers HTTP/2, and on it ends the connection of whoever has another. */
public final class TokenServer implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Set<HttpVersion> versions = ConcurrentHashMap.newKeySet();
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Set<String> clients = ConcurrentHashMap.newKeySet();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Certificates certificates;
    private final HttpServer server;
    private volatile String token = "";

    /** A server whose certificates are written to the directory. */
    public TokenServer(Path directory) {
        this(Certificates.in(directory));
    }

    /** A server with these certificates. */
    public TokenServer(Certificates certificates) {
        this.certificates = certificates;
        server = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setSni(true)
                        .setClientAuth(ClientAuth.REQUEST)
                        .setTrustOptions(TrustOptions.wrap(
                                InsecureTrustManagerFactory.INSTANCE.getTrustManagers()[0]))
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(certificates.certificate().toString())
                                .setKeyPath(certificates.key().toString())))
                .requestHandler(this::answer)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    public String url() {
        return "https://127.0.0.1:" + server.actualPort();
    }

    /** The PEM file of whoever has signed its certificate. */
    public Path authority() {
        return certificates.authority();
    }

    /** Has it know this token alone. */
    public void know(String known) {
        token = known;
    }

    /** The versions of HTTP by which it has been asked. */
    public Set<HttpVersion> versions() {
        return versions;
    }

    /** The names of servers for which it has been asked in TLS. */
    public Set<String> names() {
        return names;
    }

    /** The certificates that its clients have shown, in PEM. */
    public Set<String> clients() {
        return clients;
    }

    /** The paths for which it has been asked with the token. */
    public Set<String> accepted() {
        return accepted;
    }

    private void answer(HttpServerRequest request) {
        versions.add(request.version());
        try {
            clients.add(Pem.of(
                    (X509Certificate) request.connection().peerCertificates().get(0)));
        } catch (SSLPeerUnverifiedException anonymous) {
            // Most clients have a token alone.
        }
        names.add(String.valueOf(request.connection().indicatedServerName()));
        if (!("Bearer " + token).equals(request.getHeader("Authorization"))) {
            if (request.version() == HttpVersion.HTTP_2) {
                request.connection().goAway(0, request.streamId());
            }
            request.response().setStatusCode(401).end("{\"kind\": \"Status\", \"code\": 401}");
            return;
        }
        accepted.add(request.path());
        if ("websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
            var opened = request.toWebSocket();
            opened.onSuccess(
                    socket -> socket.writeTextMessage(
                            "{\"type\": \"ADDED\", \"object\": {\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {}}}"));
        } else {
            request.response()
                    .end(
                            "{\"kind\": \"PodList\", \"apiVersion\": \"v1\", \"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}");
        }
    }

    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

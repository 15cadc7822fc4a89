package dev.tolerant.webhook;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;

/** Calls the program's own routes, over a port that is open on the loopback address for the duration of the calls. */
@Singleton
class Loopback {
    private static final int TIMEOUT_MILLIS = 1000;

    private final Vertx vertx;
    private final Router router;

    Loopback(Vertx vertx, Router router) {
        this.vertx = vertx;
        this.router = router;
    }

    /** Posts the body to the path once, and up to so many times before the deadline; returns the last status. */
    int post(String path, byte[] body, int times, long deadline) throws IOException {
        String host = InetAddress.getLoopbackAddress().getHostAddress();
        HttpServer server = vertx.createHttpServer(new HttpServerOptions().setHost(host))
                .requestHandler(router)
                .listen(0)
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        try {
            URI uri = URI.create(
                    "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + server.actualPort() + path);
            int status = post(uri, body);
            for (int i = 1; i < times && System.nanoTime() < deadline; i++) {
                status = post(uri, body);
            }
            return status;
        } finally {
            server.close();
        }
    }

    private static int post(URI uri, byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        int status = connection.getResponseCode();
        // Java reuses a connection only once its answer has been read to the end.
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            if (answer != null) {
                answer.readAllBytes();
            }
        }
        return status;
    }
}

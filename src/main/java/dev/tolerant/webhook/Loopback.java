package dev.tolerant.webhook;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
        HttpServer server = listen(host);
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

    /** Gives up after a second: while Vert.x closes, it never answers, and the program would wait for that to stop. */
    private HttpServer listen(String host) throws IOException {
        try {
            return vertx.createHttpServer(new HttpServerOptions().setHost(host))
                    .requestHandler(router)
                    .listen(0)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            throw (IOException)
                    new SocketTimeoutException("a port on the loopback address was not opened in time").initCause(slow);
        } catch (ExecutionException failed) {
            throw new IOException("a port on the loopback address was not opened", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the program stops").initCause(stopped);
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

package dev.tolerant.fault;

import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.TrustOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Clients at one address that send the same request again and again, as API servers do: HTTP/1.1, connections that stay
 * open, the body's length given, and two seconds until they give up and close the connection.
 */
final class Load implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final long MARGIN_MILLIS = 5000;
    private static final long PAUSE_WITHOUT_CONNECTION = 50;

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    private final Context loop = vertx.getOrCreateContext();
    private final HttpClient client;
    private final RequestOptions options;
    private final Duration patience;
    private final Buffer body;
    private final long start = System.nanoTime();
    // Only the event loop writes these.
    private final Map<String, Integer> failures = new TreeMap<>();
    private final List<Long> waits = new ArrayList<>();
    private volatile int answered;
    private volatile long failed;
    private volatile long unconnected;
    private long worst;
    private volatile int inFlight;
    private boolean isStopped;
    private @Nullable Answers answers;

    private Load(String from, Target target, int connections, boolean isKept, byte[] body) {
        this.patience = target.patience();
        HttpClientOptions http = new HttpClientOptions()
                .setLocalAddress(from)
                .setMaxPoolSize(connections)
                .setKeepAliveTimeout(0)
                .setConnectTimeout((int) target.patience().toMillis())
                .setSslHandshakeTimeout(target.patience().toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeepAlive(isKept)
                .setSsl(target.isEncrypted());
        if (target.trust() != null) {
            http.setTrustOptions(TrustOptions.wrap(new RefreshedTrust(target.trust())));
        }
        this.client = vertx.httpClientBuilder()
                .with(http)
                // Otherwise Vert.x logs each connection that a server resets.
                .withConnectHandler(connection -> connection.exceptionHandler(noted -> {}))
                .build();
        this.options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost(HOST)
                .setPort(target.port())
                .setURI(target.uri());
        options.putHeader("Content-Type", "application/json");
        this.body = Buffer.buffer(body);
    }

    /** Posts the body on so many connections, on each as soon as the last answer is there. */
    static Load closed(String from, Target target, int connections, byte[] body) {
        return new Load(from, target, connections, true, body).begin(connections);
    }

    /** The same with a new connection for each post. */
    static Load reconnecting(String from, Target target, int connections, byte[] body) {
        return new Load(from, target, connections, false, body).begin(connections);
    }

    private Load begin(int connections) {
        loop.runOnContext(now -> {
            for (int i = 0; i < connections; i++) {
                send(true);
            }
        });
        return this;
    }

    /** Posts the body so many times a second, whether the last answers are there or not. */
    static Load paced(String from, Target target, int perSecond, byte[] body) {
        return new Load(from, target, perSecond, true, body).every(1000 / perSecond);
    }

    private Load every(int millis) {
        vertx.setPeriodic(1, millis, now -> send(false));
        return this;
    }

    private void send(boolean again) {
        if (isStopped) {
            return;
        }
        inFlight = inFlight + 1;
        long sent = System.nanoTime();
        client.request(options).onComplete(connected -> {
            if (connected.failed()) {
                unconnected = unconnected + 1;
                note("no connection: " + cause(connected.cause()), sent);
                vertx.setTimer(PAUSE_WITHOUT_CONNECTION, later -> done(again));
                return;
            }
            HttpClientRequest request = connected.result();
            // Also for a request that has waited for a connection: its own client waits since then.
            long left = patience.toMillis() - (System.nanoTime() - sent) / 1_000_000;
            long timer = vertx.setTimer(Math.max(1, left), late -> request.reset(0, new GivenUp(patience)));
            exchange(request).onComplete(exchanged -> {
                vertx.cancelTimer(timer);
                if (exchanged.succeeded()) {
                    answer(System.nanoTime() - sent);
                } else {
                    failed = failed + 1;
                    note(cause(exchanged.cause()), sent);
                }
                loop.runOnContext(next -> done(again));
            });
        });
    }

    /** What a client says that waits no longer. */
    private static final class GivenUp extends Exception {
        GivenUp(Duration patience) {
            super("no answer within " + patience.toSeconds() + " s");
        }
    }

    private Future<Buffer> exchange(HttpClientRequest request) {
        Future<HttpClientResponse> response = request.send(body);
        return response.compose(received -> received.body().compose(content -> check(received, content)));
    }

    private Future<Buffer> check(HttpClientResponse response, Buffer content) {
        boolean isGood = response.statusCode() == 200 && content.toString().contains("\"allowed\":true");
        return isGood
                ? Future.succeededFuture(content)
                : Future.failedFuture(
                        response.statusCode() + " " + content.getString(0, Math.min(200, content.length())));
    }

    /** The innermost one, because a handshake that fails does not say itself that the connection was reset. */
    private static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + ": "
                + String.valueOf(cause.getMessage()).replaceAll("\\d{4,}(?=ms)|@\\w+|:\\d+", "");
    }

    private void note(String failure, long sent) {
        worst = Math.max(worst, System.nanoTime() - sent);
        failures.merge(failure, 1, Integer::sum);
    }

    private void answer(long took) {
        worst = Math.max(worst, took);
        waits.add(took);
        answered = answered + 1;
    }

    private void done(boolean again) {
        inFlight = inFlight - 1;
        if (again) {
            send(true);
        }
    }

    /** How many requests have been answered so far. */
    int answered() {
        return answered;
    }

    /** Waits for so many answers. */
    Load awaitAnswered(int count) {
        await().atMost(Duration.ofSeconds(60)).until(() -> answered >= count);
        return this;
    }

    /** Lets the load run for so long. */
    Answers after(Duration length) throws InterruptedException {
        // The time is the load's length, and waits for nothing.
        new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
        return stop();
    }

    /** Sends nothing more, waits for the answers that are still to come, and closes the connections. */
    Answers stop() throws InterruptedException {
        if (answers != null) {
            return answers;
        }
        Duration length = Duration.ofNanos(System.nanoTime() - start);
        CountDownLatch ended = new CountDownLatch(1);
        loop.runOnContext(now -> {
            isStopped = true;
            vertx.setPeriodic(1, 5, again -> {
                if (inFlight == 0) {
                    ended.countDown();
                }
            });
        });
        // To connect, to shake hands and to be answered may take the client's patience each.
        if (!ended.await(3 * patience.toMillis() + MARGIN_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException(inFlight + " requests have neither an answer nor a failure; " + answered
                    + " were answered, others failed: " + failures);
        }
        CountDownLatch closed = new CountDownLatch(1);
        vertx.close().onComplete(done -> closed.countDown());
        closed.await();
        answers = new Answers(answered, failed, unconnected, failures, worst, length);
        return answers;
    }

    /** Once it has stopped: the time within which this part, from 0 to 1, of its answers came. */
    Duration answeredWithin(double part) {
        List<Long> sorted = waits.stream().sorted().toList();
        return Duration.ofNanos(sorted.get((int) Math.ceil(part * sorted.size()) - 1));
    }

    @Override
    public void close() throws InterruptedException {
        stop();
    }
}

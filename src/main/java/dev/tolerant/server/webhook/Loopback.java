package dev.tolerant.server.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Posts reviews to the program's own port, over connections that the program knows as its own. */
@Singleton
class Loopback {
    private static final int CONNECTIONS = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration SLICE = Duration.ofMillis(250);
    /** So many slices in a row must not be faster than all before them: what is compiled next may take a second to come. */
    private static final int STEADY = 4;
    /** A connection lives until its answer has come, so that the program knows it as its own for as long as it answers. */
    private static final int IDLE_SECONDS = 60;

    private static final double FASTER = 1.05;
    private static final List<String> ANYWHERE = List.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private final Vertx vertx;
    private final OwnConnections connections;

    Loopback(Vertx vertx, OwnConnections connections) {
        this.vertx = vertx;
        this.connections = connections;
    }

    /** A port of the program. */
    record Port(String host, int number, boolean encrypted) {
        String address() {
            return ANYWHERE.contains(host) ? InetAddress.getLoopbackAddress().getHostAddress() : host;
        }
    }

    /** A body for a path. */
    record Post(String path, Buffer body) {}

    /**
     * What came of the posts.
     *
     * @param answered how many were answered with 200
     * @param failure why others were not; null if all were
     */
    record Outcome(int answered, @Nullable Throwable failure) {}

    /**
     * Posts these again and again.
     *
     * @param least how long at least, unless a post fails
     * @param most how long at most; until then, it ends when the rate no longer grows
     */
    Outcome post(Port port, List<Post> posts, Duration least, Duration most) throws InterruptedException {
        HttpClient client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setDefaultHost(port.address())
                        .setDefaultPort(port.number())
                        .setSsl(port.encrypted())
                        // It is the program's own certificate, for the name of the Service.
                        .setTrustAll(true)
                        .setVerifyHost(false)
                        .setConnectTimeout((int) PATIENCE.toMillis())
                        .setIdleTimeout(IDLE_SECONDS),
                new PoolOptions().setHttp1MaxSize(CONNECTIONS));
        Run run = new Run(client, posts);
        try {
            run.start();
            long start = System.nanoTime();
            run.awaitSteady(start + least.toNanos(), start + most.toNanos());
        } finally {
            run.stop();
        }
        return run.outcome();
    }

    /** The posts over all connections. */
    private final class Run {
        private final HttpClient client;
        private final List<Post> posts;
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private final CountDownLatch finished = new CountDownLatch(CONNECTIONS);
        private volatile boolean over;

        Run(HttpClient client, List<Post> posts) {
            this.client = client;
            this.posts = posts;
        }

        void start() {
            for (int i = 0; i < CONNECTIONS; i++) {
                next();
            }
        }

        private void next() {
            if (over) {
                finish();
                return;
            }
            Post post = posts.get(Math.floorMod(sent.getAndIncrement(), posts.size()));
            var ignored = send(post).onComplete(result -> {
                if (result.succeeded()) {
                    answered.incrementAndGet();
                } else {
                    failure.compareAndSet(null, result.cause());
                    over = true;
                }
                next();
            });
        }

        /** Who has the last answer closes the client: sooner, the program would not know the connection of a late one. */
        private void finish() {
            finished.countDown();
            if (finished.getCount() == 0) {
                client.close();
            }
        }

        private Future<Buffer> send(Post post) {
            return client.request(new RequestOptions()
                            .setMethod(HttpMethod.POST)
                            .setURI(post.path())
                            .putHeader(HttpHeaders.CONTENT_TYPE, "application/json"))
                    .compose(request -> connections.add(request.connection())
                            ? request.send(post.body())
                            : Future.failedFuture("the addresses of its connection are not known"))
                    .compose(Run::body);
        }

        private static Future<Buffer> body(HttpClientResponse response) {
            return response.statusCode() == 200
                    ? response.body()
                    : Future.failedFuture("the program answers with " + response.statusCode());
        }

        void awaitSteady(long earliest, long latest) throws InterruptedException {
            int best = 0;
            int slower = 0;
            int before = 0;
            while (!over && System.nanoTime() - (slower < STEADY ? latest : earliest) < 0) {
                if (finished.await(SLICE.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                int now = answered.get();
                int slice = now - before;
                before = now;
                slower = slice > best * FASTER || now == 0 ? 0 : slower + 1;
                best = Math.max(best, slice);
            }
        }

        void stop() {
            over = true;
        }

        Outcome outcome() throws InterruptedException {
            boolean all = finished.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            Throwable why = failure.get();
            return new Outcome(
                    answered.get(),
                    why != null || all ? why : new IllegalStateException("the last answers did not come in time"));
        }
    }
}

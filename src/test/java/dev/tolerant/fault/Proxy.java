package dev.tolerant.fault;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a Service does with connections: each goes to one of the programs that were ready when it was last asked, and stays
 * there.
 */
final class Proxy implements AutoCloseable {
    private static final long PERIOD_MILLIS = 500;

    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(1));
    private final NetClient client = vertx.createNetClient();
    private final NetServer server;
    private final ScheduledExecutorService prober = Executors.newSingleThreadScheduledExecutor();
    private final List<RunningProgram> programs = new CopyOnWriteArrayList<>();
    private final Set<RunningProgram> endpoints = ConcurrentHashMap.newKeySet();
    private final AtomicInteger next = new AtomicInteger();

    private Proxy() {
        this.server = vertx.createNetServer()
                .connectHandler(this::connect)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        prober.scheduleWithFixedDelay(this::probe, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** A proxy in front of these. */
    static Proxy of(List<RunningProgram> programs) {
        Proxy proxy = new Proxy();
        programs.forEach(proxy::add);
        return proxy;
    }

    int port() {
        return server.actualPort();
    }

    void add(RunningProgram program) {
        programs.add(program);
    }

    /** Whether new connections go there. */
    boolean isEndpoint(RunningProgram program) {
        return endpoints.contains(program);
    }

    private void probe() {
        for (RunningProgram program : programs) {
            if (isReady(program)) {
                endpoints.add(program);
            } else {
                endpoints.remove(program);
            }
        }
    }

    private static boolean isReady(RunningProgram program) {
        try {
            return program.isReady();
        } catch (IOException | InterruptedException gone) {
            return false;
        }
    }

    private void connect(NetSocket from) {
        List<RunningProgram> ready =
                programs.stream().filter(endpoints::contains).toList();
        if (ready.isEmpty()) {
            from.close();
            return;
        }
        RunningProgram chosen = ready.get(Math.floorMod(next.getAndIncrement(), ready.size()));
        from.pause();
        client.connect(chosen.port(), "127.0.0.1")
                .onSuccess(to -> join(from, to))
                .onFailure(refused -> from.close());
    }

    private static void join(NetSocket from, NetSocket to) {
        from.exceptionHandler(broken -> to.close());
        to.exceptionHandler(broken -> from.close());
        from.pipeTo(to);
        to.pipeTo(from);
    }

    @Override
    public void close() {
        prober.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}

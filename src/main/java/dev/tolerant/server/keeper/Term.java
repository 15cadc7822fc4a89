package dev.tolerant.server.keeper;

import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * The time in which one replica is the keeper, and its threads: one lists, one watches, a few change pods. It is started
 * and closed once. Any thread may close it and ask for numbers.
 */
final class Term implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Term.class);
    /** A patch takes a hundredth of a second, or much longer where the API server is far away. */
    private static final int HEALERS = 4;

    private static final Duration LOOK = Duration.ofSeconds(1);

    final Census census;
    final PodPass pass;
    final Healer healer;
    private final boolean enforces;
    private final FewLines complaints;
    private final Sleep sleep;
    // Ends what the API server leaves hanging.
    private final ScheduledExecutorService timer = DaemonThreads.single("tolerant-keeper-timer");
    private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("tolerant-keeper"));

    /** {@code starts} are those of the lists of this replica, also in terms before. */
    Term(
            KubernetesClient client,
            KeeperJudge judge,
            boolean enforces,
            int patchesPerSecond,
            PodPass.Starts starts,
            LongSupplier nanos,
            Sleep sleep) {
        this.enforces = enforces;
        this.complaints = new FewLines(LOG, Duration.ofMinutes(1), nanos);
        this.sleep = sleep;
        ApiServer server = ApiServer.of(client, timer);
        this.census = new Census(judge, new Backlog(Backlog.CAPACITY, nanos), enforces);
        this.pass = new PodPass(server, census, starts, nanos, sleep);
        this.healer = new Healer(server, census, patchesPerSecond, nanos, sleep);
    }

    void start() {
        threads.execute(() -> forEver(() -> {
            pass.look();
            sleep.sleep(LOOK);
        }));
        threads.execute(() -> forEver(pass::watch));
        for (int i = 0; i < HEALERS && enforces; i++) {
            threads.execute(() -> forEver(healer::next));
        }
    }

    @FunctionalInterface
    private interface Task {
        void take() throws InterruptedException;
    }

    private void forEver(Task task) {
        try {
            while (!threads.isShutdown()) {
                try {
                    task.take();
                } catch (RuntimeException ours) {
                    complaints.warn("the keeper continues after an internal error: " + OneLine.logged(ours));
                    sleep.sleep(LOOK);
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        timer.shutdownNow();
    }
}

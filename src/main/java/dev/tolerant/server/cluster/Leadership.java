package dev.tolerant.server.cluster;

import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Elects one replica as the leader, which writes the status of policies and keeps running pods, until it cannot renew the Lease. */
public final class Leadership implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Leadership.class);
    private static final int REQUEST_MILLIS = 4000;

    private final KubernetesClient client;
    private final Timing timing;
    private final String namespace;
    private final LeaderLease lease;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-lease");

    private volatile boolean leading;
    private volatile long elections;

    // Guarded by this.
    private @Nullable Duty duty;
    private @Nullable CompletableFuture<?> election;
    private boolean closed;

    public interface Duty {
        void begin();

        void end();
    }

    /** {@code lease} holds without renewal, which is due within {@code renew} and tried every {@code retry}. */
    record Timing(Duration lease, Duration renew, Duration retry) {
        /**
         * Within 15 seconds another replica replaces a leader that dies: the elector tries every 1.5 to 3.3 seconds, counts from
         * the try at which it saw the last renewal, and finds at a try that eight seconds are over.
         */
        static final Timing USUAL = new Timing(Duration.ofSeconds(8), Duration.ofSeconds(6), Duration.ofMillis(1500));
    }

    Leadership(KubernetesClient client, String lease, String identity, Timing timing) {
        // A renewal that the client itself retried would come too late.
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout(REQUEST_MILLIS)
                        .build())
                .adapt(KubernetesClient.class);
        this.timing = timing;
        this.namespace = Optional.ofNullable(client.getNamespace()).orElse("default");
        this.lease = new LeaderLease(namespace, lease, identity, System::nanoTime);
    }

    /** That of the Lease, which is the program's own. */
    String namespace() {
        return namespace;
    }

    /** In the usual election this replica has the name of its pod. */
    static Leadership of(KubernetesClient client, String lease) {
        String identity = Objects.requireNonNullElse(System.getenv("HOSTNAME"), "tolerant") + "-"
                + UUID.randomUUID().toString().substring(0, 8);
        return new Leadership(client, lease, identity, Timing.USUAL);
    }

    boolean isLeading() {
        return leading;
    }

    /** True while a replica is the leader, as far as this one has seen. */
    boolean isLeaderKnown() {
        return lease.isHeld();
    }

    /** Counts this replica's elections; {@link #isLeading}, sampled, may miss that it was another for a moment. */
    long elections() {
        return elections;
    }

    /** The leader begins it now and whenever it is elected. */
    public synchronized void take(Duty more) {
        duty = more;
        if (leading) {
            more.begin();
        }
    }

    /** An elector can be used only once. */
    synchronized void start() {
        if (closed) {
            return;
        }
        LeaderElectionConfig config = new LeaderElectionConfig(
                lease,
                timing.lease(),
                timing.renew(),
                timing.retry(),
                new LeaderCallbacks(this::begin, this::end, newLeader -> {}),
                true,
                "leader");
        election = new LeaderElector(client, config, worker).start();
        var ignored = election.whenComplete((nothing, failure) -> again());
    }

    private void again() {
        try {
            var ignored = worker.schedule(this::start, timing.retry().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // The program stops.
        }
    }

    private synchronized void begin() {
        if (closed || leading) {
            return;
        }
        LOG.info("this replica is now the leader, and writes the status of policies");
        elections++;
        leading = true;
        if (duty != null) {
            duty.begin();
        }
    }

    private synchronized void end() {
        if (!leading) {
            return;
        }
        LOG.info("this replica is no longer the leader");
        leading = false;
        if (duty != null) {
            duty.end();
        }
    }

    @Override
    public void close() {
        CompletableFuture<?> last;
        synchronized (this) {
            closed = true;
            last = election;
        }
        if (last != null) {
            last.cancel(true);
        }
        end();
        worker.shutdownNow();
    }
}

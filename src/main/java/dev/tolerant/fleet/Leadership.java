package dev.tolerant.fleet;

import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Lets one replica at a time be the keeper, for a term that ends when it cannot renew the Lease. */
final class Leadership implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Leadership.class);
    private static final int REQUEST_MILLIS = 4000;

    private final KubernetesClient client;
    private final Timing timing;
    private final FleetLease lease;
    private final Function<String, Term> terms;
    private final ScheduledExecutorService worker = DaemonThreads.single("tolerant-fleet-lease");

    private volatile @Nullable Term term;
    private volatile String left = "";

    // Guarded by this.
    private @Nullable CompletableFuture<?> election;
    private boolean closed;

    /** How long a Lease is held without renewal, until when it must be renewed, and how often it is tried. */
    record Timing(Duration lease, Duration renew, Duration retry) {
        static final Timing USUAL = new Timing(Duration.ofSeconds(10), Duration.ofSeconds(8), Duration.ofSeconds(2));
    }

    /**
     * @param identity names this replica
     * @param terms makes a term that begins where the keeper before it has left off
     */
    Leadership(
            KubernetesClient client,
            String namespace,
            String identity,
            Timing timing,
            Complaints complaints,
            Function<String, Term> terms) {
        // A renewal that the client itself retried would come too late.
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout(REQUEST_MILLIS)
                        .build())
                .adapt(KubernetesClient.class);
        this.timing = timing;
        this.lease = new FleetLease(namespace, identity, this::position, version -> left = version, complaints);
        this.terms = terms;
    }

    /** The term of this replica; null while another one is the keeper. */
    @Nullable
    Term term() {
        return term;
    }

    private String position() {
        Term now = term;
        return now == null ? "" : now.position();
    }

    /** Stands for election, again and again. An elector can be used only once. */
    synchronized void start() {
        if (closed) {
            return;
        }
        LeaderElectionConfig config = new LeaderElectionConfig(
                lease,
                timing.lease(),
                timing.renew(),
                timing.retry(),
                new LeaderCallbacks(this::begin, this::end, anybody -> {}),
                true,
                FleetLease.NAME);
        election = new LeaderElector(client, config, worker).start();
        var ignored = election.whenComplete((nothing, failure) -> again());
    }

    private void again() {
        try {
            var ignored = worker.schedule(this::start, timing.retry().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            // Nobody stands any more.
        }
    }

    private synchronized void begin() {
        if (!closed && term == null) {
            LOG.info("this replica looks after running pods from now on");
            Term begun = terms.apply(left);
            term = begun;
            begun.start();
        }
    }

    private synchronized void end() {
        Term ended = term;
        if (ended != null) {
            LOG.info("this replica no longer looks after running pods");
            term = null;
            ended.close();
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

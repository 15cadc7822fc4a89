package dev.tolerant.server.cluster;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.thread.DaemonThreads;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfig;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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

    /** The Lease that the leader holds. */
    static final class LeaderLease extends LeaseLock {
        private static final Logger LOG = Logger.getLogger(LeaderLease.class);
        /** The time by which the installation has brought the Lease too. */
        private static final Duration INSTALLED_WITHIN = Duration.ofSeconds(10);
        /** An API server that starts grants nothing until it has read its roles. */
        private static final Duration STARTING = Duration.ofSeconds(10);

        private static final ZonedDateTime NEVER = ZonedDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

        private final String namespace;
        private final String name;
        private final LongSupplier nanos;
        private final Map<String, Failure> failures = new ConcurrentHashMap<>();

        // Guarded by this.
        private @Nullable Long missingSince;
        private @Nullable LeaderElectionRecord seen;
        private ZonedDateTime seenAt = NEVER;
        /** The time until which the last renewal that this replica saw holds. */
        private @Nullable Long heldUntil;

        LeaderLease(String namespace, String name, String identity, LongSupplier nanos) {
            super(namespace, name, identity);
            this.namespace = namespace;
            this.name = name;
            this.nanos = nanos;
        }

        private record Failure(int code, long since, boolean logged) {}

        @Override
        public synchronized LeaderElectionRecord get(KubernetesClient client) {
            LeaderElectionRecord found = attempt("get", () -> super.get(client));
            missingSince = found == null ? missingSince : null;
            return found;
        }

        /**
         * Creates the Lease where there is none. Helm installs one after the Deployment, so that it goes with the rest, and would fail
         * if it were there by then; Argo CD leaves Leases out of what it installs.
         */
        @Override
        public synchronized void create(KubernetesClient client, LeaderElectionRecord holder) {
            long now = nanos.getAsLong();
            missingSince = Objects.requireNonNullElse(missingSince, now);
            String title = "Lease " + name + " in namespace " + namespace;
            if (now - missingSince < INSTALLED_WITHIN.toNanos()) {
                throw new KubernetesClientException(title + " does not exist yet");
            }
            attempt("create", () -> {
                super.create(client, holder);
                LOG.infof("%s did not exist, and this replica has created it", title);
                return holder;
            });
        }

        /** True while a replica holds the Lease, as far as this one has seen. */
        synchronized boolean isHeld() {
            return heldUntil != null && heldUntil - nanos.getAsLong() > 0;
        }

        /**
         * A patch leaves out what is null, so that a Lease which is released would keep its holder. Nobody holds one whose holder is
         * empty (client-go, {@code resourcelock.LeaderElectionRecord}).
         */
        @Override
        public synchronized void update(KubernetesClient client, LeaderElectionRecord holder) {
            LeaderElectionRecord written =
                    holder.getHolderIdentity() == null ? heldBy("", holder.getRenewTime(), holder) : holder;
            attempt("patch", () -> {
                super.update(client, written);
                return written;
            });
        }

        private static LeaderElectionRecord heldBy(String holder, ZonedDateTime renewed, LeaderElectionRecord lease) {
            return new LeaderElectionRecord(
                    holder, lease.getLeaseDuration(), lease.getAcquireTime(), renewed, lease.getLeaderTransitions());
        }

        /** The elector retries after the client's own exception, and gives up for ever after any other. */
        private LeaderElectionRecord attempt(String verb, Supplier<LeaderElectionRecord> request) {
            try {
                LeaderElectionRecord answer = request.get();
                failures.remove(verb);
                return answer;
            } catch (KubernetesClientException refused) {
                if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    log(verb, refused);
                }
                throw refused;
            } catch (RuntimeException other) {
                var unusable = new KubernetesClientException(OneLine.logged(other), other);
                log(verb, unusable);
                throw unusable;
            }
        }

        /** Once until it heals or fails otherwise, because it is tried again every other second; a missing right once it lasts. */
        private void log(String verb, KubernetesClientException refused) {
            boolean lacksRight = ApiResponse.lacksRight(refused.getMessage());
            long now = nanos.getAsLong();
            Failure before = failures.get(verb);
            if (before == null || before.code() != refused.getCode()) {
                before = new Failure(refused.getCode(), now, false);
            }
            boolean lasts = !lacksRight || now - before.since() >= STARTING.toNanos();
            failures.put(verb, new Failure(before.code(), before.since(), before.logged() || lasts));
            String hint = lacksRight
                    ? "grant " + verb + " of leases.coordination.k8s.io in namespace " + namespace + ": "
                    : "";
            LOG.log(
                    lasts && !before.logged() ? Logger.Level.WARN : Logger.Level.DEBUG,
                    "Lease " + name
                            + " cannot be used, and without a leader no replica writes the status of policies or keeps"
                            + " running pods: " + hint + OneLine.logged(refused));
        }

        /**
         * A Lease that was just installed, without a spec, has no holder; a record without a holder lets the elector take it. Of a holder that
         * leaves out the rest, the time counts by which it has renewed (client-go, {@code LeaseSpecToLeaderElectionRecord}).
         */
        @Override
        protected synchronized LeaderElectionRecord toRecord(Lease lease) {
            LeaseSpec spec = lease.getSpec();
            if (spec == null || spec.getLeaseDurationSeconds() == null || spec.getRenewTime() == null) {
                return new LeaderElectionRecord("", Duration.ofSeconds(1), NEVER, NEVER, 0);
            }
            spec.setHolderIdentity(Objects.requireNonNullElse(spec.getHolderIdentity(), ""));
            spec.setAcquireTime(Objects.requireNonNullElse(spec.getAcquireTime(), spec.getRenewTime()));
            return byOwnClock(super.toRecord(lease));
        }

        /** The holder's clock may be another: its time runs out when this replica has seen no renewal for that long. */
        private LeaderElectionRecord byOwnClock(LeaderElectionRecord stored) {
            if (!stored.equals(seen)) {
                seen = stored;
                seenAt = ZonedDateTime.now(ZoneOffset.UTC);
                heldUntil = stored.getHolderIdentity().isEmpty()
                        ? null
                        : Long.valueOf(
                                nanos.getAsLong() + stored.getLeaseDuration().toNanos());
            }
            return heldBy(stored.getHolderIdentity(), seenAt, stored);
        }
    }
}

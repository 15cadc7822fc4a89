package dev.tolerant.server.cluster;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.engine.words.OneLine;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The Lease that the leader holds. */
final class LeaderLease extends LeaseLock {
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
        String hint =
                lacksRight ? "grant " + verb + " of leases.coordination.k8s.io in namespace " + namespace + ": " : "";
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
                    : Long.valueOf(nanos.getAsLong() + stored.getLeaseDuration().toNanos());
        }
        return heldBy(stored.getHolderIdentity(), seenAt, stored);
    }
}

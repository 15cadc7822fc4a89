package dev.tolerant.server.cluster;

import dev.tolerant.api.Answer;
import dev.tolerant.engine.decision.OneLine;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
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
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The Lease that the leader holds. */
final class LeaderLease extends LeaseLock {
    static final String NAME = "tolerant-leader";

    private static final Logger LOG = Logger.getLogger(LeaderLease.class);
    private static final ZonedDateTime NEVER = ZonedDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private final String namespace;
    /** The status code that was logged last for each verb that fails. */
    private final Map<String, Integer> logged = new ConcurrentHashMap<>();

    // Guarded by this.
    private @Nullable LeaderElectionRecord seen;
    private ZonedDateTime seenAt = NEVER;

    LeaderLease(String namespace, String identity) {
        super(namespace, NAME, identity);
        this.namespace = namespace;
    }

    @Override
    public synchronized LeaderElectionRecord get(KubernetesClient client) {
        return attempt("get", () -> super.get(client));
    }

    @Override
    public synchronized void create(KubernetesClient client, LeaderElectionRecord holder) {
        attempt("create", () -> {
            super.create(client, holder);
            return holder;
        });
    }

    @Override
    public synchronized void update(KubernetesClient client, LeaderElectionRecord holder) {
        attempt("patch", () -> {
            super.update(client, holder);
            return holder;
        });
    }

    /** The elector retries after the client's own exception, and gives up for ever after any other. */
    private LeaderElectionRecord attempt(String verb, Supplier<LeaderElectionRecord> request) {
        try {
            LeaderElectionRecord answer = request.get();
            logged.remove(verb);
            return answer;
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                log(verb, refused);
            }
            throw refused;
        } catch (RuntimeException other) {
            throw new KubernetesClientException("Lease " + NAME + " cannot be used", other);
        }
    }

    /** Once until it heals or fails otherwise: it is tried again every other second. */
    private void log(String verb, KubernetesClientException refused) {
        Integer before = logged.put(verb, refused.getCode());
        String wayOut = Answer.lacksRight(refused.getMessage())
                ? "grant " + verb + " of leases.coordination.k8s.io in namespace " + namespace + ": "
                : "";
        LOG.log(
                Objects.equals(before, refused.getCode()) ? Logger.Level.DEBUG : Logger.Level.WARN,
                "Lease " + NAME
                        + " cannot be used, and without a leader no replica writes the status of policies or keeps"
                        + " running pods: " + wayOut + OneLine.logged(refused));
    }

    /** Nobody holds a Lease that was just installed; a record without a holder lets the elector take it. */
    @Override
    protected synchronized LeaderElectionRecord toRecord(Lease lease) {
        boolean isHeld = lease.getSpec() != null
                && lease.getSpec().getLeaseDurationSeconds() != null
                && lease.getSpec().getRenewTime() != null;
        return isHeld
                ? byOwnClock(super.toRecord(lease))
                : new LeaderElectionRecord("", Duration.ofSeconds(1), NEVER, NEVER, 0);
    }

    /** The holder's clock may be another: its time runs out when this replica has seen no renewal for that long. */
    private LeaderElectionRecord byOwnClock(LeaderElectionRecord stored) {
        if (!stored.equals(seen)) {
            seen = stored;
            seenAt = ZonedDateTime.now(ZoneOffset.UTC);
        }
        return new LeaderElectionRecord(
                stored.getHolderIdentity(),
                stored.getLeaseDuration(),
                stored.getAcquireTime(),
                seenAt,
                stored.getLeaderTransitions());
    }
}

package dev.tolerant.cluster;

import dev.tolerant.api.Answer;
import dev.tolerant.core.decision.OneLine;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The Lease that decides which replica is the leader; each renewal also says up to where a keeper has seen new pods. */
final class LeaderLease extends LeaseLock {
    static final String NAME = "tolerant-leader";
    /** The annotation with the version of the cluster from which the next leader watches pods. */
    static final String POSITION = "tolerant.dev/watched";

    private final Supplier<String> position;
    private final FewLines complaints;
    private final Consumer<String> left;

    /**
     * @param position up to where this replica has seen new pods; empty while it does not keep them
     * @param left receives the same of the replica that held the Lease before
     */
    LeaderLease(
            String namespace,
            String identity,
            Supplier<String> position,
            Consumer<String> left,
            FewLines complaints) {
        super(namespace, NAME, identity);
        this.position = position;
        this.left = left;
        this.complaints = complaints;
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
            return request.get();
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                String wayOut = Answer.lacksRight(refused.getMessage())
                        ? "grant " + verb + " of leases.coordination.k8s.io: "
                        : "";
                complaints.warn("Lease " + NAME + " cannot be used, without which no replica writes the status of policies or keeps running pods: "
                        + wayOut + OneLine.logged(refused));
            }
            throw refused;
        } catch (RuntimeException other) {
            throw new KubernetesClientException("Lease " + NAME + " cannot be used", other);
        }
    }

    @Override
    protected Lease toResource(LeaderElectionRecord holder, ObjectMetaBuilder metadata) {
        Lease lease = super.toResource(holder, metadata);
        String version = position.get();
        return version.isEmpty()
                ? lease
                : new LeaseBuilder(lease)
                        .editMetadata()
                        .addToAnnotations(POSITION, version)
                        .endMetadata()
                        .build();
    }

    /** Nobody holds a Lease that was just installed; a record without a holder lets the elector take it. */
    @Override
    protected LeaderElectionRecord toRecord(Lease lease) {
        Map<String, String> annotations = lease.getMetadata().getAnnotations();
        left.accept(annotations == null ? "" : annotations.getOrDefault(POSITION, ""));
        boolean isHeld = lease.getSpec() != null
                && lease.getSpec().getLeaseDurationSeconds() != null
                && lease.getSpec().getRenewTime() != null;
        ZonedDateTime never = ZonedDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
        return isHeld ? super.toRecord(lease) : new LeaderElectionRecord("", Duration.ofSeconds(1), never, never, 0);
    }
}

package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.server.cluster.Leadership.LeaderLease;
import dev.tolerant.testing.Faults;
import dev.tolerant.testing.MockApiServer;
import dev.tolerant.testing.Recorder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who holds a Lease, and what the log says of one that cannot be used. */
class LeaderLeaseTest {
    private final MockApiServer server = new MockApiServer();
    private final KubernetesClient client = server.client();
    private final AtomicLong nanos = new AtomicLong();
    private final LeaderLease lease = new LeaderLease("tolerant", "green-leader", "one", nanos::get);
    private final Recorder log = Recorder.of(LeaderLease.class);

    @AfterEach
    void close() {
        log.close();
        client.close();
        server.close();
    }

    /** An API server that starts refuses everybody everything until it has read its roles. */
    @Test
    void aRightIsAskedForOnceItIsMissingForTenSeconds() {
        refuse(403, "leases is forbidden: User cannot get resource leases in API group coordination.k8s.io");

        get();
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());
        get();
        assertThat(log.lines()).isEmpty();

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        get();
        get();
        assertThat(log.lines()).singleElement().asString().contains("grant get of leases");
    }

    @Test
    void anythingElseIsSaidAtOnceAndOnce() {
        refuse(500, "no leader");

        get();
        get();

        assertThat(log.lines()).singleElement().asString().contains("no leader").doesNotContain("grant");
    }

    /** Helm installs it after the Deployment, and fails if it is there by then. */
    @Test
    void aLeaseThatDoesNotExistForTenSecondsIsCreated() {
        beMissing();
        pass(9);
        beMissing();
        server.lease("tolerant", "green-leader");
        assertThat(lease.get(client)).isNotNull();
        server.operator()
                .leases()
                .inNamespace("tolerant")
                .withName("green-leader")
                .delete();
        pass(1);
        beMissing();
        assertThat(server.faults().count("POST", ".*")).isZero();

        pass(10);
        assertThat(lease.get(client)).isNull();
        lease.create(client, holder());

        assertThat(lease.get(client).getHolderIdentity()).isEqualTo("one");
        assertThat(log.lines()).singleElement().asString().endsWith("this replica has created it");
    }

    @Test
    void aLeaseThatMayNotBeCreatedIsSaidWithTheRightThatIsMissing() {
        beMissing();
        pass(10);
        assertThat(lease.get(client)).isNull();
        refuse(403, "leases is forbidden: User cannot create resource leases in API group coordination.k8s.io");

        assertThatThrownBy(() -> lease.create(client, holder())).isInstanceOf(KubernetesClientException.class);
        pass(10);
        assertThatThrownBy(() -> lease.create(client, holder())).isInstanceOf(KubernetesClientException.class);

        assertThat(log.lines()).singleElement().asString().contains("grant create of leases");
    }

    @Test
    void aLeaseIsHeldForAsLongAsItsRenewalsAreSeen() {
        server.lease("tolerant", "green-leader");
        lease.get(client);
        assertThat(lease.isHeld()).isFalse();

        lease.update(client, holder());
        lease.get(client);
        pass(7);
        lease.get(client);
        assertThat(lease.isHeld()).isTrue();

        pass(1);
        lease.get(client);
        assertThat(lease.isHeld()).isFalse();
    }

    /** As other clients than client-go write them; the replica takes it once it has seen no renewal for that long. */
    @ParameterizedTest
    @ValueSource(
            strings = {"holderIdentity: other", "holderIdentity: other, leaseTransitions: 3", "leaseTransitions: 3"})
    void aLeaseThatDoesNotSaySinceWhenItIsHeldIsTakenOnceItsTimeIsOver(String rest) {
        server.lease("test", Election.LEASE);
        Lease unfinished = Serialization.unmarshal("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: %s, namespace: test}
                spec: {leaseDurationSeconds: 1, renewTime: '2026-11-22T08:00:00.000000Z', %s}
                """.formatted(Election.LEASE, rest), Lease.class);
        server.operator().resource(unfinished).update();

        try (Leadership leadership = Election.of(client, "one")) {
            leadership.start();
            eventually(() -> assertThat(leadership.isLeading()).isTrue());
        }

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void aLeaseThatCannotBeReadIsSaidOnce() {
        server.faults()
                .serve(
                        "/apis/coordination.*",
                        path -> Faults.Answer.ok(
                                "{\"apiVersion\": \"coordination.k8s.io/v1\", \"kind\": \"Lease\","
                                        + " \"spec\": {\"renewTime\": \"2026-11-22T08:00:00Z\", \"leaseDurationSeconds\": \"x\"}}"));

        get();
        get();

        assertThat(log.lines()).singleElement().asString().contains("cannot be used");
    }

    @Test
    void aReplicaThatStopsReleasesItToTheNextAtOnce() {
        server.lease("test", Election.LEASE);
        try (Leadership leadership = Election.of(client, "one")) {
            leadership.start();
            eventually(() -> assertThat(leadership.isLeading()).isTrue());
            assertThat(holderOf(Election.LEASE)).isEqualTo("one");
        }

        assertThat(holderOf(Election.LEASE)).isEmpty();
    }

    private String holderOf(String name) {
        return server.operator()
                .leases()
                .inNamespace("test")
                .withName(name)
                .get()
                .getSpec()
                .getHolderIdentity();
    }

    private void beMissing() {
        assertThat(lease.get(client)).isNull();
        assertThatThrownBy(() -> lease.create(client, holder())).isInstanceOf(KubernetesClientException.class);
    }

    private static LeaderElectionRecord holder() {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        return new LeaderElectionRecord("one", Duration.ofSeconds(8), now, now, 0);
    }

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void refuse(int code, String message) {
        server.faults()
                .serve(
                        "/apis/coordination.*",
                        path -> new Faults.Answer(
                                code,
                                "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"code\": " + code + ", \"message\": \""
                                        + message + "\"}"));
    }

    private void get() {
        assertThatThrownBy(() -> lease.get(client)).isInstanceOf(KubernetesClientException.class);
    }
}

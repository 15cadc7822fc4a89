package dev.tolerant.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of a Lease that cannot be used. */
class LeaderLeaseTest {
    private final MockApiServer server = new MockApiServer();
    private final KubernetesClient client = server.client();
    private final AtomicLong nanos = new AtomicLong();
    private final LeaderLease lease = new LeaderLease("tolerant", "one", nanos::get);
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

package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static dev.tolerant.server.keeper.StoredPodFixture.seconds;
import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.tolerant.server.cluster.Election;
import dev.tolerant.server.cluster.Leadership;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which replica is the keeper, and when it is no more. */
class LeadershipTest {
    private final KeeperFixture keeper = new KeeperFixture();
    private final List<Replica> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(Replica::close);
        keeper.close();
    }

    @Test
    void oneOfTwoReplicasIsTheKeeperAndTheNextOneBeginsWithAllPods() {
        Replica first = replica("one", keeper.client);
        eventually(() -> assertThat(first.term()).isNotNull());
        Replica second = replica("two", keeper.client);
        eventually(() -> assertThat(keeper.server.watches()).isOne());
        assertThat(second.term()).isNull();

        first.close();
        keeper.server.create(pod("between"));

        eventually(() -> assertThat(second.term()).isNotNull());
        assertThat(first.term()).isNull();
        eventually(() -> assertThat(changed()).isOne());
    }

    @Test
    void aReplicaThatCannotRenewEndsItsPassAndStandsAgain() {
        keeper.make(1200);
        CountDownLatch lost = new CountDownLatch(1);
        keeper.server.fault((request, exchange) -> {
            if (request.contains("continue=")) {
                KeeperFixture.await(lost);
            }
            return false;
        });
        Replica replica = replica("one", keeper.client);
        eventually(() -> assertThat(keeper.server.count(".*continue=.*")).isOne());

        keeper.server.refuse(".* /apis/coordination.*", 500);
        eventually(() -> assertThat(replica.term()).isNull());
        lost.countDown();
        long changed = changed();

        assertThat(keeper.server.count(".*continue=.*")).isOne();
        keeper.server.heal();
        eventually(() -> assertThat(replica.term()).isNotNull());
        eventually(() -> assertThat(changed()).isGreaterThan(changed));
        eventually(() -> assertThat(changed()).isEqualTo(1200));
    }

    @Test
    void withoutALeaseNobodyIsTheKeeperAndNobodyMakesItUntilItIsThere() {
        keeper.server.removeLease();
        Replica replica = replica("one", keeper.client);
        eventually(() ->
                assertThat(keeper.server.count("GET /apis/coordination.*")).isGreaterThan(3));
        assertThat(replica.term()).isNull();

        keeper.server.installLease();

        eventually(() -> assertThat(replica.term()).isNotNull());
        assertThat(holder()).isEqualTo("one");
        assertThat(keeper.server.count("POST .*")).isZero();
    }

    @Test
    void aKeeperWhoseLeaseIsDeletedIsOneNoMore() {
        Replica replica = replica("one", keeper.client);
        eventually(() -> assertThat(replica.term()).isNotNull());

        keeper.server.removeLease();

        eventually(() -> assertThat(replica.term()).isNull());
    }

    @Test
    void anUpgradeOfTheChartTakesTheLeaseFromNobody() throws JsonProcessingException {
        Replica replica = replica("one", keeper.client);
        eventually(() -> assertThat(replica.term()).isNotNull());
        Term term = replica.term();

        keeper.server.mergeLease(rendered());
        int upgraded = version();

        assertThat(holder()).isEqualTo("one");
        eventually(() -> assertThat(version()).isGreaterThan(upgraded + 5));
        assertThat(replica.term()).isSameAs(term);
        assertThat(keeper.server
                        .lease()
                        .at("/metadata/labels/app.kubernetes.io~1managed-by")
                        .asText())
                .isEqualTo("Helm");
    }

    /** The Lease of the chart, in which helm upgrade, as server-side apply, sends these fields and no others. */
    private static JsonNode rendered() throws JsonProcessingException {
        String yaml = RenderedChart.documentsOfDefaults().stream()
                .filter(document -> document.contains("kind: Lease\n"))
                .findFirst()
                .orElseThrow();
        return new YAMLMapper().readTree(yaml);
    }

    private String holder() {
        return keeper.server.lease().at("/spec/holderIdentity").asText();
    }

    private int version() {
        return keeper.server.lease().at("/metadata/resourceVersion").asInt();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PATCH"})
    void aRightToTheLeaseThatIsMissingIsLackedUntilItIsGranted(String verb) {
        keeper.server.refuse(verb + " /apis/coordination.*", 403);
        Replica replica = replica("one", keeper.client);
        eventually(() ->
                assertThat(keeper.server.count(verb + " /apis/coordination.*")).isGreaterThan(2));

        keeper.server.heal();

        eventually(() -> assertThat(replica.term()).isNotNull());
        eventually(() -> assertThat(version()).isGreaterThan(5));
        assertThat(replica.term()).isNotNull();
    }

    private long changed() {
        return keeper.server.pods().stream()
                .filter(pod -> seconds(pod).equals(List.of(60L, 60L)))
                .count();
    }

    private Replica replica(String name, KubernetesClient client) {
        Replica replica = new Replica(name, client);
        replicas.add(replica);
        return replica;
    }

    /** A replica that keeps running pods while it is the leader. */
    private final class Replica implements Leadership.Duty, AutoCloseable {
        private volatile @Nullable Term term;
        private final Leadership leadership;

        Replica(String name, KubernetesClient client) {
            leadership = Election.standing(client, name, this);
        }

        @Nullable
        Term term() {
            return term;
        }

        @Override
        public void begin() {
            Term begins = keeper.term();
            term = begins;
            begins.start();
        }

        @Override
        public void end() {
            Objects.requireNonNull(term).close();
            term = null;
        }

        @Override
        public void close() {
            leadership.close();
        }
    }
}

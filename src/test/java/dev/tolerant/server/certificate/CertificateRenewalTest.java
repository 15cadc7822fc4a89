package dev.tolerant.server.certificate;

import static dev.tolerant.server.certificate.InstalledChart.HOSTS;
import static dev.tolerant.server.certificate.InstalledChart.MUTATING;
import static dev.tolerant.server.certificate.InstalledChart.SECRET;
import static dev.tolerant.server.certificate.InstalledChart.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.certificate.InstalledChart.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How replicas issue and renew certificates, and agree on them. */
class CertificateRenewalTest {
    @AutoClose
    private final InstalledChart cluster = new InstalledChart();

    @Test
    void theFirstLookIssuesServesAndHasItTrustedEverywhere() {
        Replica replica = cluster.replica();

        boolean isFine = replica.look();

        assertThat(isFine).isTrue();
        assertThat(replica.problems).isEmpty();
        assertThat(replica.serves().missing(HOSTS)).isEmpty();
        assertThat(cluster.stored().keySet()).containsExactlyInAnyOrder("ca.crt", "ca.key", "tls.crt", "tls.key");
        assertThat(cluster.caBundles()).hasSize(1).containsExactly(cluster.decoded("ca.crt"));
    }

    @Test
    void anotherLookChangesNothing() {
        Replica replica = cluster.replica();
        replica.look();
        List<String> asked = cluster.apiServer().faults().requests();

        replica.look();

        assertThat(replica.served).hasSize(1);
        assertThat(cluster.apiServer()
                        .faults()
                        .requests()
                        .subList(
                                asked.size(),
                                cluster.apiServer().faults().requests().size()))
                .containsExactly("GET " + SECRET, "GET " + MUTATING);
    }

    @Test
    void nothingIsAskedThatTheChartDoesNotGrant() {
        Replica replica = cluster.replica();

        replica.look();

        assertThat(new TreeSet<>(cluster.apiServer().faults().requests()))
                .isEqualTo(new TreeSet<>(
                        Set.of("GET " + SECRET, "PUT " + SECRET, "GET " + MUTATING, "PATCH " + MUTATING)));
    }

    @Test
    void aSecondReplicaServesWhatTheFirstHasIssued() {
        Replica first = cluster.replica();
        first.look();
        Replica second = cluster.replica();

        second.look();

        assertThat(second.serves()).isEqualTo(first.serves());
    }

    @Test
    void replicasThatStartAtOnceAgree() throws Exception {
        int count = 4;
        CyclicBarrier together = new CyclicBarrier(count);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<Future<Replica>> starts = new ArrayList<>();

        for (int i = 0; i < count; i++) {
            Replica replica = cluster.replica();
            starts.add(threads.submit(() -> {
                together.await();
                replica.look();
                return replica;
            }));
        }
        List<Replica> replicas = new ArrayList<>();
        for (Future<Replica> start : starts) {
            replicas.add(start.get());
        }
        threads.shutdown();

        assertThat(replicas)
                .extracting(Replica::serves)
                .containsOnly(replicas.get(0).serves());
        assertThat(cluster.caBundles()).containsExactly(cluster.decoded("ca.crt"));
    }

    @Test
    void theServingCertificateIsRenewedWithoutANewBundle() {
        Replica replica = cluster.replica();
        replica.look();
        Set<String> before = cluster.caBundles();

        cluster.setTime(START.plus(Duration.ofDays(61)));
        replica.look();

        assertThat(replica.served).hasSize(2);
        assertThat(cluster.caBundles()).isEqualTo(before);
    }

    @Test
    void aNewAuthorityIsTrustedBeforeItsCertificateIsServed() {
        Replica replica = cluster.replica();
        for (int day = 0; day < 243; day += 61) {
            cluster.setTime(START.plus(Duration.ofDays(day)));
            replica.look();
        }
        String old = cluster.decoded("ca.crt");
        assertThat(replica.served).hasSize(4);

        cluster.setTime(START.plus(Duration.ofDays(244)));
        boolean isDone = replica.look();

        assertThat(isDone).isFalse();
        assertThat(replica.served).hasSize(4);
        assertThat(cluster.caBundles()).containsExactly(cluster.decoded("ca.crt") + old);
        assertThat(cluster.decoded("previous-ca.crt")).isEqualTo(old);

        boolean isDoneNow = replica.look();

        assertThat(isDoneNow).isTrue();
        assertThat(replica.served).hasSize(5);
        assertThat(replica.problems).isEmpty();
    }

    @Test
    void aReplicaThatFindsANewAuthorityInPlaceStillWaitsForOneLook() {
        Replica first = cluster.replica();
        Replica second = cluster.replica();
        first.look();
        second.look();
        cluster.setSecret(Map.of());
        first.look();

        boolean isDone = second.look();

        assertThat(isDone).isFalse();
        assertThat(second.served).hasSize(1);

        boolean isDoneNow = second.look();

        assertThat(isDoneNow).isTrue();
        assertThat(second.served).hasSize(2);
    }

    @Test
    void anExpiredCertificateIsNotServedAnyLonger() {
        Replica replica = cluster.replica();
        replica.look();

        cluster.setTime(START.plus(Duration.ofDays(400)));
        replica.look();

        assertThat(replica.served).hasSize(2);
        assertThat(replica.serves().isOver(START.plus(Duration.ofDays(400)))).isFalse();
    }

    @Test
    void aReplicaWhoseClockIsBehindTakesWhatTheOthersIssued() {
        Replica first = cluster.replica();
        first.look();
        Replica behind = cluster.replica();

        cluster.setTime(START.minus(Duration.ofDays(2)));
        boolean isFine = behind.look();

        assertThat(isFine).isTrue();
        assertThat(behind.serves()).isEqualTo(first.serves());
        assertThat(cluster.apiServer().faults().count("PUT", SECRET)).isEqualTo(1);
    }
}

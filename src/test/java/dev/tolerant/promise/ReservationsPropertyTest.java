package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Reservations;
import dev.tolerant.engine.model.Reservations.Breach;
import dev.tolerant.engine.review.RequestFixture;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The API server's guard refuses exactly those pods that break a reservation, whatever is reserved and whoever asks. */
class ReservationsPropertyTest {
    /** Ten thousand pods with all seeds, and a million with the profile trials. */
    private static final int OBJECTS = Seeds.areMany() ? 2500 : 500;

    private static final int PODS = 10;

    private int refused;
    private int allowed;

    @ManyTrials
    void theGuardRefusesExactlyWhatBreaksAReservation(long seed) {
        Random random = new Random(seed);
        ReservationGenerator generator = new ReservationGenerator(random);
        PoolGenerator pools = new PoolGenerator(random);
        for (int i = 0; i < OBJECTS; i++) {
            Reservations reservations = i % 2 == 0
                    ? generator.reservations()
                    : PolicySet.of(GuardedCluster.compiled(pools.policies()))
                            .reservations()
                            .reservations();
            ReservationsGuard guard = ReservationsGuard.of(reservations);
            for (int j = 0; j < PODS; j++) {
                Set<String> rights = random.nextInt(6) == 0 ? Set.of("update nodes") : Set.of();
                compare(reservations, guard, generator.review(), generator.labels(), rights, seed);
            }
        }
        if (Seeds.isFixed(seed)) {
            assertThat(refused).isGreaterThan(OBJECTS * PODS / 4);
            assertThat(allowed).isGreaterThan(OBJECTS * PODS / 4);
        }
    }

    private void compare(
            Reservations reservations,
            ReservationsGuard guard,
            ObjectNode review,
            Map<String, String> labels,
            Set<String> rights,
            long seed) {
        NamespaceFacts namespace = new NamespaceFacts(
                review.at("/request/namespace").asText(), true, labels, List.of(), List.of(), List.of());
        String user = review.at("/request/userInfo/username").asText();
        boolean ownsNodes = !rights.isEmpty()
                && !user.startsWith("system:serviceaccount:")
                && !user.equals("system:kube-controller-manager");

        Breach breach = reservations.breach(RequestFixture.reviewOf(review), namespace);
        List<String> refusals = guard.refusals(review, labels, rights);

        assertThat(!refusals.isEmpty())
                .as("-Dtolerant.seed=%d: %s, labels %s, %s: %s", seed, review, labels, rights, reservations)
                .isEqualTo(breach != null && !ownsNodes);
        if (!refusals.isEmpty()) {
            refused++;
        } else if (ownsNodes || guard.looksAt(review)) {
            allowed++;
        }
    }
}

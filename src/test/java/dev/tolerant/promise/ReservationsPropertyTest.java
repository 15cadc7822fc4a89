package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.chart.ReservationsGuard;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.standing.Reservations.Breach;
import dev.tolerant.engine.standing.Reservations.Entry;
import dev.tolerant.engine.standing.ReservationsText;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.PolicyFixture;
import dev.tolerant.testing.RandomWorld;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.ReservationsFixture;
import dev.tolerant.testing.Seeds;
import dev.tolerant.testing.WholeProgram;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The API server's guard refuses exactly those pods that break a reservation, whatever is reserved and whoever asks. */
class ReservationsPropertyTest {
    /** Ten thousand pods with all seeds, and a million with the profile trials. */
    private static final int OBJECTS = Seeds.areMany() ? 2500 : 500;

    private static final int PODS = 10;

    private int refused;
    private int allowed;

    @ManyTrials
    void theGuardRefusesExactlyWhatBreaksAReservation(long seed) {
        RandomWorld world = new RandomWorld(seed);
        for (int i = 0; i < OBJECTS; i++) {
            Reservations reservations = i % 2 == 0
                    ? reservations(world)
                    : PolicySet.of(PolicyFixture.all(GuardedCluster.policies(world)))
                            .reservations()
                            .reservations();
            assertThat(ReservationsText.read(ReservationsText.of(reservations)))
                    .as("-Dtolerant.seed=%d", seed)
                    .isEqualTo(reservations);
            ReservationsGuard guard = ReservationsGuard.of(reservations);
            for (int j = 0; j < PODS; j++) {
                Set<String> rights = world.oneIn(6) ? Set.of("update nodes") : Set.of();
                compare(reservations, guard, review(world), world.texts("tenant-labels"), rights, seed);
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
                review.at("/request/namespace").asText(), true, labels, List.of(), List.of(), List.of(), Map.of());
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

    private static Reservations reservations(RandomWorld world) {
        Reservations made = ReservationsFixture.of(world.make("reservations"));
        Map<String, List<Entry>> taints = new TreeMap<>(made.taints());
        taints.replaceAll((key, entries) -> List.copyOf(entries.stream()
                .collect(Collectors.toMap(Entry::taint, entry -> entry, (one, same) -> one, TreeMap::new))
                .values()));
        return new Reservations(made.policies(), taints);
    }

    private static ObjectNode review(RandomWorld world) {
        ObjectNode pod = world.object("tenant-pod");
        ObjectNode review = world.review(world.text("tenant-namespace"), world.make("requesting-user"), pod);
        if (world.oneIn(4)) {
            ((ObjectNode) review.get("request")).put("operation", "UPDATE").set("oldObject", stored(world, pod));
        }
        return review;
    }

    /** The pod before, with some of its tolerations, and others. */
    private static ObjectNode stored(RandomWorld world, ObjectNode pod) {
        ObjectNode stored = pod.deepCopy();
        ArrayNode before = WholeProgram.JSON.createArrayNode();
        for (JsonNode each : stored.at("/spec/tolerations")) {
            if (world.oneIn(2)) {
                before.add(each);
                if (ApiRules.text(each, "effect").equals("NoExecute")) {
                    ((ObjectNode) each).put("tolerationSeconds", world.random().nextInt(100));
                }
            }
        }
        if (world.oneIn(3)) {
            before.add(world.make("tenant-toleration"));
        }
        RandomWorld.put(
                before.isEmpty() ? MissingNode.getInstance() : before, "tolerations", (ObjectNode) stored.get("spec"));
        return stored;
    }
}

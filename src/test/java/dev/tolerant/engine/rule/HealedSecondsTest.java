package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.PolicyCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The seconds of tolerations that stored pods were given, while what gives them comes, changes and goes. */
class HealedSecondsTest {
    private static final String PAIR = "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %d}, {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %<d}";
    private static final String NOT_READY =
            "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: %d, from: %s}";
    private static final String SPOT = "{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 40%s}";
    private static final String QUICK = "{metadata: {name: quick}, spec: {match: {}, nodeFailure: {notReady: 20}}}";
    private static final String SPOT_POLICY = """
            {metadata: {name: %s}, spec: {priority: %d, match: {}, tolerations:
              [{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: %d}]}}
            """;

    private static PolicyCluster cluster(String... policies) {
        return PolicyCluster.with(String.join("\n---\n", policies));
    }

    /** With 33 seconds for not-ready that this giver gave; the 33 seconds for unreachable are the author's. */
    private static RunningPod given(String giver) {
        return RunningPod.tolerating(PAIR.formatted(33)).recorded(NOT_READY.formatted(33, giver));
    }

    private static RunningPod spot(String giver) {
        return RunningPod.tolerating(PAIR.formatted(33) + ", " + SPOT.formatted(""))
                .recorded(SPOT.formatted(", from: " + giver));
    }

    @ParameterizedTest
    @ValueSource(strings = {"node-failure", "policies/quick", "policies/gone", "api-server", "x"})
    void whatTheRecordSaysWasGivenGetsTheSecondsOfToday(String giver) {
        // When
        RunningPod.Healed healed = given(giver).in(cluster(QUICK));

        // Then
        assertThat(healed.tolerations()).containsExactly("not-ready:NoExecute@20", "unreachable:NoExecute@33");
        assertThat(healed.record()).containsExactly("not-ready:NoExecute@20 from policies/quick");
    }

    /** A policy's entry for one value of the taint does not make the DaemonSet controller's redundant. */
    @Test
    void whatItsGiverWouldAppendTodayKeepsTheGiversSecondsAlthoughAnotherRuleComesFirst() {
        // Given
        String equal = """
                {metadata: {name: equal}, spec: {match: {}, tolerations:
                  [{key: node.kubernetes.io/not-ready, effect: NoExecute, tolerationSeconds: 30}]}}
                """;
        String list = "{key: node.kubernetes.io/not-ready, effect: NoExecute, tolerationSeconds: 30%s},"
                + " {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 50%s}";
        RunningPod pod = RunningPod.of("""
                {metadata: {ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: x, controller: true}]},
                 spec: {tolerations: [%s]}}
                """.formatted(list.formatted("", "")))
                .recorded(list.formatted(", from: policies/equal", ", from: daemon-set"));

        // Then
        for (int seconds : new int[] {50, 70}) {
            assertThat(pod.in(cluster(equal).setting("rules.daemon-set.seconds", "" + seconds))
                            .tolerations())
                    .startsWith("not-ready:NoExecute@30", "not-ready:NoExecute@" + seconds);
        }
    }

    @Test
    void whatTheRecordHasWithOtherSecondsIsTheAuthors() {
        // Given
        RunningPod pod = RunningPod.tolerating(PAIR.formatted(34)).recorded(NOT_READY.formatted(33, "node-failure"));

        // Then
        assertThat(pod.in(cluster(QUICK)).isPatched()).isFalse();
    }

    @Test
    void whereTheGiverIsGoneForGoodTheNextRulesSecondsHold() {
        assertThat(given("policies/gone").in(cluster()).tolerations())
                .containsExactly("not-ready:NoExecute@300", "unreachable:NoExecute@33");
        assertThat(spot("policies/gone")
                        .in(cluster(SPOT_POLICY.formatted("low", 1, 70), SPOT_POLICY.formatted("high", 2, 80)))
                        .tolerations())
                .contains("spot:NoExecute@80");
    }

    @Test
    void whereTheGiverIsGoneForGoodAndNoRuleFollowsNothingChanges() {
        assertThat(given("policies/gone")
                        .in(cluster().setting("rules.node-failure.enabled", "false"))
                        .isPatched())
                .isFalse();
        assertThat(spot("policies/gone").in(cluster()).isPatched()).isFalse();
    }

    @Test
    void entriesAreNeverRemoved() {
        // Given what a policy gave, which is gone, and another that still gives more
        String more = "{metadata: {name: more}, spec: {match: {}, tolerations: [{key: more}]}}";

        // When
        RunningPod.Healed healed = spot("policies/gone").in(cluster(more));

        // Then
        assertThat(healed.tolerations())
                .containsExactly("not-ready:NoExecute@33", "unreachable:NoExecute@33", "spot:NoExecute@40", "more");
        assertThat(healed.record()).containsExactly("spot:NoExecute@40 from policies/gone", "more from policies/more");
    }

    @Test
    void aPolicyThatIsNotInForceFreezesWhatItGave() {
        // Given
        PolicyCluster cluster = cluster(SPOT_POLICY.formatted("low", 1, 70), QUICK);

        // Then
        assertThat(spot("policies/unreadable").in(cluster, "unreadable").isPatched())
                .isFalse();
        assertThat(given("policies/unreadable").in(cluster, "unreadable").isPatched())
                .isTrue();
        assertThat(given("policies/unreadable").in(cluster, "unreadable").tolerations())
                .containsExactly("not-ready:NoExecute@33", "unreachable:NoExecute@33", "spot:NoExecute@70");
        assertThat(spot("policies/other").in(cluster, "unreadable").tolerations())
                .contains("spot:NoExecute@70");
    }

    @Test
    void withoutARecordOnlyTheApiServersExactShapeIsRetimed() {
        // Given
        RunningPod injected = RunningPod.tolerating(PAIR.formatted(300)).unowned();
        RunningPod others = RunningPod.tolerating(PAIR.formatted(120)).unowned();
        RunningPod authors = RunningPod.tolerating(PAIR.formatted(300));

        // Then
        assertThat(injected.in(cluster(QUICK)).tolerations())
                .containsExactly("not-ready:NoExecute@20", "unreachable:NoExecute@300");
        assertThat(injected.in(cluster(QUICK)).record())
                .containsExactly(
                        "not-ready:NoExecute@20 from policies/quick", "unreachable:NoExecute@300 from node-failure");
        assertThat(others.in(cluster(QUICK)).isPatched()).isFalse();
        assertThat(authors.in(cluster(QUICK)).isPatched()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'', false", "120, true", "'60,120', true", "60, false"})
    void earlierSecondsNamesFurtherSecondsThatAreNotAnAuthors(String earlier, boolean retimed) {
        // Given
        PolicyCluster cluster = cluster(QUICK);
        if (!earlier.isEmpty()) {
            cluster.setting("fleet.earlier-seconds", earlier);
        }
        RunningPod before = RunningPod.tolerating(PAIR.formatted(120)).unowned();
        RunningPod owned = RunningPod.tolerating(PAIR.formatted(120));
        RunningPod recorded =
                RunningPod.tolerating(PAIR.formatted(120)).unowned().recorded("");

        // Then
        assertThat(before.in(cluster).tolerations())
                .containsExactly(
                        retimed ? "not-ready:NoExecute@20" : "not-ready:NoExecute@120",
                        retimed ? "unreachable:NoExecute@300" : "unreachable:NoExecute@120");
        assertThat(owned.in(cluster).isPatched()).isFalse();
        assertThat(recorded.in(cluster).isPatched()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "{}", "[{\"key\": \"spot\"}]", "[{\"from\": 3}]", "null", "", " ", "[] []"})
    void aPodWhoseRecordCannotBeReadIsLeftAlone(String record) {
        // When
        RunningPod.Healed healed = RunningPod.tolerating(PAIR.formatted(300))
                .unowned()
                .annotated(record)
                .in(cluster(QUICK, SPOT_POLICY.formatted("low", 1, 70)));

        // Then
        assertThat(healed.isPatched()).isFalse();
        assertThat(healed.healed().isRecordable()).isFalse();
    }

    @Test
    void aPodWhoseRecordWouldGrowBeyondFourKibibytesIsLeftAlone() {
        // Given
        StringBuilder policy = new StringBuilder("{metadata: {name: many}, spec: {match: {}, tolerations: [{key: a0}");
        for (int i = 1; i < 100; i++) {
            policy.append(", {key: a").append(i).append('}');
        }

        // When
        RunningPod.Healed healed = RunningPod.tolerating(PAIR.formatted(33)).in(cluster(policy + "]}}"));

        // Then
        assertThat(healed.isPatched()).isFalse();
        assertThat(healed.healed().isRecordable()).isFalse();
        assertThat(healed.healed().decision().changes()).hasSize(100);
    }
}

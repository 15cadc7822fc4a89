package dev.tolerant.engine.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.server.webhook.PolicyCluster;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The seconds of tolerations that stored pods have, while what gives them comes, changes and goes. */
class HealedSecondsTest {
    private static final String PAIR = "{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %d}, {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute,"
            + " tolerationSeconds: %<d}";
    private static final String SPOT = "{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 40}";
    private static final String QUICK = "{metadata: {name: quick}, spec: {match: {}, nodeFailure: {notReady: 20}}}";
    private static final String SPOT_POLICY = """
            {metadata: {name: spot}, spec: {match: {}, tolerations:
              [{key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 70}]}}
            """;

    private static PolicyCluster cluster(String... policies) {
        return PolicyCluster.with(String.join("\n---\n", policies)).setting("rules.node-failure.override", "likely");
    }

    @Test
    void onlyTheApiServersExactShapeIsRetimedWhereItIsProvenOrLikelyItsOwn() {
        RunningPod proven = RunningPod.tolerating(PAIR.formatted(300)).unowned();
        RunningPod likely = RunningPod.tolerating(SPOT + ", " + PAIR.formatted(300));
        RunningPod others = RunningPod.tolerating(PAIR.formatted(120)).unowned();
        RunningPod authors = RunningPod.tolerating(PAIR.formatted(300));

        assertThat(proven.in(cluster(QUICK)).tolerations())
                .containsExactly("not-ready:NoExecute@20", "unreachable:NoExecute@300");
        assertThat(likely.in(cluster(QUICK)).tolerations())
                .containsExactly("spot:NoExecute@40", "not-ready:NoExecute@20", "unreachable:NoExecute@300");
        assertThat(others.in(cluster(QUICK)).isPatched()).isFalse();
        assertThat(authors.in(cluster(QUICK)).isPatched()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"300", "60", "20"})
    void inAListThatTheKeeperOwnsNoSecondsChangeAnyMore(int seconds) {
        RunningPod kept =
                RunningPod.tolerating(SPOT + ", " + PAIR.formatted(seconds)).kept();

        assertThat(kept.in(cluster(QUICK, SPOT_POLICY)).isPatched()).isFalse();
        assertThat(kept.in(cluster().setting("rules.node-failure.not-ready", "never"))
                        .isPatched())
                .isFalse();
    }

    @Test
    void toAListThatTheKeeperOwnsItAppendsWhatThePodLacks() {
        String more = "{metadata: {name: more}, spec: {match: {}, tolerations: [{key: more}]}}";

        RunningPod.Healed healed = RunningPod.tolerating(SPOT).kept().in(cluster(more, QUICK));

        assertThat(healed.tolerations())
                .containsExactly("spot:NoExecute@40", "more", "not-ready:NoExecute@20", "unreachable:NoExecute@300");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false"})
    void entriesOfAListThatTheKeeperOwnsAreNotJudgedByTheWhitelist(boolean kept, boolean patched) {
        PolicyCluster cluster = cluster(QUICK)
                .namespace(
                        "shop",
                        Map.of(),
                        Map.of("scheduler.alpha.kubernetes.io/tolerationsWhitelist", "[{\"key\": \"other\"}]"));
        RunningPod pod = RunningPod.tolerating(SPOT);

        RunningPod.Healed healed = (kept ? pod.kept() : pod).in(cluster);

        assertThat(healed.isPatched()).isEqualTo(patched);
        assertThat(healed.healed().decision().refusalOrNull() == null).isEqualTo(kept);
    }
}

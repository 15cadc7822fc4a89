package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.server.cluster.CurrentSnapshot.WholeCluster;
import dev.tolerant.testing.MockApiServer;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a keeper knows of a cluster. */
class KeptClusterTest {
    private static final String REGISTRATIONS = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";

    private static final String POOL = "{metadata: {name: spot}, spec: {match: {},"
            + " nodes: {selector: {matchLabels: {pool: spot}}, taintKeys: [spot, batch]}}}";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster();

    @Test
    void withoutAKeeperNeitherNodesNorTheRegistrationAreWatched() {
        cluster.watching();

        assertThat(cluster.snapshot.cluster()).isNull();
        assertThat(cluster.source.state()).doesNotContainKeys("nodes", "mutatingwebhookconfigurations");
    }

    @Test
    void besideAKeeperNodesAndTheRegistrationAreWatchedWithoutAPolicyThatNeedsThem() {
        cluster.server.node("n-1", Map.of(), false);
        register("tolerant", "create.tolerant.dev", "shop");
        register("other", "create.example.com", "all");

        cluster.source.serveKeeper();
        cluster.watching();

        eventually(() -> assertThat(kept().isWatched()).isTrue());
        eventually(() -> assertThat(cluster.snapshot.current().nodes()).containsKey("n-1"));
        eventually(() -> assertThat(kept().coverage()).hasSize(1));
        Coverage coverage = kept().coverage().iterator().next();
        assertThat(coverage.covers(Map.of("team", "shop"), Map.of())).isTrue();
        assertThat(coverage.covers(Map.of("team", "shop"), Map.of("tolerant.dev/inject", "false")))
                .isFalse();
        assertThat(coverage.covers(Map.of("team", "other"), Map.of())).isFalse();
    }

    @Test
    void theEntryOfTheRegistrationForKubeSystemCounts() {
        register("tolerant", "create.tolerant.dev", "shop", "create.kube-system.tolerant.dev", "system");
        register("half", "update.kube-system.tolerant.dev", "other");

        cluster.source.serveKeeper();
        cluster.watching();

        eventually(() -> assertThat(covered("shop", "system", "other")).containsExactly("shop", "system"));
        // And without the entry
        cluster.server
                .operator()
                .admissionRegistration()
                .v1()
                .mutatingWebhookConfigurations()
                .withName("tolerant")
                .edit(old -> new MutatingWebhookConfigurationBuilder(old)
                        .removeMatchingFromWebhooks(
                                webhook -> webhook.getName().equals("create.kube-system.tolerant.dev"))
                        .build());
        eventually(() -> assertThat(covered("shop", "system", "other")).containsExactly("shop"));
    }

    @Test
    void withoutAWebhookTheSettingsSayWhichPodsAreKept() {
        cluster.source.setUnasked(new Coverage(
                new LabelSelector(Map.of("team", "shop"), List.of()),
                new LabelSelector(Map.of("tier", "web"), List.of())));
        cluster.source.serveKeeper();
        cluster.watching();

        eventually(() -> assertThat(kept().isWatched()).isTrue());
        assertThat(cluster.source.state()).doesNotContainKey("mutatingwebhookconfigurations");
        Coverage coverage = kept().coverage().iterator().next();
        assertThat(coverage.covers(Map.of("team", "shop"), Map.of("tier", "web")))
                .isTrue();
        assertThat(coverage.covers(Map.of("team", "shop"), Map.of())).isFalse();
        assertThat(coverage.covers(Map.of(), Map.of("tier", "web"))).isFalse();
    }

    private List<String> covered(String... teams) {
        return Stream.of(teams)
                .filter(team -> kept().coverage().stream()
                        .anyMatch(coverage -> coverage.covers(Map.of("team", team), Map.of())))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {REGISTRATIONS, MockApiServer.NODES, MockApiServer.NAMESPACES, MockApiServer.POLICIES})
    void aKindThatCannotBeReadLeavesTheClusterUnwatched(String path) {
        cluster.server.faults().answer("GET", path + "\\?.*", 403);
        cluster.source.serveKeeper();

        cluster.source.start();
        eventually(() -> assertThat(cluster.source.state().values())
                .filteredOn("watching"::equals)
                .hasSize(5));

        assertThat(kept().isWatched()).isFalse();
        cluster.server.faults().heal();
        eventually(() -> assertThat(kept().isWatched()).isTrue());
    }

    /** A keeper that knew policies without the taints of their nodes would take pods for right that lack tolerations. */
    @Test
    void theClusterIsNotKnownBeforeThePoolsOfItsPoliciesAre() {
        cluster.server.node("n-1", Map.of("pool", "spot"), false, new Taint("NoSchedule", "spot", null, ""));
        cluster.server.apply(POOL);
        cluster.server.faults().answer("GET", MockApiServer.NODES + ".*", 500);
        cluster.source.serveKeeper();
        cluster.source.start();
        eventually(() -> assertThat(cluster.policies()).containsExactly("spot"));

        cluster.server.faults().heal();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> kept().isWatched());

        assertThat(given()).containsExactly("spot");
    }

    @Test
    void whatAPoolGivesIsAnotherSetOfPolicies() {
        cluster.server.node("n-1", Map.of("pool", "spot"), false, new Taint("NoSchedule", "spot", null, ""));
        cluster.server.apply(POOL);
        cluster.source.serveKeeper();
        cluster.watching();
        eventually(() -> assertThat(given()).containsExactly("spot"));
        PolicySet before = cluster.snapshot.current().policies();

        cluster.server.node("n-2", Map.of("pool", "other"), false, new Taint("NoSchedule", "other", null, ""));
        eventually(() -> assertThat(cluster.snapshot.current().nodes()).containsKey("n-2"));

        assertThat(cluster.snapshot.current().policies()).isSameAs(before);
        cluster.server.node("n-3", Map.of("pool", "spot"), false, new Taint("NoSchedule", "batch", null, ""));
        eventually(() -> assertThat(given()).containsExactlyInAnyOrder("spot", "batch"));
        assertThat(cluster.snapshot.current().policies()).isNotSameAs(before);
    }

    /** The keys that the policies tolerate. */
    private List<String> given() {
        return cluster.snapshot.current().policies().policies().stream()
                .flatMap(policy -> policy.tolerations().stream())
                .map(Toleration::key)
                .toList();
    }

    private WholeCluster kept() {
        return Objects.requireNonNull(cluster.snapshot.cluster());
    }

    /** {@code webhooks} are names, each with the team whose namespaces it covers. */
    private void register(String name, String... webhooks) {
        MutatingWebhookConfigurationBuilder registration = new MutatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata();
        for (int i = 0; i < webhooks.length; i += 2) {
            registration
                    .addNewWebhook()
                    .withName(webhooks[i])
                    .addNewRule()
                    .withApiGroups("")
                    .withApiVersions("v1")
                    .withOperations(webhooks[i].startsWith("create") ? "CREATE" : "UPDATE")
                    .withResources("pods")
                    .endRule()
                    .withNamespaceSelector(new LabelSelectorBuilder()
                            .addToMatchLabels("team", webhooks[i + 1])
                            .build())
                    .withObjectSelector(new LabelSelectorBuilder()
                            .addNewMatchExpression()
                            .withKey("tolerant.dev/inject")
                            .withOperator("NotIn")
                            .withValues("false")
                            .endMatchExpression()
                            .build())
                    .endWebhook();
        }
        cluster.server.operator().resource(registration.build()).create();
    }
}

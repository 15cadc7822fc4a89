package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Where the API server judges pods by a whitelist, they get nothing for which it would refuse them. */
class StoredWhitelistsTest {
    private static final String OBJECT = "/apis/tolerant.dev/v1alpha1/injections/current.*";
    private static final String POLICY =
            "{metadata: {name: a}, spec: {match: {}, tolerations: [{key: %s, operator: Exists}]}}";

    @AutoClose
    private final WatchedCluster cluster =
            new WatchedCluster(List.of(), Optional.of(EngineFactory.injected(WholeProgram.config(Map.of()))));

    @Test
    void whatTheObjectDoesNotSayYetIsWithheldFromPodsWithTolerationsOfTheirOwn() {
        cluster.server.namespace(
                "shop", Map.of(), Map.of(NamespaceFacts.TOLERATIONS_WHITELIST, "[{\"key\": \"own\"}]"));
        cluster.server.apply(POLICY.formatted("old"));
        cluster.watching();
        eventually(() -> assertThat(cluster.server
                        .injections()
                        .at("/spec/whitelists/shop/annotations")
                        .path(NamespaceFacts.TOLERATIONS_WHITELIST)
                        .asText())
                .isEqualTo("[{\"key\": \"own\"}]"));
        eventually(() -> assertThat(cluster.snapshot.current().judging()).isEqualTo(Injections.NOTHING));
        eventually(() -> assertThat(given("f:tolerations")).contains("old"));

        cluster.server.faults().answer("PATCH", OBJECT, 500);
        cluster.server.apply(POLICY.formatted("new"));

        eventually(() ->
                assertThat(cluster.snapshot.current().judging().whitelists()).containsOnlyKeys("shop"));
        assertThat(given("f:tolerations")).doesNotContain("new");
        assertThat(given("f:containers")).contains("new");

        cluster.server.faults().heal();
        cluster.pass(Duration.ofMinutes(1));
        eventually(() -> assertThat(given("f:tolerations")).contains("new"));
    }

    /** @param owned what the client wrote of the spec */
    private List<String> given(String owned) {
        JsonNode pod = Yaml.tree("""
                metadata: {managedFields: [{manager: kubectl, operation: Update, fieldsV1: {f:spec: {%s: {}}}}]}
                spec: {containers: [{name: main}], tolerations: [{key: own}]}
                """.formatted(owned));
        return PolicyCluster.tolerations(
                WholeProgram.over(cluster.snapshot).ask(PodReview.aPod().with(pod)));
    }
}

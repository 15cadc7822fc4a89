package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the webhook answers where there is a keeper, and to what that writes. */
class KeeperInReviewsTest {
    private static final String KEEPER = "system:serviceaccount:tolerant:tolerant";

    private final PolicyCluster cluster = cluster("enforce");

    private static PolicyCluster cluster(String keeper) {
        return PolicyCluster.with(List.of())
                .setting("keeper.mode", keeper)
                .setting("keeper.account", KEEPER)
                .setting("rules.node-failure.not-ready", "60");
    }

    @Test
    void nobodyWritesAnAnnotation() {
        JsonNode created = cluster.create(PodReview.aPod()).object();

        assertThat(created.at("/metadata").has("annotations")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "enforce, system:serviceaccount:tolerant:tolerant, false",
        "audit,   system:serviceaccount:tolerant:tolerant, false",
        "enforce, system:serviceaccount:tolerant:other,    true",
        "enforce, system:serviceaccount:other:tolerant,    true",
        "enforce, jane,                                    true",
        "off,     system:serviceaccount:tolerant:tolerant, true",
        "off,     jane,                                    true",
    })
    void onlyTheKeepersUpdateIsAnsweredUnchanged(String keeper, String user, boolean restored) {
        // An update that drops a toleration of the stored pod
        ObjectNode stored = (ObjectNode) cluster.create(PodReview.aPod()).object();
        stored.withArray("/spec/tolerations").addObject().put("key", "spot").put("operator", "Exists");
        ObjectNode review = PodReview.aPod().by(user).update(stored);

        WholeProgram.Answer answer = cluster(keeper).webhook().ask(review);

        assertThat(StreamSupport.stream(answer.patch().spliterator(), false)
                        .anyMatch(operation -> operation.get("path").asText().startsWith("/spec/tolerations")))
                .isEqualTo(restored);
        assertThat(answer.patch().isEmpty()).isEqualTo(!restored);
        assertThat(answer.allowed()).isTrue();
    }

    @Test
    void aPodThatTheKeepersAccountCreatesIsTreatedLikeAnyOther() {
        assertThat(PolicyCluster.tolerations(cluster.create(PodReview.aPod().by(KEEPER))))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300");
    }
}

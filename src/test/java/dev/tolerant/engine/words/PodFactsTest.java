package dev.tolerant.engine.words;

import static dev.tolerant.testing.PodFixture.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Origins.Origin;
import dev.tolerant.engine.words.Review.Operation;
import dev.tolerant.engine.words.Review.Requester;
import dev.tolerant.testing.ShortResources;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PodFacts and Requester derive from their own fields. */
class PodFactsTest {

    @Test
    void onlyTheLabelsValueFalseOptsOut() {
        assertThat(aPod().labelled("tolerant.dev/inject", "false").build().isOptedOut())
                .isTrue();
        assertThat(aPod().labelled("tolerant.dev/inject", "true").build().isOptedOut())
                .isFalse();
        assertThat(aPod().labelled("app", "false").build().isOptedOut()).isFalse();
        assertThat(aPod().build().isOptedOut()).isFalse();
    }

    @Test
    void aResourceIsNamedByRequestsAndLimitsAtZeroToo() {
        PodFacts pod = aPod().using(Resources.NONE, ShortResources.resources("a.com/x=0 / b.com/y=0"))
                .build();

        assertThat(List.of("a.com/x", "b.com/y")).allMatch(pod.resources()::name);
        assertThat(pod.resources().name("a.com/y")).isFalse();
        assertThat(aPod().build().resources().name("a.com/x")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "system:node:worker-1, system:nodes, true",
        "system:node:worker-1, system:masters, false",
        "jane, system:nodes, false",
        "system:serviceaccount:kube-system:node, system:nodes, false"
    })
    void aNodeIsKnownByItsNameAndItsGroup(String username, String group, boolean node) {
        assertThat(new Requester(username, List.of("system:authenticated", group)).isNode())
                .isEqualTo(node);
    }

    @Test
    void anUnknownRequesterIsNoNode() {
        assertThat(Requester.UNKNOWN.isNode()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"CREATE, CREATE", "UPDATE, UPDATE", "DELETE, OTHER", "CONNECT, OTHER", "create, OTHER"})
    void anOperationIsReadAsReviewsNameIt(String text, Operation operation) {
        assertThat(Operation.of(text)).isEqualTo(operation);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTHOR, false, true, the pod's author",
        "OTHER_PLUGIN, false, false, another admission plugin",
        "PROVEN, true, false, the API server",
        "LIKELY, true, false, 'the API server, probably'",
        "CONTROLLER, false, true, the DaemonSet controller",
        "RULE, false, false, a rule"
    })
    void anOriginSaysWhoseAnEntryIsAndWhetherItIsJudged(Origin origin, boolean injected, boolean judged, String whose) {
        assertThat(origin.isInjected()).isEqualTo(injected);
        assertThat(origin.isJudged()).isEqualTo(judged);
        assertThat(origin.whose()).isEqualTo(whose);
    }
}

package dev.tolerant.engine.rule;

import static dev.tolerant.engine.model.PodFixture.aPod;
import static dev.tolerant.engine.model.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.ControlPlane.SecondsOverride;
import dev.tolerant.engine.model.Origins.Origin;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.ReviewFixture;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.engine.rule.Rule.NodeFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An author's not-ready entry to which a rule appends the entry that completes the API server's pair. */
class CompletedPairTest {
    private static DecidedPod decide(String tolerations, SecondsOverride override, int unreachable) {
        NodeFailure rule = new NodeFailure(TolerationSeconds.of(60), TolerationSeconds.of(unreachable));
        return DecidedPod.of(
                ReviewFixture.creationOf(aPod().tolerating(list(tolerations)).build(), Provenance.OWNED),
                override,
                rule);
    }

    @Test
    void itGetsItsSecondsInTheFirstAnswer() {
        DecidedPod outcome = decide("foo Ex :NS, NR Ex :NX @300", SecondsOverride.LIKELY, 300);

        assertThat(outcome.tolerations()).isEqualTo(list("foo Ex :NS, NR Ex :NX @60, UN Ex :NX @300"));
        assertThat(outcome.decision().tolerations().get(1).origin()).isEqualTo(Origin.LIKELY);
    }

    @ParameterizedTest
    @CsvSource({
        // The pair is the whole list, so the author wrote one of them.
        "NR Ex :NX @300, LIKELY, 300, 'NR Ex :NX @300, UN Ex :NX @300'",
        // Other seconds than the API server's complete no pair.
        "'foo Ex :NS, NR Ex :NX @300', LIKELY, 200, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @200'",
        "'foo Ex :NS, NR Ex :NX @299', LIKELY, 300, 'foo Ex :NS, NR Ex :NX @299, UN Ex :NX @300'",
        // An earlier entry would have kept the API server from appending.
        "'NR Eq=x :NX, NR Ex :NX @300', LIKELY, 300, 'NR Eq=x :NX, NR Ex :NX @300, UN Ex :NX @300'",
        // The entry before the appended one is another.
        "'NR Ex :NX @300, foo Ex :NS', LIKELY, 300, 'NR Ex :NX @300, foo Ex :NS, UN Ex :NX @300'",
        // The setting does not reach what is only likely injected.
        "'foo Ex :NS, NR Ex :NX @300', PROVEN, 300, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300'",
        "'foo Ex :NS, NR Ex :NX @300', NONE, 300, 'foo Ex :NS, NR Ex :NX @300, UN Ex :NX @300'",
        "'', LIKELY, 300, 'NR Ex :NX @60, UN Ex :NX @300'",
    })
    void anythingElseStaysTheAuthors(String tolerations, SecondsOverride override, int unreachable, String result) {
        assertThat(decide(tolerations, override, unreachable).tolerations()).isEqualTo(list(result));
    }
}

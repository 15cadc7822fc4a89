package dev.tolerant.engine.review;

import static dev.tolerant.engine.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.decision.AttributedToleration;
import dev.tolerant.engine.decision.Change;
import dev.tolerant.engine.decision.Decision;
import dev.tolerant.engine.decision.RuleId;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.pod.Given;
import dev.tolerant.engine.pod.Origin;
import dev.tolerant.engine.pod.Review;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.server.webhook.PodReview;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is recorded of the givers of a pod's tolerations. */
class RecordedGiversTest {
    private static final Toleration SPOT = toleration("spot Ex :NX @60");
    private static final Review CREATION =
            RequestFixture.reviewOf(PodReview.aPod().creation());

    @ParameterizedTest
    @CsvSource({
        "AUTHOR,     ,            ",
        "AUTHOR,     earlier,     earlier",
        "PROVEN,     ,            api-server",
        "PROVEN,     earlier,     api-server",
        "LIKELY,     ,            api-server?",
        "OTHER,      ,            other",
        "OTHER,      earlier,     earlier",
        "GIVEN,      earlier,     earlier",
        "CONTROLLER, ,            ",
        "CONTROLLER, earlier,     earlier",
    })
    void whatNoRuleTouchedIsRecordedByItsOrigin(Origin origin, @Nullable String earlier, @Nullable String recorded) {
        // Given
        Given before = earlier == null ? Given.NOTHING : new Given(List.of(new Given.Entry(SPOT, earlier)));

        // When
        Given after = RecordedGivers.after(decision(new AttributedToleration(SPOT, origin, null)), before);

        // Then
        assertThat(after)
                .isEqualTo(recorded == null ? Given.NOTHING : new Given(List.of(new Given.Entry(SPOT, recorded))));
    }

    @ParameterizedTest
    @EnumSource(Origin.class)
    void whatARuleGaveOrRetimedIsRecordedAsItsOwnWhateverItWasBefore(Origin origin) {
        // When
        Given after = RecordedGivers.after(
                decision(new AttributedToleration(SPOT, origin, RuleId.policy("ml"))),
                new Given(List.of(new Given.Entry(SPOT, "earlier"))));

        // Then
        assertThat(after.entries()).containsExactly(new Given.Entry(SPOT, "policies/ml"));
    }

    @Test
    void whatAnEarlierRecordHasWithOtherSecondsIsForgotten() {
        // When
        Given after = RecordedGivers.after(
                decision(new AttributedToleration(SPOT, Origin.AUTHOR, null)),
                new Given(List.of(new Given.Entry(toleration("spot Ex :NX @61"), "earlier"))));

        // Then
        assertThat(after).isEqualTo(Given.NOTHING);
    }

    @Test
    void aRecordThatWouldBeTooLongIsNotWrittenAndReplacesAnAuthorsByNothing() {
        // Given
        List<AttributedToleration> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(new AttributedToleration(toleration("a" + i + " Ex :NS"), Origin.RULE, RuleId.policy("many")));
        }
        Decision decision = decision(many.toArray(new AttributedToleration[0]));

        // Then
        assertThat(new RecordedGivers(false, null, false, null).missing(CREATION, decision))
                .isNull();
        assertThat(new RecordedGivers(true, "forged", true, null).missing(CREATION, decision))
                .isEqualTo("[]");
    }

    @ParameterizedTest
    @EnumSource(
            value = SkipReason.class,
            names = {"MIRROR_POD", "KEEPER", "OPERATION", "INTERNAL"})
    void aPodThatIsLeftAloneKeepsTheRecordThatItCameWith(SkipReason reason) {
        assertThat(new RecordedGivers(true, "forged", true, "stored").missing(CREATION, Decision.skipped(reason)))
                .isNull();
    }

    @Test
    void aPodThatHasOptedOutGetsNoRecordOfItsAuthorsMaking() {
        assertThat(new RecordedGivers(true, "forged", true, null)
                        .missing(CREATION, Decision.skipped(SkipReason.POD_OPTED_OUT)))
                .isEqualTo("[]");
    }

    private static Decision decision(AttributedToleration... tolerations) {
        return new Decision(
                List.of(), List.of(new Change.Append(tolerations[0].toleration())), List.of(tolerations), null);
    }
}

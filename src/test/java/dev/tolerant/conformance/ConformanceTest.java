package dev.tolerant.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.intree.Difference;
import dev.tolerant.testing.WholeProgram;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tolerant gives the same 700 pods what the in-tree plugins gave them, except for the documented differences. */
@ExtendWith(QuietLog.class)
class ConformanceTest {
    private static final Recording RECORDING = Recording.read();
    private static final List<Taint> PROBES = RECORDING.probes();

    private final WholeProgram webhook =
            WholeProgram.with(Map.of(), RECORDING.namespaces().toArray(Namespace[]::new));

    @Test
    void theModelWithoutDifferencesMakesOfEveryPodWhatTheClusterMade() {
        List<String> wrong = new ArrayList<>();

        for (RecordedCase each : RECORDING.cases()) {
            AdmittedPod outcome = model(each, Switches.none()).outcome();
            if (!outcome.equals(each.inTree())) {
                wrong.add(each + ": the cluster said " + each.inTree() + ", the model " + outcome);
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(RECORDING.cases()).hasSize(700);
    }

    @Test
    void theReviewsAreWhatDefaultTolerationSecondsLeaves() {
        List<String> wrong = new ArrayList<>();

        for (RecordedCase each : RECORDING.cases()) {
            if (!model(each, Switches.none())
                    .afterDefaultSeconds()
                    .equals(each.pod().facts().tolerations())) {
                wrong.add(each.toString());
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void withTheDocumentedDifferencesNothingElseDiffers() {
        List<String> unexplained = new ArrayList<>();

        for (RecordedCase each : RECORDING.cases()) {
            Meaning expected = meaning(model(each, Switches.all()).outcome());
            Meaning actual = meaning(tolerant(each));
            if (!actual.equals(expected)) {
                unexplained.add(each + ": Tolerant and the model differ on "
                        + actual.firstDifferenceFrom(expected, PROBES) + "; in-tree " + each.inTree() + ", Tolerant "
                        + tolerant(each));
            }
        }

        assertThat(unexplained).isEmpty();
    }

    @Test
    void eachDifferenceShowsInExactlySoManyPods() {
        ExplainedDifferences explanations = new ExplainedDifferences();

        for (RecordedCase each : RECORDING.cases()) {
            explanations.explain(
                    each,
                    meaning(tolerant(each)),
                    set -> meaning(model(each, set).outcome()));
        }

        // The recording has no case that depends on an omitted operator; random pods show that difference
        assertThat(explanations.unexplained()).isEmpty();
        assertThat(explanations.counts())
                .isEqualTo(Map.of(
                        Difference.AUTHOR_WINS, 18,
                        Difference.SHORT_DEFAULT, 28,
                        Difference.ZERO_QUANTITY, 83,
                        Difference.REAL_MATCHING, 38,
                        Difference.GIVEN_IS_EXEMPT, 25,
                        Difference.OMITTED_IS_EQUAL, 0,
                        Difference.NEVER_COLLAPSED, 15));
        assertThat(explanations.alike()).isEqualTo(520);
    }

    @Test
    void askedAgainWithItsOwnResultEveryReviewGetsNoPatchAndTheSameVerdict() {
        List<String> wrong = new ArrayList<>();

        for (RecordedCase each : RECORDING.cases()) {
            WholeProgram.Answer once = webhook.ask(each.review());
            WholeProgram.Answer again = webhook.ask(WholeProgram.withObject(each.review(), once.object()));
            if (!again.patch().isEmpty() || again.allowed() != once.allowed()) {
                wrong.add(each + ": " + again.response());
            }
        }

        assertThat(wrong).isEmpty();
    }

    @Test
    void theSameReviewGetsTheSameBytes() throws Exception {
        WholeProgram other = WholeProgram.with(Map.of(), RECORDING.namespaces().toArray(Namespace[]::new));

        for (RecordedCase each : RECORDING.cases()) {
            byte[] review = WholeProgram.JSON.writeValueAsBytes(each.review());
            byte[] answer = webhook.answer(review);

            assertThat(webhook.answer(review)).as("%s", each).isEqualTo(answer);
            assertThat(other.answer(review)).as("%s", each).isEqualTo(answer);
        }
    }

    @Test
    void aPodIsBestEffortWhereTheClusterComputedThatClass() {
        List<RecordedCase> computed = RECORDING.cases().stream()
                .filter(each -> !each.qosClass().isEmpty())
                .toList();

        for (RecordedCase each : computed) {
            PodFacts pod = each.pod().facts();

            assertThat(pod.resources().areBestEffort())
                    .as("%s", each)
                    .isEqualTo(each.qosClass().equals("BestEffort"));
        }
        assertThat(computed).hasSize(597);
    }

    private AdmittedPod tolerant(RecordedCase each) {
        return AdmittedPod.of(webhook.ask(each.review()));
    }

    private static InTreeModel model(RecordedCase each, Set<Difference> on) {
        return new InTreeModel(each.pod(), on);
    }

    private static Meaning meaning(AdmittedPod outcome) {
        return Meaning.of(outcome, PROBES);
    }
}

package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodFixture.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.rule.Offers.Offer;
import dev.tolerant.engine.words.Origins;
import dev.tolerant.engine.words.PodFacts;
import dev.tolerant.engine.words.PodPlugins;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.RandomWorld;
import java.util.List;

/** A draft finds the entry that makes an offer redundant without looking at each, and finds the one that comes first. */
class CoveringTest {
    private static final int TRIALS = 3000;

    @ManyTrials
    void theEntryThatIsFoundIsTheFirstOfAll(long seed) {
        RandomWorld world = new RandomWorld(seed);
        int covered = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> list = world.tolerations("any-tolerations");
            PodFacts pod = aPod().tolerating(list).build();
            Draft draft = new Draft(pod, Origins.of(PodPlugins.alone(pod, DecidedPod.DEFAULTS), Provenance.OWNED));
            Offer offer =
                    new Offer(RuleId.POLICIES, world.tolerations("offers").get(0), world.oneIn(2), world.oneIn(2));

            int found = draft.firstCovering(offer.toleration().key(), offer::isCoveredBy);

            int first = 0;
            while (first < list.size() && !offer.isCoveredBy(list.get(first))) {
                first++;
            }
            assertThat(found)
                    .as("-Dtolerant.seed=%d: %s of %s", seed, offer, list)
                    .isEqualTo(first == list.size() ? -1 : first);
            covered += found < 0 ? 0 : 1;
        }
        assertThat(covered).as("-Dtolerant.seed=%d", seed).isGreaterThan(TRIALS / 10);
    }
}

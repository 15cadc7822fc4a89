package dev.tolerant.engine.rule;

import static dev.tolerant.engine.model.PodFixture.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Origins;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Review.Provenance;
import dev.tolerant.engine.model.RuleId;
import dev.tolerant.engine.model.Taint.Effect;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.Toleration.Operator;
import dev.tolerant.engine.model.TolerationRules;
import dev.tolerant.engine.model.TolerationSeconds;
import dev.tolerant.engine.rule.Offers.Offer;
import dev.tolerant.promise.ManyTrials;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A draft finds the entry that makes an offer redundant without looking at each, and finds the one that comes first. */
class CoveringTest {
    private static final int TRIALS = 3000;
    private static final List<String> KEYS = List.of("", "", "a", "b");
    private static final List<String> VALUES = List.of("", "", "1", "2");

    @ManyTrials
    void theEntryThatIsFoundIsTheFirstOfAll(long seed) {
        Random random = new Random(seed);
        int covered = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            List<Toleration> list = Stream.generate(() -> toleration(random))
                    .limit(random.nextInt(8))
                    .toList();
            PodFacts pod = aPod().tolerating(list).build();
            Draft draft = new Draft(pod, Origins.of(pod, Provenance.OWNED, DecidedPod.DEFAULTS));
            Offer offer = new Offer(RuleId.POLICIES, valid(random), random.nextBoolean(), random.nextBoolean());

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

    /** A toleration as a rule may offer it. */
    private static Toleration valid(Random random) {
        TolerationRules rules = new TolerationRules(true);
        return Stream.generate(() -> toleration(random))
                .filter(toleration -> rules.violation(toleration).isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private static Toleration toleration(Random random) {
        return new Toleration(
                one(KEYS, random),
                one(List.of(Operator.values()), random),
                one(VALUES, random),
                one(List.of(Effect.values()), random),
                random.nextBoolean() ? TolerationSeconds.NEVER : TolerationSeconds.of(random.nextInt(3)));
    }

    private static <T> T one(List<T> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}

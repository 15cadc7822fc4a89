package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.engine.review.Engine.HealedPod;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ManyTrials;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Promise 9 beside promises 1 and 4: whatever happens to a stored pod, its author's entries stay as they are. */
class AuthorsWordInStoredPodsTest {
    private static final int LIVES = 150;
    private static final int EVENTS = 8;

    @ManyTrials
    void acrossAnySequenceOfWritersAnAuthorsEntryStaysAndEachPatchIsOneThatTheApiAccepts(long seed) {
        Random random = new Random(seed);
        Map<PodLife.Event, Integer> events = new EnumMap<>(PodLife.Event.class);
        int written = 0;
        for (int i = 0; i < LIVES; i++) {
            PodLife life = new PodLife(random, events);
            for (int event = 0; event < EVENTS; event++) {
                switch (random.nextInt(4)) {
                    case 0 -> life.replace();
                    case 1 -> life.apply();
                    default -> life.changeRules();
                }
                Supplier<String> story = () -> "-Dtolerant.seed=" + seed + "\n  " + life.story();
                assertThat(missing(life)).as(story).isEmpty();
                assertThat(life.isReadAsApplied()).as(story).isEqualTo(life.isApplied());
                if (life.isApplied()) {
                    continue;
                }

                ArrayNode before = life.tolerations().deepCopy();
                life.keeperPass();
                ArrayNode after = life.tolerations().deepCopy();
                HealedPod again = life.keeperPass();

                assertThat(missing(life)).as(story).isEmpty();
                assertThat(Optional.ofNullable(again.patch()).map(String::new))
                        .as(story)
                        .isEmpty();
                assertThat(ApiRules.acceptsUpdate(before, after, true))
                        .as(story)
                        .isTrue();
                for (int j = 0; j < before.size(); j++) {
                    assertThat(ApiRules.isSameEntry(before.get(j), after.get(j)))
                            .as(story)
                            .isTrue();
                }
                written += life.authors().size();
            }
        }
        for (PodLife.Event event : PodLife.Event.values()) {
            assertThat(events.getOrDefault(event, 0))
                    .as("%s with -Dtolerant.seed=%d", event, seed)
                    .isGreaterThan(LIVES / 5);
        }
        assertThat(written).as("author's entries with -Dtolerant.seed=%d", seed).isGreaterThan(LIVES);
    }

    private static List<JsonNode> missing(PodLife life) {
        return life.authors().stream()
                .filter(written -> StreamSupport.stream(life.tolerations().spliterator(), false)
                        .noneMatch(written::equals))
                .toList();
    }
}

package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.WholeProgram;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Promise 7: an update removes nothing, adds nothing new, and every entry keeps its seconds. */
class UpdateTest {
    @ManyTrials
    void everyEntryOfTheStoredPodIsInTheResult(long seed) {
        AtomicInteger restored = new AtomicInteger();
        eachUpdate(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            JsonNode result = trial.result().tolerations();

            for (JsonNode old : trial.stored().tolerations()) {
                assertThat(ApiRules.contains(result, old)).as(trial::describe).isTrue();
                restored.addAndGet(ApiRules.contains(received, old) ? 0 : 1);
            }
        });
        assertThat(restored).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(100);
    }

    @ManyTrials
    void onlyWhatTheStoredPodHadIsAddedWithEveryFieldThatItHadThere(long seed) {
        eachUpdate(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            JsonNode result = trial.result().tolerations();

            for (JsonNode toleration : result) {
                if (sameEntry(received, toleration) == null) {
                    assertThat(trial.stored().tolerations()).as(trial::describe).contains(toleration);
                }
            }
        });
    }

    @ManyTrials
    void anInjectedEntryGetsBackTheSecondsThatItHad(long seed) {
        AtomicInteger retimed = new AtomicInteger();
        eachUpdate(seed, trial -> {
            PodView received = trial.received();
            JsonNode stored = trial.stored().tolerations();

            JsonNode result = trial.result().tolerations();

            for (int i = 0; i < received.tolerations().size(); i++) {
                JsonNode toleration = received.tolerations().get(i);
                JsonNode before = sameEntry(stored, toleration);
                JsonNode after = sameEntry(result, toleration);
                if (isInjected(trial, i) && before != null && after != null) {
                    assertThat(after.path("tolerationSeconds"))
                            .as(trial::describe)
                            .isEqualTo(before.path("tolerationSeconds"));
                    retimed.addAndGet(after.equals(toleration) ? 0 : 1);
                }
            }
        });
        assertThat(retimed).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(30);
    }

    @ManyTrials
    void aReplayOfTheBareManifestDoesNotChangeWhenThePodIsEvicted(long seed) {
        AtomicInteger replays = new AtomicInteger();
        eachUpdate(seed, trial -> {
            PodView received = trial.received();
            JsonNode stored = trial.stored().tolerations();
            boolean replay =
                    received.ownership() == PodView.Ownership.UNOWNED && allInjected(trial) && !stored.isEmpty();

            JsonNode result = trial.result().tolerations();

            for (String key : new String[] {ModelledApiServer.NOT_READY, ModelledApiServer.UNREACHABLE}) {
                JsonNode before = firstFor(stored, key);
                if (replay && before != null && !isShadowing(before, stored, key)) {
                    JsonNode after = firstFor(result, key);
                    assertThat(after).as(trial::describe).isNotNull();
                    assertThat(after.path("tolerationSeconds"))
                            .as(trial::describe)
                            .isEqualTo(before.path("tolerationSeconds"));
                    replays.incrementAndGet();
                }
            }
        });
        assertThat(replays).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(30);
    }

    /** Updates after ours succeed (D20). */
    @ManyTrials
    void theApiAcceptsTheResultWheneverItWouldAcceptTheObjectWithTheMissingEntries(long seed) {
        AtomicInteger accepted = new AtomicInteger();
        eachUpdate(seed, trial -> {
            JsonNode stored = trial.stored().tolerations();
            ArrayNode complete = WholeProgram.JSON.createArrayNode();
            trial.received().tolerations().forEach(complete::add);
            stored.forEach(complete::add);

            boolean acceptable = ApiRules.acceptsUpdate(stored, complete, true);

            if (acceptable) {
                accepted.incrementAndGet();
                assertThat(ApiRules.acceptsUpdate(stored, trial.result().tolerations(), true))
                        .as(trial::describe)
                        .isTrue();
            }
        });
        assertThat(accepted).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(100);
    }

    /**
     * The updates that the promise covers: not those of mirror pods by their node, which the webhook ignores, nor those
     * in audit mode, which changes nothing.
     */
    private static void eachUpdate(long seed, Consumer<Trial> check) {
        Trial.each(seed, trial -> {
            boolean mirror = trial.received().isMirror() && trial.isByNode();
            if (trial.isUpdate() && trial.cluster().enforces() && trial.answer().allowed() && !mirror) {
                check.accept(trial);
            }
        });
    }

    private static boolean isInjected(Trial trial, int index) {
        PodView pod = trial.received();
        return switch (pod.ownership()) {
            case UNREADABLE -> false;
            case UNOWNED ->
                trial.cluster().apiServer().isShape(pod.tolerations().get(index));
            case OWNED ->
                trial.cluster()
                        .apiServer()
                        .likelyInjected(pod.tolerations(), pod)
                        .get(index);
        };
    }

    private static boolean allInjected(Trial trial) {
        for (JsonNode toleration : trial.received().tolerations()) {
            if (!trial.cluster().apiServer().isShape(toleration)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable JsonNode sameEntry(JsonNode list, JsonNode entry) {
        for (JsonNode each : list) {
            if (ApiRules.isSameEntry(each, entry)) {
                return each;
            }
        }
        return null;
    }

    /** The first entry that tolerates the NoExecute taint with this key and no value. */
    private static @Nullable JsonNode firstFor(JsonNode list, String key) {
        for (JsonNode toleration : list) {
            String own = ApiRules.text(toleration, "key");
            String operator = ApiRules.text(toleration, "operator");
            String effect = ApiRules.text(toleration, "effect");
            boolean matches = (own.isEmpty() || own.equals(key))
                    && (effect.isEmpty() || effect.equals("NoExecute"))
                    && (operator.equals("Exists")
                            || (operator.matches("|Equal")
                                    && ApiRules.text(toleration, "value").isEmpty()));
            if (matches) {
                return toleration;
            }
        }
        return null;
    }

    /**
     * Whether the list has another entry that equals the injected one apart from its seconds; the injected one gets
     * back those seconds, although {@code first} decides for the taint.
     */
    private static boolean isShadowing(JsonNode first, JsonNode list, String key) {
        JsonNode same = sameEntry(list, ModelledApiServer.exists(key, "NoExecute"));
        return same != null && !same.equals(first);
    }
}

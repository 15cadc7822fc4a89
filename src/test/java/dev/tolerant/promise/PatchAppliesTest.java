package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.StrictPatch;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Promise 3: the patch always applies, and touches nothing but tolerations and affinity. */
class PatchAppliesTest {
    private static final Pattern ADD =
            Pattern.compile("/spec/tolerations(/-|/(0|[1-9][0-9]*)/tolerationSeconds)?|/spec/affinity(/.+)?");
    private static final Pattern REMOVE = Pattern.compile("/spec/tolerations/(0|[1-9][0-9]*)/tolerationSeconds");

    @ManyTrials
    void onlyAddAndRemoveOfSecondsAreUsedAndOnlyOnTheirPaths(long seed) {
        Set<String> used = new HashSet<>();
        Trial.each(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            for (JsonNode operation : trial.answer().patch()) {
                String op = operation.get("op").textValue();
                String path = operation.get("path").textValue();

                used.add(op);
                assertThat(op).as(trial::describe).isIn("add", "remove");
                assertThat(path).as(trial::describe).matches(op.equals("add") ? ADD : REMOVE);
                if (path.endsWith("/-")) {
                    assertThat(received).as(trial::describe).isNotEmpty();
                }
                if (op.equals("remove")) {
                    int index = Integer.parseInt(path.split("/")[3]);
                    assertThat(received.get(index).hasNonNull("tolerationSeconds"))
                            .as(trial::describe)
                            .isTrue();
                }
            }
        });
        assertThat(used).as("-Dtolerant.seed=%d", seed).containsExactlyInAnyOrder("add", "remove");
    }

    @ManyTrials
    void thePatchAppliesByTheLetterOfTheRfcToo(long seed) {
        Trial.each(seed, trial -> {
            JsonNode object = trial.received().pod();

            JsonNode strictly = StrictPatch.apply(trial.answer().patch(), object);

            assertThat(strictly).as(trial::describe).isEqualTo(trial.patched());
        });
    }

    @ManyTrials
    void allElseOfThePodStaysAsItWas(long seed) {
        Trial.each(seed, trial -> {
            JsonNode received = withoutWhatMayChange(trial.received());

            JsonNode result = withoutWhatMayChange(trial.result());

            assertThat(result).as(trial::describe).isEqualTo(received);
        });
    }

    @ManyTrials
    void patchAndPatchTypeComeTogetherOrNotAtAll(long seed) {
        Trial.each(seed, trial -> {
            JsonNode response = trial.answer().response();

            boolean patched = response.has("patch");

            assertThat(response.has("patchType")).as(trial::describe).isEqualTo(patched);
            assertThat(trial.answer().patch().isEmpty()).as(trial::describe).isEqualTo(!patched);
        });
    }

    private static JsonNode withoutWhatMayChange(PodView pod) {
        ObjectNode rest = pod.pod().deepCopy();
        ((ObjectNode) rest.get("spec")).remove(List.of("tolerations", "affinity"));
        return rest;
    }
}

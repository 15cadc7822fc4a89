package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.ApiRules;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.Seeds;
import java.util.concurrent.atomic.AtomicInteger;

/** Promise 4: what the webhook adds is valid by the API's own rules. */
class ValidResultTest {
    @ManyTrials
    void everyTolerationThatIsAddedToANewPodIsValid(long seed) {
        AtomicInteger all = new AtomicInteger();
        AtomicInteger comparisons = new AtomicInteger();
        Trial.each(seed, trial -> {
            boolean comparisonOperators = trial.cluster().config().comparisonOperators();
            int received = trial.received().tolerations().size();

            JsonNode result = trial.result().tolerations();

            for (int i = received; i < result.size() && !trial.isUpdate(); i++) {
                JsonNode added = result.get(i);
                assertThat(ApiRules.violation(added, comparisonOperators))
                        .as(trial::describe)
                        .isEmpty();
                all.incrementAndGet();
                comparisons.addAndGet(ApiRules.text(added, "operator").matches("Lt|Gt") ? 1 : 0);
            }
        });
        assertThat(all).as("-Dtolerant.seed=%d", seed).hasValueGreaterThan(500);
        // Few namespaces give any, and with some seeds none does.
        assertThat(comparisons.get() > 0 || !Seeds.isFixed(seed))
                .as("-Dtolerant.seed=%d", seed)
                .isTrue();
    }

    @ManyTrials
    void aValidTolerationStaysValidWithItsNewSeconds(long seed) {
        Trial.each(seed, trial -> {
            JsonNode received = trial.received().tolerations();

            JsonNode result = trial.result().tolerations();

            for (int i = 0; i < received.size(); i++) {
                assertThat(ApiRules.violation(result.get(i), true))
                        .as(trial::describe)
                        .isEqualTo(ApiRules.violation(received.get(i), true));
            }
        });
    }
}

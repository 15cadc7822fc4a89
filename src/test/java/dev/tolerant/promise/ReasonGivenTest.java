package dev.tolerant.promise;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.rule.Decision;
import dev.tolerant.engine.rule.Step;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.settings.TolerantConfig;
import dev.tolerant.testing.ManyTrials;
import dev.tolerant.testing.NamespaceFixture;
import dev.tolerant.testing.RequestFixture;
import java.util.HashSet;
import java.util.Set;

/** Promise 6: every decision has a reason, with a code for programs and a sentence for people. */
class ReasonGivenTest {
    @ManyTrials
    void everyDecisionHasAStepWithACodeAndASentence(long seed) {
        Set<String> seen = new HashSet<>();
        Trial.each(seed, trial -> {
            Decision decision = decide(trial);

            assertThat(decision.steps()).as(trial::describe).isNotEmpty().allSatisfy(step -> {
                assertThat(step.rule().toString()).matches("[a-z]+(-[a-z]+)*");
                assertThat(step.code()).matches("[a-z]+(-[a-z]+)*");
                assertThat(step.sentence()).isNotBlank().doesNotContain("null");
            });
            decision.steps().forEach(step -> seen.add(step.rule() + " " + step.code()));
        });
        assertThat(seen).as("-Dtolerant.seed=%d", seed).contains("daemon-set added", "daemon-set seconds-set");
    }

    @ManyTrials
    void everyChangeHasItsOwnReason(long seed) {
        Trial.each(seed, trial -> {
            Decision decision = decide(trial);

            if (decision.refusal() != null) {
                assertThat(decision.changes()).as(trial::describe).isEmpty();
            } else if (trial.cluster().enforces()) {
                JsonNode patch = trial.answer().patch();
                assertThat(count(decision, Step.SecondsSet.class))
                        .as(trial::describe)
                        .isEqualTo(secondsIn(patch));
                assertThat(count(decision, Step.Added.class) + count(decision, Step.Restored.class))
                        .as(trial::describe)
                        .isEqualTo(tolerationsIn(patch));
            }
        });
    }

    private static long count(Decision decision, Class<? extends Step> type) {
        return decision.changes().stream().filter(type::isInstance).count();
    }

    private static long secondsIn(JsonNode patch) {
        long number = 0;
        for (JsonNode operation : patch) {
            number += operation.get("path").textValue().endsWith("/tolerationSeconds") ? 1 : 0;
        }
        return number;
    }

    private static long tolerationsIn(JsonNode patch) {
        long number = 0;
        for (JsonNode operation : patch) {
            String path = operation.get("path").textValue();
            number += path.endsWith("/tolerations/-") ? 1 : 0;
            number += path.endsWith("/tolerations") ? operation.get("value").size() : 0;
        }
        return number;
    }

    @ManyTrials
    void everyPatchAndRefusalIsAnnotatedForTheAuditLogWithItsReasons(long seed) {
        Set<String> seen = new HashSet<>();
        Trial.each(seed, trial -> {
            Decision decision = decide(trial);

            JsonNode annotations = trial.answer().response().path("auditAnnotations");

            boolean effective =
                    decision.refusal() != null || !decision.changes().isEmpty();
            assertThat(annotations.isObject()).as(trial::describe).isEqualTo(effective);
            if (effective) {
                seen.add(annotations.get("decision").textValue());
                String would = trial.cluster().enforces() ? "" : "would-be-";
                assertThat(annotations.get("decision").textValue())
                        .as(trial::describe)
                        .isEqualTo(would + decision.verdict().code());
                // The program changes nothing in a refused pod, so it reports only the refusal.
                boolean refused = decision.refusal() != null;
                decision.steps().stream()
                        .filter(step -> refused ? step instanceof Step.Refused : step.isChange())
                        .forEach(step -> assertThat(annotations.get("reasons").textValue())
                                .as(trial::describe)
                                .contains(step.rule() + " " + step.sentence()));
            }
        });
        assertThat(seen).as("-Dtolerant.seed=%d", seed).contains("patched", "refused");
    }

    @ManyTrials
    void aRefusalIsA403ThatSaysWhyAndAuditModeRefusesAndPatchesNothing(long seed) {
        Trial.each(seed, trial -> {
            JsonNode response = trial.answer().response();

            boolean allowed = trial.answer().allowed();

            if (!allowed) {
                assertThat(response.path("status").path("code").intValue())
                        .as(trial::describe)
                        .isEqualTo(403);
                assertThat(response.path("status").path("message").textValue())
                        .as(trial::describe)
                        .contains(trial.namespace().getMetadata().getName())
                        .contains("; remove ");
                assertThat(response.has("patch")).as(trial::describe).isFalse();
            }
            if (!trial.cluster().enforces()) {
                assertThat(allowed).as(trial::describe).isTrue();
                assertThat(response.has("patch")).as(trial::describe).isFalse();
            }
        });
    }

    private static Decision decide(Trial trial) {
        TolerantConfig config = trial.cluster().config();
        return RequestFixture.decide(
                trial.review(), config, Snapshot.EMPTY, NamespaceFixture.read(trial.namespace(), config));
    }
}

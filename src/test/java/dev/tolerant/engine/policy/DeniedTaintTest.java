package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.toleration.Effect;
import dev.tolerant.engine.toleration.Operator;
import dev.tolerant.engine.toleration.Taint;
import dev.tolerant.engine.toleration.Toleration;
import dev.tolerant.engine.toleration.TolerationSeconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Taints that no author may tolerate, and the tolerations that tolerate them. */
class DeniedTaintTest {
    private static final List<Effect> EFFECTS =
            List.of(Effect.NO_SCHEDULE, Effect.PREFER_NO_SCHEDULE, Effect.NO_EXECUTE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // denied                                    | toleration                                            |
                // caught
                "{key: pool, effect: NoSchedule}             | {key: pool, operator: Exists, effect: NoSchedule}      | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, value: any, effect: NoSchedule}            | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, effect: NoSchedule}                        | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, operator: Exists}                          | true",
                "{key: pool, effect: NoSchedule}             | {operator: Exists, effect: NoSchedule}                 | true",
                "{key: pool, effect: NoSchedule}             | {operator: Exists}                                     | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, operator: Gt, value: '1', effect: NoSchedule} | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, operator: Lt, value: '1'}                  | true",
                "{key: pool, effect: NoSchedule}             | {key: pool, operator: Exists, effect: NoExecute}       | false",
                "{key: pool, effect: NoSchedule}             | {operator: Exists, effect: NoExecute}                  | false",
                "{key: pool, effect: NoSchedule}             | {key: spot, operator: Exists}                          | false",
                "{key: pool, effect: NoSchedule}             | {key: pool2, operator: Exists}                         | false",
                "{key: pool}                                 | {key: pool, operator: Exists, effect: NoExecute}       | true",
                "{key: pool}                                 | {key: pool, value: a, effect: PreferNoSchedule}        | true",
                "{key: pool}                                 | {operator: Exists, effect: NoExecute, tolerationSeconds: 0} | true",
                "{key: pool}                                 | {key: spot, operator: Exists}                          | false",
                "{key: pool, value: ml}                      | {key: pool, value: ml, effect: NoSchedule}             | true",
                "{key: pool, value: ml}                      | {key: pool, operator: Equal, value: ml}                | true",
                "{key: pool, value: ml}                      | {key: pool, operator: Exists}                          | true",
                "{key: pool, value: ml}                      | {operator: Exists}                                     | true",
                "{key: pool, value: ml}                      | {key: pool, value: web}                                | false",
                "{key: pool, value: ml}                      | {key: pool}                                            | false",
                "{key: pool, value: ml}                      | {key: pool, operator: Gt, value: '1'}                  | false",
                "{key: pool, value: '5'}                     | {key: pool, operator: Gt, value: '4'}                  | true",
                "{key: pool, value: '5'}                     | {key: pool, operator: Gt, value: '5'}                  | false",
                "{key: pool, value: '5'}                     | {key: pool, operator: Lt, value: '6'}                  | true",
                "{key: pool, value: ''}                      | {key: pool}                                            | true",
                "{key: pool, value: ''}                      | {key: pool, value: ml}                                 | false",
                "{key: pool, value: ml, effect: NoExecute}   | {key: pool, value: ml}                                 | true",
                "{key: pool, value: ml, effect: NoExecute}   | {key: pool, value: ml, effect: NoSchedule}             | false",
            })
    void aTolerationThatReachesIntoTheSetIsCaught(String denied, String toleration, boolean caught) {
        // Given
        DeniedTaint taint = restriction("deny: [" + denied + "]").deny().get(0);
        Toleration written = PolicyFixture.of(
                        "{metadata: {name: p}, spec: {match: {}, tolerations: [" + toleration + "]}}")
                .tolerations()
                .get(0);

        // Then
        assertThat(taint.isToleratedBy(written)).isEqualTo(caught);
    }

    /**
     * Compares with the definition, for every taint that matters: a toleration is refused if it tolerates any taint of
     * the set.
     */
    @Test
    void whatIsCaughtIsWhatToleratesAnyTaintOfTheSet() {
        for (DeniedTaint denied : everyDenial()) {
            for (Toleration toleration : everyToleration()) {
                boolean expected = taintsOf(denied).stream().anyMatch(toleration::tolerates);
                assertThat(denied.isToleratedBy(toleration))
                        .as("%s against %s", toleration, denied)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void itReadsAsTaintsAreWritten() {
        assertThat(new DeniedTaint("pool", null, Effect.ANY)).hasToString("pool");
        assertThat(new DeniedTaint("pool", "ml", Effect.NO_SCHEDULE)).hasToString("pool=ml:NoSchedule");
        assertThat(new DeniedTaint("pool", "", Effect.NO_EXECUTE)).hasToString("pool:NoExecute");
    }

    private static List<DeniedTaint> everyDenial() {
        List<DeniedTaint> denials = new ArrayList<>();
        for (@Nullable String value : new @Nullable String[] {null, "", "5", "ml"}) {
            for (Effect effect : List.of(Effect.ANY, Effect.NO_SCHEDULE, Effect.NO_EXECUTE)) {
                denials.add(new DeniedTaint("pool", value, effect));
            }
        }
        return denials;
    }

    private static List<Toleration> everyToleration() {
        List<Toleration> tolerations = new ArrayList<>();
        List<Effect> effects = new ArrayList<>(EFFECTS);
        effects.add(Effect.ANY);
        for (Effect effect : effects) {
            tolerations.add(Toleration.exists("", effect));
            for (String key : List.of("pool", "spot")) {
                tolerations.add(Toleration.exists(key, effect));
                for (Operator operator : List.of(Operator.OMITTED, Operator.EQUAL, Operator.LT, Operator.GT)) {
                    for (String value : operator.comparesNumbers() ? List.of("4", "5", "6") : List.of("", "5", "ml")) {
                        tolerations.add(new Toleration(key, operator, value, effect, TolerationSeconds.NEVER));
                    }
                }
            }
        }
        return tolerations;
    }

    /** The set's taints; if it leaves the value open, with values of every sort. */
    private static List<Taint> taintsOf(DeniedTaint denied) {
        List<Taint> taints = new ArrayList<>();
        List<String> values = denied.value() == null
                ? List.of("", "ml", "other", "-1", "0", "4", "5", "6", "7")
                : List.of(Objects.requireNonNull(denied.value()));
        for (String value : values) {
            for (Effect effect : denied.effect() == Effect.ANY ? EFFECTS : List.of(denied.effect())) {
                taints.add(new Taint(denied.key(), value, effect));
            }
        }
        return taints;
    }

    private static Restriction restriction(String yaml) {
        return Objects.requireNonNull(
                PolicyFixture.of("{metadata: {name: p}, spec: {match: {}, restrict: {" + yaml + "}}}")
                        .restriction());
    }
}

package dev.tolerant.engine.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration.Operator;
import dev.tolerant.testing.ShortToleration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators and effects as the API writes them. */
class OperatorTest {

    @ParameterizedTest
    @EnumSource(value = Operator.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void anOperatorIsReadAsItIsWritten(Operator operator) {
        assertThat(Operator.of(operator.text())).isEqualTo(operator);
    }

    @ParameterizedTest
    @ValueSource(strings = {"In", "exists", "unknown", " "})
    void anyOtherOperatorIsUnknown(String text) {
        assertThat(Operator.of(text)).isEqualTo(Operator.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(value = Effect.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void anEffectIsReadAsItIsWritten(Effect effect) {
        assertThat(Effect.of(effect.text())).isEqualTo(effect);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Evict", "noschedule", "unknown"})
    void anyOtherEffectIsUnknown(String text) {
        assertThat(Effect.of(text)).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void anOmittedOperatorMeansEqual() {
        assertThat(Operator.OMITTED.meaning()).isEqualTo(Operator.EQUAL);
        assertThat(Operator.GT.meaning()).isEqualTo(Operator.GT);
    }

    @Test
    void onlyLtAndGtCompareNumbers() {
        assertThat(Operator.values()).filteredOn(Operator::comparesNumbers).containsExactly(Operator.LT, Operator.GT);
    }

    @Test
    void whatTheApiRefusesMatchesNoTaint() {
        assertThat(ShortToleration.toleration("foo In=bar :NS").tolerates(ShortToleration.taint("foo=bar:NS")))
                .isFalse();
        assertThat(ShortToleration.toleration("foo Ex :Evict").tolerates(ShortToleration.taint("foo:NX")))
                .isFalse();
    }
}

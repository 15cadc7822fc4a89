package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Taint.Effect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the control plane waits for a sign of a node. */
class GracePeriodTest {

    @ParameterizedTest
    @CsvSource({"v1.36.2, 50", "v1.32.0, 50", "v1.31.9-eks-1, 40", "v1.27.3+k3s1, 40", "1.40, 50"})
    void theDefaultIsThatOfTheVersion(String version, long seconds) {
        assertThat(GracePeriod.of(null, List.of(), version).after()).hasSeconds(seconds);
    }

    @Test
    void anUnknownVersionWaitsAsNewOnesDoAndSaysSo() {
        assertThat(GracePeriod.of(null, List.of(), "").after()).hasSeconds(50);
        assertThat(GracePeriod.of(null, List.of(), "").because()).contains("is not known");
    }

    @Test
    void whatSomebodyNamesCountsAndTaintsComeAtOnce() {
        Duration named = Duration.ofSeconds(7);
        assertThat(GracePeriod.of(named, List.of(), "v1.20.0")).isEqualTo(new GracePeriod(named, ""));
        assertThat(GracePeriod.of(null, List.of(Taint.of("a", Effect.NO_EXECUTE)), "v1.36.0")
                        .after())
                .isZero();
    }
}

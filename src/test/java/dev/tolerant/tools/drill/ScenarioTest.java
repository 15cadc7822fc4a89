package dev.tolerant.tools.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the control plane waits for a sign of a node. */
class ScenarioTest {
    private static final List<String> NODES = List.of("n1");

    @ParameterizedTest
    @CsvSource({"v1.36.2, 50", "v1.32.0, 50", "v1.31.9-eks-1, 40", "v1.27.3+k3s1, 40", "1.40, 50"})
    void theDefaultIsThatOfTheVersion(String version, long seconds) {
        assertThat(Scenario.of(NODES, List.of(), null, version).grace()).hasSeconds(seconds);
    }

    @Test
    void anUnknownVersionWaitsAsNewOnesDoAndSaysSo() {
        assertThat(Scenario.of(NODES, List.of(), null, "").grace()).hasSeconds(50);
        assertThat(Scenario.of(NODES, List.of(), null, "").because()).contains("is not known");
    }

    @Test
    void whatSomebodyNamesCountsAndTaintsComeAtOnce() {
        Duration named = Duration.ofSeconds(7);
        assertThat(Scenario.of(NODES, List.of(), named, "v1.20.0"))
                .isEqualTo(new Scenario(NODES, List.of(), named, "", false));
        assertThat(Scenario.of(NODES, List.of(Taint.of("a", Effect.NO_EXECUTE)), null, "v1.36.0")
                        .grace())
                .isZero();
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.words.LabelSelector;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code kubectl tolerant drill}: its selectors and durations; the script has the rest. */
class DrillCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    zone=a | true
                    zone==a,!gpu | true
                    zone!=a | false
                    zone in (a, b),zone | true
                    zone notin (a) | false
                    other | false
                    other!=x | true
                    !zone | false
                    """)
    void aSelectorMeansWhatItMeansToKubectl(String text, boolean matches) throws Exception {
        LabelSelector selector = NodeSelection.parsed(text);
        assertThat(selector.matches(Map.of("zone", "a"))).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "a,", "a b", "a in", "=b", "a=(b)", "a,,b"})
    void whatIsNoSelectorIsRefused(String text) {
        assertThatThrownBy(() -> NodeSelection.parsed(text)).isInstanceOf(InputException.class);
    }

    @ParameterizedTest
    @CsvSource({"50s, 50", "1m30s, 90", "2h, 7200", "40, 40"})
    void aDurationIsReadAsKubectlReadsIt(String text, long seconds) {
        assertThat(new DurationConverter().convert(text)).hasSeconds(seconds);
    }
}

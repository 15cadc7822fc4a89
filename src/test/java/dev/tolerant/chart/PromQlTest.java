package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PromQlTest {

    @Test
    void matchersAndGroupingAreLabelsAndFunctionsAreNoMetrics() {
        // Given
        String expression =
                "histogram_quantile(0.99, sum by (le, pod) (rate(a_bucket{job=\"x, y\",kind!~\"b{1}\"}[10m])))"
                        + " > 0.5 unless c offset 1d <= 2 * c{d=\"e\"}";

        // When
        Map<String, Set<String>> metrics = PromQl.metricsIn(expression);

        // Then
        assertThat(metrics)
                .isEqualTo(Map.of("a_bucket", Set.of("job", "kind", "le", "pod"), "c", Set.of("d", "le", "pod")));
    }
}

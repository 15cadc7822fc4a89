package dev.tolerant.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.RenderedChart;
import org.junit.jupiter.api.Test;

/** The chart takes the values with which the tests against a real API server install it, most of which run elsewhere. */
class ApiServerValuesChartTest {

    @Test
    void theChartHasTheValuesThatItIsInstalledWith() {
        assertThat(RenderedChart.with(ChartApiServerIT.VALUES.formatted(5))).isNotNull();
        assertThat(RenderedChart.with(ChartApiServerIT.MORE)).isNotNull();
        assertThat(RenderedChart.with(OwnAccountApiServerIT.VALUES)).isNotNull();
        assertThat(RenderedChart.with(KeeperApiServerIT.VALUES.formatted("Q0E=")))
                .isNotNull();
    }
}

package dev.tolerant.fault;

import dev.tolerant.testing.RenderedChart;
import dev.tolerant.testing.SettingsFile;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.stream.Collectors;

/** How the chart runs the program by default, as Helm renders it: its settings, its environment and its memory. */
record ChartSettings(Map<String, String> settings, Map<String, String> environment, long memoryLimit) {

    private static final ChartSettings DEFAULTS = of(RenderedChart.ofDefaults());

    static ChartSettings defaults() {
        return DEFAULTS;
    }

    private static ChartSettings of(RenderedChart chart) {
        Container container = chart.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        return new ChartSettings(
                SettingsFile.of(chart),
                container.getEnv().stream().collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue)),
                container
                        .getResources()
                        .getLimits()
                        .get("memory")
                        .getNumericalAmount()
                        .longValue());
    }
}

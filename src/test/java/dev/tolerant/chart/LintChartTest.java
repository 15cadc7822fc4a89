package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import dev.tolerant.testing.ChartCopy;
import dev.tolerant.testing.RenderedChart;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code helm lint --strict} says, for the defaults and for every file under {@code ci}. */
class LintChartTest {
    private static final YAMLMapper YAML = new YAMLMapper();

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.tolerant.testing.RenderedChart#ciFiles")
    void itHasNothingToSayAboutTheValuesUnderCi(String name) throws IOException {
        JsonNode defaults = YAML.readTree(RenderedChart.read(RenderedChart.CHART.resolve("values.yaml")));
        JsonNode values = YAML.readerForUpdating(defaults).readTree(RenderedChart.ciValues(name));
        ChartCopy chart = ChartCopy.in(folder).withDefaults(YAML.writeValueAsString(values));

        LintResult result = new Helm(chart.path()).lint().strict().call();

        assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
        assertThat(result.getMessages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.30.0", "1.30.5-gke.1443001", "1.31.2-eks-7f9249a", "1.36.2"})
    void itRunsOnClustersWhereMatchConditionsAreStable(String version) {
        String manifest = template(version);

        assertThat(manifest).contains("kind: MutatingWebhookConfiguration");
    }

    @Test
    void anOlderClusterIsRefused() {
        assertThatThrownBy(() -> template("1.29.14"))
                .hasMessageContaining(
                        "chart requires kubeVersion: >=1.30.0-0 which is incompatible with Kubernetes v1.29.14");
    }

    private static String template(String kubeVersion) {
        return new Helm(RenderedChart.CHART)
                .template()
                .withKubeVersion(kubeVersion)
                .set("image.repository", RenderedChart.IMAGE)
                .call();
    }

    @Test
    void theChartsVersionOfTheProgramIsTheBuilds() throws IOException {
        JsonNode chart = YAML.readTree(RenderedChart.read(RenderedChart.CHART.resolve("Chart.yaml")));

        String pom = RenderedChart.read(Path.of("pom.xml"));

        String program = pom.substring(pom.indexOf("<version>") + "<version>".length(), pom.indexOf("</version>"));
        assertThat(chart.path("appVersion").asText()).isEqualTo(program.replace("-SNAPSHOT", ""));
        assertThat(chart.path("kubeVersion").asText()).isEqualTo(">=" + RenderedChart.KUBE_VERSION + "-0");
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.ChartCopy;
import dev.tolerant.testing.RenderedChart;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two releases of the chart, one over the other: {@code helm upgrade} and {@code helm rollback} between them. */
class UpgradeChartTest {
    @TempDir
    private Path folder;

    static Stream<String> ciFiles() {
        return RenderedChart.ciFiles();
    }

    @ParameterizedTest
    @MethodSource("ciFiles")
    void theNextReleaseHasTheObjectsOfTheLastAndChangesNothingThatCannotChange(String values) throws IOException {
        RenderedChart last = of("0.0.9", values);
        RenderedChart next = of("0.2.0", values);

        assertThat(last.objects())
                .extracting(object -> object.getMetadata().getLabels().get("app.kubernetes.io/version"))
                .containsOnly("0.0.9");
        assertThat(next.objects())
                .extracting(UpgradeChartTest::identity)
                .containsExactlyElementsOf(
                        last.objects().stream().map(UpgradeChartTest::identity).toList());
    }

    /** Lease, Secret and the objects that the leader writes are named by these. */
    @ParameterizedTest
    @MethodSource("ciFiles")
    void replicasOfBothReleasesShareWhatTheyWrite(String values) throws IOException {
        assertThat(environment(of("0.2.0", values)))
                .isNotEmpty()
                .containsExactlyElementsOf(environment(of("0.0.9", values)));
    }

    private static List<EnvVar> environment(RenderedChart chart) {
        return chart.all(Deployment.class).stream()
                .flatMap(deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .toList();
    }

    /** What says to an API server that it is the same object, and what it lets no update change. */
    private static List<Object> identity(HasMetadata object) {
        Object fixed = "";
        if (object instanceof Deployment deployment) {
            fixed = deployment.getSpec().getSelector();
        } else if (object instanceof Service service) {
            fixed = service.getSpec().getSelector();
        } else if (object instanceof RoleBinding binding) {
            fixed = binding.getRoleRef();
        } else if (object instanceof ClusterRoleBinding binding) {
            fixed = binding.getRoleRef();
        }
        String namespace = String.valueOf(object.getMetadata().getNamespace());
        return List.of(
                object.getApiVersion(),
                object.getKind(),
                namespace,
                object.getMetadata().getName(),
                fixed);
    }

    private RenderedChart of(String version, String values) throws IOException {
        String chart = RenderedChart.read(RenderedChart.CHART.resolve("Chart.yaml"));
        ChartCopy copy = ChartCopy.in(Files.createDirectory(folder.resolve(version)))
                .write("Chart.yaml", chart.replaceAll("(?m)^(version|appVersion): .*", "$1: " + version));
        return RenderedChart.withoutImage(copy.path(), RenderedChart.ciValues(values));
    }
}

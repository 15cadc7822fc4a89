package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Annotations that the values give to all objects, and those of one object. */
class AnnotationsChartTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void everyObjectHasTheCommonOnes(String ci) {
        // Given
        ChartCopy chart = ChartCopy.in(folder).withoutHooks();
        String values = RenderedChart.ciValues(ci)
                .replace("commonAnnotations: {example.com/owner: platform}\n", "")
                .replaceAll("(?s)extraManifests:\n.*", "");

        // When
        RenderedChart rendered =
                RenderedChart.of(chart.path(), values + "\ncommonAnnotations: {example.com/a: \"1\"}\n");

        // Then
        assertThat(rendered.objects())
                .isNotEmpty()
                .allSatisfy(object -> assertThat(object.getMetadata().getAnnotations())
                        .as("%s", object.getKind())
                        .containsEntry("example.com/a", "1"));
    }

    @Test
    void thoseOfOneObjectWin() {
        // When
        RenderedChart chart =
                RenderedChart.of(ChartCopy.in(folder).withoutHooks().path(), """
                commonAnnotations: {a: common, helm.sh/resource-policy: none, hook: mine, helm.sh/hook-delete-policy: mine}
                serviceAccount: {annotations: {a: own}}
                """);

        // Then
        assertThat(annotations(chart.only(ServiceAccount.class))).containsEntry("a", "own");
        assertThat(annotations(chart.only(Deployment.class))).containsEntry("a", "common");
        assertThat(annotations(chart.only(CustomResourceDefinition.class)))
                .containsEntry("a", "common")
                .containsEntry("helm.sh/resource-policy", "keep");
        assertThat(annotations(chart.only(Pod.class)))
                .containsEntry("helm.sh/hook-delete-policy", "before-hook-creation,hook-succeeded");
    }

    @Test
    void aChangeOfThemRestartsNoPod() {
        // When
        RenderedChart chart = RenderedChart.with("commonAnnotations: {example.com/a: b}");

        // Then
        assertThat(chart.only(Deployment.class).getSpec().getTemplate())
                .isEqualTo(RenderedChart.ofDefaults()
                        .only(Deployment.class)
                        .getSpec()
                        .getTemplate());
    }

    @Test
    void byDefaultOnlyTheDefinitionHasAny() {
        // When
        RenderedChart chart = RenderedChart.ofDefaults();

        // Then
        assertThat(chart.objects())
                .filteredOn(object -> !annotations(object).isEmpty())
                .extracting(HasMetadata::getKind)
                .containsExactly("CustomResourceDefinition");
    }

    private static Map<String, String> annotations(HasMetadata object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return annotations == null ? Map.of() : annotations;
    }
}

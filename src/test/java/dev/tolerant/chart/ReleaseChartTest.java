package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The definition of TolerationPolicy, and what else comes with a release. */
class ReleaseChartTest {

    @Test
    void theDefinitionIsTheGeneratedOneAndOutlivesTheRelease() {
        CustomResourceDefinition generated = new KubernetesSerialization()
                .unmarshal(
                        RenderedChart.read(RenderedChart.CHART.resolve("files/crd.yaml")),
                        CustomResourceDefinition.class);

        CustomResourceDefinition shipped =
                RenderedChart.ofDefaults().named(CustomResourceDefinition.class, "tolerationpolicies.tolerant.dev");

        assertThat(shipped.getSpec()).isEqualTo(generated.getSpec());
        assertThat(shipped.getMetadata().getName())
                .isEqualTo(generated.getMetadata().getName());
        assertThat(shipped.getMetadata().getAnnotations()).isEqualTo(Map.of("helm.sh/resource-policy", "keep"));
        assertThat(shipped.getMetadata().getLabels()).containsEntry("app.kubernetes.io/managed-by", "Helm");
    }

    @Test
    void theDefinitionHasNothingThatTheApiServerWouldDrop() {
        CustomResourceDefinition shipped =
                RenderedChart.ofDefaults().named(CustomResourceDefinition.class, "tolerationpolicies.tolerant.dev");

        assertThat(columns(shipped))
                .hasSize(5)
                .extracting(CustomResourceColumnDefinition::getPriority)
                .doesNotContain(0);
    }

    private static List<CustomResourceColumnDefinition> columns(CustomResourceDefinition definition) {
        return definition.getSpec().getVersions().get(0).getAdditionalPrinterColumns();
    }

    @Test
    void theDefinitionMayComeFromElsewhere() {
        RenderedChart elsewhere = RenderedChart.with("crds: {enabled: false}");

        assertThat(elsewhere.all(CustomResourceDefinition.class)).isEmpty();
    }

    @Test
    void everyObjectHasTheReleasesLabelsAndThoseOfTheValues() {
        RenderedChart chart = RenderedChart.with(
                "{commonLabels: {team: platform, app.kubernetes.io/name: mine}, certificates: {mode: certManager}}");

        for (HasMetadata object : chart.objects()) {
            assertThat(object.getMetadata().getLabels())
                    .as("%s", object.getKind())
                    .containsEntry("team", "platform")
                    .containsEntry("app.kubernetes.io/name", "tolerant")
                    .containsEntry("app.kubernetes.io/instance", "tolerant")
                    .containsEntry("app.kubernetes.io/part-of", "tolerant")
                    .containsEntry("app.kubernetes.io/managed-by", "Helm")
                    .containsEntry("helm.sh/chart", "tolerant-0.1.0");
        }
    }

    @Test
    void aNameOfDigitsStaysText() {
        String manifest = RenderedChart.manifest(RenderedChart.CHART, "{}", "42", "1234");

        assertThat(manifest)
                .contains("namespace: \"1234\"")
                .contains("app.kubernetes.io/instance: \"42\"")
                .doesNotContain("namespace: 1234")
                .doesNotContain("app.kubernetes.io/instance: 42");
    }

    @Test
    void namesFollowTheReleaseOrTheValues() {
        RenderedChart other = RenderedChart.in("elsewhere", "green", "{}");
        RenderedChart named = RenderedChart.with("fullnameOverride: taints");

        assertThat(mainName(other)).isEqualTo("green-tolerant");
        assertThat(mainName(named)).isEqualTo("taints");
    }

    private static String mainName(RenderedChart chart) {
        return chart.only(Deployment.class).getMetadata().getName();
    }
}

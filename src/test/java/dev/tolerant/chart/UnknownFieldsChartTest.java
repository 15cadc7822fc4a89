package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field that the chart renders is one that the API has. */
class UnknownFieldsChartTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void noObjectHasAFieldThatItsKindDoesNotHave(String name) {
        Path withHooks = ChartCopy.in(folder).withoutHooks().path();

        RenderedChart chart = RenderedChart.of(withHooks, RenderedChart.ciValues(name));

        for (HasMetadata object : chart.objects()) {
            if (!(object instanceof GenericKubernetesResource)) {
                assertThat(UnknownFields.of(object)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void noTwoObjectsHaveOneKindAndName(String name) {
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues(name));

        assertThat(chart.objects())
                .extracting(
                        object -> object.getKind() + "/" + object.getMetadata().getName())
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void onlyKindsOfOthersAreNotLookedInto(String name) {
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues(name));

        assertThat(chart.all(GenericKubernetesResource.class))
                .extracting(GenericKubernetesResource::getApiVersion)
                .isSubsetOf("cert-manager.io/v1", "monitoring.coreos.com/v1");
    }

    @Test
    void aMisspeltFieldWouldBeSeen() {
        Object pod = new KubernetesSerialization().unmarshal("""
                apiVersion: v1
                kind: Pod
                metadata: {name: sample, label: {}}
                spec: {containers: [{name: main, ports: [{containerPort: 1, protokoll: TCP}]}], dnspolicy: Default}
                """);

        List<String> unknown = UnknownFields.of(pod);

        assertThat(unknown)
                .containsExactlyInAnyOrder(
                        "Pod.Metadata.label", "Pod.Spec.dnspolicy", "Pod.Spec.Containers[].Ports[].protokoll");
    }
}

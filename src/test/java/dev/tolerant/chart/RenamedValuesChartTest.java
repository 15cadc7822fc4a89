package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that got the names that other charts use. */
class RenamedValuesChartTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "replicas: 3                                   | replicas has a new name: set replicaCount instead",
                "crd: {install: false}                         | crd.install has a new name: set crds.enabled instead",
                "crd: {install: true}                          | crd.install has a new name: set crds.enabled instead",
                "crd: {keep: false}                            | crd.keep has a new name: set crds.keep instead",
                "autoscaling: {targetCpuPercent: 80}           | autoscaling.targetCpuPercent has a new name: set autoscaling.targetCPUUtilizationPercentage instead",
                "monitoring: {serviceMonitor: {enabled: true}}  | monitoring.serviceMonitor has a new name: set monitoring.podMonitor instead",
                "{replicas: 1, webhook: {url: 'https://a:8443', caBundle: AAAA}} | replicas has a new name: set replicaCount instead",
            })
    void anOldNameIsRefusedWithTheNewOne(String values, String sentence) {
        assertThatThrownBy(() -> RenderedChart.with(values)).hasMessageContaining(sentence);
    }

    @Test
    void whatTheSchemaLetsPassOnlyToBeRefusedIsWhatWasRenamed() throws IOException {
        // Given
        JsonNode schema = new ObjectMapper()
                .readTree(RenderedChart.CHART.resolve("values.schema.json").toFile());

        // When
        List<String> old = new ArrayList<>();
        collectOld("", schema, old);

        // Then
        assertThat(old)
                .containsExactlyInAnyOrder(
                        "/replicas", "/crd", "/autoscaling/targetCpuPercent", "/monitoring/serviceMonitor");
    }

    private static void collectOld(String path, JsonNode schema, List<String> old) {
        schema.path("properties").fields().forEachRemaining(each -> {
            String place = path + "/" + each.getKey();
            if (each.getValue().path("deprecated").asBoolean()) {
                old.add(place);
            }
            collectOld(place, each.getValue(), old);
        });
    }

    @Test
    void aMapOfTheOldNameWithNothingThatWasEverInItIsRefusedToo() {
        assertThatThrownBy(() -> RenderedChart.with("crd: {enabled: true}"))
                .hasMessageContaining("crd has a new name: set crds instead");
    }
}

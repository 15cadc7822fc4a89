package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.observed.facts.FactKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesChecksTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final Path CRD = Path.of("helm", "tolerant", "files", "crd.yaml");
    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final String SPEC = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";

    @ParameterizedTest
    @CsvSource({"v1.36.2, PASSED", "v1.30.0-gke.1, PASSED", "v1.29.9, FAILED", "v2.0.0, PASSED", "'', UNKNOWN"})
    void theServersVersionHasToBeOneThatTheChartSupports(String version, Mark mark) {
        // Given
        ClusterFacts cluster = new ClusterFacts("test", DoctorFixture.NOW, version, Map.of(), Map.of(), List.of());

        // Then
        assertThat(finding("server-version", cluster).mark()).isEqualTo(mark);
    }

    @Test
    void kindsThatMayNotBeReadAreNamed() {
        // When
        Finding finding = finding("readable", facts(Map.of(FactKind.NODE, "you may not list nodes")));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.details()).containsExactly("nodes: you may not list nodes");
        assertThat(finding("readable", facts()).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void theChartsOwnCrdPasses() throws IOException {
        assertThat(crd(crd -> {}).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aCrdWithoutAFieldIsOlderAndFails() throws IOException {
        // When
        Finding finding = crd(crd -> ((ObjectNode) crd.at(SPEC)).remove("nodes"));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("spec.nodes");
    }

    @Test
    void aCrdWithAnotherFieldIsLaterAndAWarning() throws IOException {
        // When
        Finding finding =
                crd(crd -> ((ObjectNode) crd.at(SPEC)).putObject("moon").put("type", "string"));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details()).containsExactly("spec.moon");
    }

    @Test
    void aCrdThatServesAnotherVersionFails() throws IOException {
        assertThat(crd(crd -> ((ObjectNode) crd.at("/spec/versions/0")).put("served", false))
                        .mark())
                .isEqualTo(Mark.FAILED);
    }

    @Test
    void aClusterWithoutTheCrdFailsUnlessItNeedsNone() {
        // Given
        String none = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tolerant, namespace: tolerant-system}
                data: {application.properties: tolerant.policies.source=none}
                """;

        // Then
        assertThat(finding("crd", facts(), server).mark()).isEqualTo(Mark.FAILED);
        assertThat(finding("crd", facts(none), server).mark()).isEqualTo(Mark.PASSED);
    }

    /** Changes a CRD. */
    @FunctionalInterface
    private interface Change {
        void in(JsonNode crd);
    }

    private Finding crd(Change change) throws IOException {
        JsonNode crd = DoctorFixture.yaml(Files.readString(CRD));
        change.in(crd);
        return finding("crd", facts(), server.with(PATH, crd.toString()));
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether the cluster's CRD has the fields of this version. */
class CrdCheckTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final Path CRD = Path.of("helm", "tolerant", "files", "crd.yaml");
    private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
    private static final String SPEC = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";

    @Test
    void theChartsOwnCrdPasses() throws Exception {
        assertThat(crd(crd -> {}).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aCrdWithoutAFieldIsOlderAndFails() throws Exception {
        CheckResult finding = crd(crd -> ((ObjectNode) crd.at(SPEC)).remove("nodes"));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("spec.nodes");
    }

    @Test
    void aCrdWithAnotherFieldIsLaterAndAWarning() throws Exception {
        CheckResult finding =
                crd(crd -> ((ObjectNode) crd.at(SPEC)).putObject("moon").put("type", "string"));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details()).containsExactly("spec.moon");
    }

    @Test
    void aCrdThatServesAnotherVersionFails() throws Exception {
        assertThat(crd(crd -> ((ObjectNode) crd.at("/spec/versions/0")).put("served", false))
                        .mark())
                .isEqualTo(Mark.FAILED);
    }

    @Test
    void aClusterWithoutTheCrdFailsUnlessItNeedsNone() {
        String none = """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tolerant, namespace: tolerant-system}
                data: {application.properties: tolerant.policies.source=none}
                """;

        assertThat(finding("crd", clusterObjects(), server).mark()).isEqualTo(Mark.FAILED);
        assertThat(finding("crd", clusterObjects(none), server).mark()).isEqualTo(Mark.PASSED);
    }

    /** Changes a CRD. */
    @FunctionalInterface
    private interface Change {
        void in(JsonNode crd);
    }

    private CheckResult crd(Change change) throws Exception {
        JsonNode crd = ManifestFile.read(CRD).documents().get(0);
        change.in(crd);
        return finding("crd", clusterObjects(), server.with(PATH, crd.toString()));
    }
}

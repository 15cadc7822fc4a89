package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.words.Review.Provenance;
import dev.tolerant.engine.words.StoredPod;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a pod's managers: who owns its tolerations. */
class PodReaderTest {
    private static final String TOLERATIONS = "fieldsV1: {f:spec: {f:tolerations: {}}}";
    private static final String SPEC = "fieldsV1: {f:spec: {f:containers: {}}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # An apply owns the tolerations.
                    [{manager: gitops, operation: Apply, $T}]                                 | APPLIED    | true
                    [{$T, operation: Apply}]                                                  | APPLIED    | true
                    [{operation: Update, $S}, {operation: Apply, $T}]                         | APPLIED    | true
                    [{operation: Update, $T}, {operation: Apply, $T}]                         | OWNED      | true
                    [{operation: Apply, $T}, {operation: Update, $S}]                         | APPLIED    | true
                    # Another apply, or none.
                    [{operation: Apply, $S}, {operation: Update, $T}]                         | OWNED      | false
                    [{operation: Update, $T}]                                                 | OWNED      | false
                    [{operation: apply, $T}]                                                  | OWNED      | false
                    [{operation: 7, $T}]                                                      | OWNED      | false
                    [{operation: {a: Apply}, $T}]                                             | OWNED      | false
                    [{operation: {$T}, $S}]                                                   | UNOWNED    | false
                    [{operation: [{$T}], $S}]                                                 | UNOWNED    | false
                    [{operation: null, $T}]                                                   | OWNED      | false
                    [{$T}]                                                                    | OWNED      | false
                    [{operation: Apply, $S}]                                                  | UNOWNED    | false
                    [{operation: Apply, fieldsV1: {f:status: {f:tolerations: {}}}}]           | UNOWNED    | false
                    [{operation: Apply, fieldsV1: {f:spec: [f:tolerations]}}]                 | UNOWNED    | false
                    [{operation: Apply, fieldsV1: {f:tolerations: {}}}]                       | UNOWNED    | false
                    # The keeper owns them, or something else.
                    [{manager: tolerant-keeper, operation: Update, $T}]                        | KEPT       | false
                    [{$T, manager: tolerant-keeper}]                                           | KEPT       | false
                    [{manager: kubectl, $T}, {manager: tolerant-keeper, $T}]                   | KEPT       | false
                    [{manager: tolerant-keeper, $S}, {manager: kubectl, $T}]                   | OWNED      | false
                    [{manager: tolerant-keeper, $S}]                                           | UNOWNED    | false
                    [{manager: tolerant-keeper-2, $T}]                                         | OWNED      | false
                    [{manager: {a: tolerant-keeper}, $T}]                                      | OWNED      | false
                    [{manager: tolerant-keeper, $T}, {}]                                       | UNREADABLE | false
                    # Malformed: nobody can be told to be innocent, and an apply that is there counts.
                    [{}]                                                                      | UNREADABLE | false
                    []                                                                        | UNREADABLE | false
                    null                                                                      | UNREADABLE | false
                    [null]                                                                    | UNREADABLE | false
                    [{operation: Apply}]                                                      | UNREADABLE | false
                    [{operation: Apply, fieldsV1: null}]                                      | UNREADABLE | false
                    [{operation: Apply, fieldsV1: [f:spec]}]                                  | UNREADABLE | false
                    [{operation: Apply, $T}, {}]                                              | UNREADABLE | true
                    [{operation: Update, $T}, {operation: Apply}]                             | UNREADABLE | false
                    """)
    void theOwnerOfTheTolerationsIsFound(String managers, Provenance provenance, boolean applied) throws Exception {
        ObjectNode pod = pod(managers);

        StoredPod stored = PodReader.stored(WholeProgram.JSON.writeValueAsBytes(pod));
        Decidable review = (Decidable) RequestFixture.read(PodReview.aPod().with(pod));

        assertThat(stored.provenance()).isEqualTo(provenance);
        assertThat(stored.applied()).isEqualTo(applied);
        assertThat(review.review().provenance()).isEqualTo(provenance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a: b}", "text", "7"})
    void whatIsNoListIsNoPodOfTheApis(String managers) throws IOException {
        byte[] pod = WholeProgram.JSON.writeValueAsBytes(pod(managers));

        assertThatThrownBy(() -> PodReader.stored(pod))
                .isInstanceOf(UnexpectedJsonException.class)
                .hasMessageStartingWith("metadata.managedFields must be a list");
    }

    private static ObjectNode pod(String managers) {
        ObjectNode pod = Yaml.object("{metadata: {name: web}, spec: {tolerations: [{key: a}]}}");
        ((ObjectNode) pod.get("metadata"))
                .set(
                        "managedFields",
                        Yaml.tree(managers.replace("$T", TOLERATIONS).replace("$S", SPEC)));
        return pod;
    }
}

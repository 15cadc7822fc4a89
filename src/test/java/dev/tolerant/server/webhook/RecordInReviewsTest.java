package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What reviews do to the annotation that records givers, and to what the fleet keeper writes. */
class RecordInReviewsTest {
    private static final String ANNOTATION = "tolerant.dev/given";
    private static final String KEEPER = "system:serviceaccount:tolerant:tolerant";
    private static final String RECORD = "[{\"key\":\"node.kubernetes.io/not-ready\",\"operator\":\"Exists\","
            + "\"effect\":\"NoExecute\",\"tolerationSeconds\":60,\"from\":\"node-failure\"},"
            + "{\"key\":\"node.kubernetes.io/unreachable\",\"operator\":\"Exists\","
            + "\"effect\":\"NoExecute\",\"tolerationSeconds\":300,\"from\":\"node-failure\"}]";

    private final PolicyCluster cluster = cluster("enforce");

    private static PolicyCluster cluster(String fleet) {
        return PolicyCluster.with(List.of())
                .setting("fleet.mode", fleet)
                .setting("fleet.account", KEEPER)
                .setting("rules.node-failure.not-ready", "60");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "no record", "[{\"key\":\"own\",\"from\":\"other\"}]", "{}", "x"})
    void aNewPodsRecordReplacesWhateverItsAuthorSent(String sent) {
        // Given
        ObjectNode review = PodReview.aPod().creation();
        write((ObjectNode) review.at("/request/object"), sent);
        claim(review, "jane");

        // Then
        assertThat(record(cluster.webhook().ask(review).object())).isEqualTo(RECORD);
        assertThat(record(cluster.create(PodReview.aPod()).object())).isEqualTo(RECORD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tolerant-fleet", "tolerant", "kube-controller-manager"})
    void aRecordThatAClientWroteDoesNotCountWhateverTheClientCallsItself(String manager) {
        // Given a pod that needs nothing, of which the author says that somebody else gave it all
        ObjectNode review = PodReview.pod("""
                spec:
                  containers: [{name: main}]
                  tolerations:
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute}
                """).creation();
        write((ObjectNode) review.at("/request/object"), RECORD);
        claim(review, manager);

        // When
        Webhook.Answer answer = cluster.webhook().ask(review);

        // Then
        assertThat(record(answer.object())).isEqualTo("[]");
        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute");
    }

    /** As with {@code reinvocationPolicy: IfNeeded}: nobody owns what came during admission. */
    @Test
    void whatAnEarlierCallAboutTheSameRequestGaveStaysGiven() {
        // Given
        JsonNode first = cluster.create(PodReview.aPod()).object();

        // When
        Webhook.Answer again = cluster.webhook().ask(PodReview.aPod().with(first));

        // Then
        assertThat(again.patch()).isEmpty();
        assertThat(record(again.object())).isEqualTo(RECORD);
    }

    /** A second call about the same request could not tell the record of the first one from a client's. */
    @Test
    void whereManagedFieldsCannotBeReadNobodyWritesARecordAndAClientsIsEmptied() {
        // Given
        ObjectNode review = PodReview.aPod().creationOfUnknownOrigin();
        ObjectNode forged = review.deepCopy();
        write((ObjectNode) forged.at("/request/object"), RECORD);
        review.withArray("/request/object/spec/tolerations").removeAll();

        // When
        Webhook.Answer answer = cluster.webhook().ask(review);
        JsonNode emptied = cluster.webhook().ask(forged).object();

        // Then
        assertThat(PolicyCluster.tolerations(answer)).contains("not-ready:NoExecute@60");
        assertThat(answer.object().at("/metadata").has("annotations")).isFalse();
        assertThat(record(emptied)).isEqualTo("[]");
        assertThat(cluster.webhook().ask(PodReview.aPod().with(emptied)).patch())
                .isEmpty();
    }

    @Test
    void aPodThatNothingChangesGetsNoRecord() {
        // Given
        PodReview complete = PodReview.tolerating("[{operator: Exists}]");

        // Then
        assertThat(PolicyCluster.with("")
                        .setting("fleet.mode", "audit")
                        .setting("fleet.account", KEEPER)
                        .create(complete)
                        .patch())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"removed,", "changed, []", "changed, no record", "forged, '[{\"key\":\"own\",\"from\":\"other\"}]'"})
    void anUpdateRestoresTheStoredPodsRecord(String how, String text) {
        // Given
        ObjectNode stored = stored();
        ObjectNode updated = stored.deepCopy();
        if (text == null) {
            ((ObjectNode) updated.at("/metadata/annotations")).remove(ANNOTATION);
        } else {
            write(updated, text);
        }

        // Then
        assertThat(record(
                        cluster.webhook().ask(PodReview.update(updated, stored)).object()))
                .as(how)
                .isEqualTo(RECORD);
    }

    @Test
    void anUpdateThatRemovesAllAnnotationsKeepsTheRecord() {
        // Given
        ObjectNode stored = stored();
        ObjectNode updated = stored.deepCopy();
        ((ObjectNode) updated.get("metadata")).remove("annotations");

        // Then
        assertThat(record(
                        cluster.webhook().ask(PodReview.update(updated, stored)).object()))
                .isEqualTo(RECORD);
    }

    @Test
    void anUpdateThatLeavesTheRecordAloneGetsNoPatch() {
        // Given
        ObjectNode stored = stored();
        ObjectNode updated = stored.deepCopy();
        write(updated, RECORD).put("team", "web");

        // Then
        assertThat(cluster.webhook().ask(PodReview.update(updated, stored)).patch())
                .isEmpty();
    }

    @Test
    void withoutAKeeperNobodyWritesOrRestoresARecord() {
        // Given
        PolicyCluster alone = cluster("off");
        ObjectNode stored = stored();
        ObjectNode updated = stored.deepCopy();
        ((ObjectNode) updated.get("metadata")).remove("annotations");

        // Then
        assertThat(alone.create(PodReview.aPod()).object().at("/metadata").has("annotations"))
                .isFalse();
        assertThat(alone.webhook().ask(PodReview.update(updated, stored)).patch())
                .isEmpty();
    }

    @Test
    void inAuditModeNobodyWritesARecord() {
        assertThat(cluster("enforce")
                        .setting("mode", "audit")
                        .create(PodReview.aPod())
                        .patch())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "enforce, system:serviceaccount:tolerant:tolerant, false",
        "audit,   system:serviceaccount:tolerant:tolerant, false",
        "enforce, system:serviceaccount:tolerant:other,    true",
        "enforce, system:serviceaccount:other:tolerant,    true",
        "enforce, jane,                                    true",
        "off,     system:serviceaccount:tolerant:tolerant, true",
        "off,     jane,                                    true",
    })
    void onlyTheKeepersUpdateIsAnsweredUnchanged(String fleet, String user, boolean restored) {
        // Given an update that drops a toleration of the stored pod
        ObjectNode stored = stored();
        stored.withArray("/spec/tolerations").addObject().put("key", "spot").put("operator", "Exists");
        ObjectNode review = PodReview.aPod().by(user).update(stored);

        // When
        Webhook.Answer answer = cluster(fleet).webhook().ask(review);

        // Then
        assertThat(StreamSupport.stream(answer.patch().spliterator(), false)
                        .anyMatch(operation -> operation.get("path").asText().startsWith("/spec/tolerations")))
                .isEqualTo(restored);
        assertThat(answer.patch().isEmpty()).isEqualTo(!restored);
        assertThat(answer.allowed()).isTrue();
    }

    @Test
    void aPodThatTheKeepersAccountCreatesIsTreatedLikeAnyOther() {
        assertThat(PolicyCluster.tolerations(cluster.create(PodReview.aPod().by(KEEPER))))
                .containsExactly("not-ready:NoExecute@60", "unreachable:NoExecute@300");
    }

    /** A pod with 60 and 300 seconds, and the record that a rule gave them. */
    private ObjectNode stored() {
        return (ObjectNode) cluster.create(PodReview.aPod()).object();
    }

    private static ObjectNode write(ObjectNode pod, String record) {
        return ((ObjectNode) pod.withObject("/metadata/annotations")).put(ANNOTATION, record);
    }

    /** Lets managedFields say that the client of this name wrote the record. */
    private static void claim(ObjectNode review, String manager) {
        ((ArrayNode) review.at("/request/object/metadata/managedFields"))
                .addObject()
                .put("manager", manager)
                .putObject("fieldsV1")
                .putObject("f:metadata")
                .putObject("f:annotations")
                .putObject("f:" + ANNOTATION);
    }

    private static String record(JsonNode pod) {
        return pod.at("/metadata/annotations").path(ANNOTATION).asText();
    }
}

package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.decision.SkipReason;
import dev.tolerant.engine.policy.NamespaceFacts;
import dev.tolerant.engine.policy.PolicyFixture;
import dev.tolerant.engine.policy.PolicySet;
import dev.tolerant.engine.policy.Snapshot;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.server.webhook.PodReview;
import dev.tolerant.server.webhook.Webhook;
import dev.tolerant.setup.EngineFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the webhook says of updates by the keeper's account, and by others who would like to be it. */
class KeepersUpdatesTest {
    private static final String ACCOUNT = "system:serviceaccount:tolerant-system:tolerant";
    private static final Map<String, String> WITH_KEEPER = Map.of("fleet.mode", "enforce", "fleet.account", ACCOUNT);

    /** What a pod gets by its controller, in whom no update is believed, beside a list of what authors may write. */
    private static final Snapshot POLICIES = PolicyFixture.snapshot(PolicySet.of(PolicyFixture.all("""
            {metadata: {name: spot}, spec: {match: {ownerKinds: [ReplicaSet]}, tolerations: [{key: spot, operator: Exists}]}}
            ---
            {metadata: {name: few}, spec: {match: {}, restrict: {allow: [{key: test, operator: Exists}]}}}
            """)));

    private static final String STORED = """
            {metadata: {name: web, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, controller: true}]},
              spec: {containers: [{name: main}]}}
            """;
    private static final String HEALED =
            STORED.replace("[{name: main}]", "[{name: main}], tolerations: [{key: spot, operator: Exists}]");

    @Test
    void whatTheKeeperGivesAPodByItsControllerIsNotRefused() {
        // When
        AdmissionResponse judged = judge(WITH_KEEPER, update(ACCOUNT));
        AdmissionResponse mutated = EngineFactory.of(Webhook.config(WITH_KEEPER))
                .mutate(update(ACCOUNT), POLICIES, NamespaceFacts.plain("shop"));

        // Then
        for (AdmissionResponse response : new AdmissionResponse[] {judged, mutated}) {
            assertThat(response.orThrow().decision().refusalOrNull()).isNull();
            assertThat(response.decision().skipReason()).contains(SkipReason.KEEPER);
        }
    }

    @Test
    void theKeeperNeedNotWaitForTheNamespaceToBeKnown() {
        // When
        AdmissionResponse judged = EngineFactory.of(Webhook.config(WITH_KEEPER))
                .validate(update(ACCOUNT), POLICIES, NamespaceFacts.unknown("shop"));

        // Then
        assertThat(judged.unjudged()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jane",
                "",
                "system:serviceaccount:tolerant-system:tolerant-2",
                "system:serviceaccount:tolerant-system:default",
                "system:serviceaccount:shop:tolerant",
                "System:serviceaccount:tolerant-system:tolerant"
            })
    void theSameUpdateBySomebodyElseIsRefused(String user) {
        // When
        AdmissionResponse judged = judge(WITH_KEEPER, update(user));

        // Then
        assertThat(judged.decision().refusalOrNull()).isNotNull();
    }

    @Test
    void theAccountAsAGroupOrInTheAnnotationEarnsNothing() {
        // Given
        ObjectNode review = PodReview.aPod().by("jane", ACCOUNT).update(PodReview.yaml(STORED));
        ObjectNode pod = (ObjectNode) PodReview.yaml(HEALED);
        pod.withObject("/metadata/annotations")
                .put("tolerant.dev/given", "[{\"key\":\"spot\",\"from\":\"policy/spot\"}]");
        pod.withArray("/metadata/managedFields").addObject().put("manager", "tolerant-fleet");
        ((ObjectNode) review.get("request")).set("object", pod);

        // When
        AdmissionResponse judged = judge(WITH_KEEPER, (Decidable) RequestFixture.read(review));

        // Then
        assertThat(judged.decision().refusalOrNull()).isNotNull();
    }

    @Test
    void aPodThatTheAccountCreatesIsJudgedLikeAnyOther() {
        // Given
        ObjectNode creation = PodReview.aPod().by(ACCOUNT).with(PodReview.yaml(HEALED));

        // When
        AdmissionResponse judged = judge(WITH_KEEPER, (Decidable) RequestFixture.read(creation));

        // Then
        assertThat(judged.decision().refusalOrNull()).isNotNull();
    }

    @Test
    void withoutAKeeperTheAccountIsAnyUser() {
        // When
        AdmissionResponse judged = judge(Map.of("fleet.account", ACCOUNT), update(ACCOUNT));

        // Then
        assertThat(judged.decision().refusalOrNull()).isNotNull();
    }

    private static AdmissionResponse judge(Map<String, String> settings, Decidable update) {
        return EngineFactory.of(Webhook.config(settings)).validate(update, POLICIES, NamespaceFacts.plain("shop"));
    }

    private static Decidable update(String user) {
        ObjectNode review = PodReview.aPod().by(user).update(PodReview.yaml(STORED));
        ((ObjectNode) review.get("request")).set("object", PodReview.yaml(HEALED));
        return (Decidable) RequestFixture.read(review);
    }
}

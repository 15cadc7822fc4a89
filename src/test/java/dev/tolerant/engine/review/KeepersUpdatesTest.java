package dev.tolerant.engine.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.review.AdmissionRequest.Decidable;
import dev.tolerant.engine.rule.Step.SkipReason;
import dev.tolerant.engine.standing.Snapshot;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.RequestFixture;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the webhook says of updates by the keeper's account, and by others who would like to be it. */
class KeepersUpdatesTest {
    private static final String ACCOUNT = "system:serviceaccount:tolerant-system:tolerant";
    private static final Map<String, String> WITH_KEEPER = Map.of("keeper.mode", "enforce", "keeper.account", ACCOUNT);

    /** Authors may write little here. */
    private static final NamespaceFacts SHOP = new NamespaceFacts(
            "shop", true, Map.of(), List.of(), List.of(Toleration.exists("test", Effect.ANY)), List.of(), Map.of());

    private static final String STORED = """
            {metadata: {name: web, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, controller: true}]},
              spec: {containers: [{name: main}]}}
            """;
    private static final String HEALED =
            STORED.replace("[{name: main}]", "[{name: main}], tolerations: [{key: spot, operator: Exists}]");

    @Test
    void whatTheKeeperWritesIsNotRefused() {
        AdmissionResponse answer = answer(WITH_KEEPER, update(ACCOUNT));

        assertThat(RequestFixture.withoutFailure(answer).decision().refusal()).isNull();
        assertThat(answer.decision().skipReason()).contains(SkipReason.KEEPER);
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
        AdmissionResponse answer = answer(WITH_KEEPER, update(user));

        assertThat(answer.decision().refusal()).isNotNull();
    }

    @Test
    void theAccountAsAGroupAndTheKeepersFieldManagerEarnNothing() {
        ObjectNode review = PodReview.aPod().by("jane", ACCOUNT).update(Yaml.tree(STORED));
        ObjectNode pod = Yaml.object(HEALED);
        ownAsKeeper(pod);
        ((ObjectNode) review.get("request")).set("object", pod);

        AdmissionResponse answer = answer(WITH_KEEPER, (Decidable) RequestFixture.read(review));

        assertThat(answer.decision().refusal()).isNotNull();
    }

    @Test
    void aPodThatIsCreatedUnderTheKeepersFieldManagerIsJudgedLikeAnyOther() {
        ObjectNode pod = Yaml.object(HEALED);
        ownAsKeeper(pod);

        AdmissionResponse answer = answer(
                WITH_KEEPER, (Decidable) RequestFixture.read(PodReview.aPod().with(pod)));

        assertThat(answer.decision().refusal()).isNotNull();
    }

    private static void ownAsKeeper(ObjectNode pod) {
        pod.withObject("/metadata")
                .putArray("managedFields")
                .addObject()
                .put("manager", "tolerant-keeper")
                .put("operation", "Update")
                .putObject("fieldsV1")
                .putObject("f:spec")
                .putObject("f:tolerations");
    }

    @Test
    void aPodThatTheAccountCreatesIsJudgedLikeAnyOther() {
        ObjectNode creation = PodReview.aPod().by(ACCOUNT).with(Yaml.tree(HEALED));

        AdmissionResponse answer = answer(WITH_KEEPER, (Decidable) RequestFixture.read(creation));

        assertThat(answer.decision().refusal()).isNotNull();
    }

    @Test
    void withoutAKeeperTheAccountIsAnyUser() {
        AdmissionResponse answer = answer(Map.of("keeper.account", ACCOUNT), update(ACCOUNT));

        assertThat(answer.decision().refusal()).isNotNull();
    }

    private static AdmissionResponse answer(Map<String, String> settings, Decidable request) {
        return EngineFactory.of(WholeProgram.config(settings)).answer(request, Snapshot.EMPTY, SHOP);
    }

    private static Decidable update(String user) {
        ObjectNode review = PodReview.aPod().by(user).update(Yaml.tree(STORED));
        ((ObjectNode) review.get("request")).set("object", Yaml.tree(HEALED));
        return (Decidable) RequestFixture.read(review);
    }
}

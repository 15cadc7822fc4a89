package dev.tolerant.server.keeper;

import static dev.tolerant.server.keeper.StoredPodFixture.on;
import static dev.tolerant.server.keeper.StoredPodFixture.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.engine.standing.PolicySet;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.NodeTaints;
import dev.tolerant.engine.words.RuleId;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.observed.stored.Judgement;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.testing.PolicyFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is to be done about which stored pods. */
class KeeperJudgeTest {
    @AutoClose
    private final KeeperFixture keeper = new KeeperFixture();

    @Test
    void aPodThatLacksSomethingIsChangedByTheRulesThatGiveIt() {
        Judgement judgement = judge(pod("web"));

        assertThat(judgement).isInstanceOfSatisfying(Judgement.Change.class, change -> {
            assertThat(change.rules()).extracting(Object::toString).containsExactly("node-failure");
            assertThat(change.meant())
                    .extracting(one -> one.seconds().seconds())
                    .containsExactly(60L, 60L);
            assertThat(new String(change.patch(), UTF_8))
                    .startsWith("[{\"op\":\"replace\",\"path\":\"/metadata/resourceVersion\"");
        });
    }

    @Test
    void whatNeedsNothingOrMustNotBeTouchedIsLeftAloneForAReason() {
        assertThat(state(pod ->
                        pod.at("/spec/tolerations").forEach(one -> ((ObjectNode) one).put("tolerationSeconds", 60))))
                .isEqualTo(PodState.RIGHT);
        assertThat(state(pod -> status(pod).put("phase", "Succeeded"))).isEqualTo(PodState.FINISHED);
        assertThat(state(pod -> status(pod).put("phase", "Failed"))).isEqualTo(PodState.FINISHED);
        assertThat(state(pod -> metadata(pod).put("deletionTimestamp", "2026-01-01T00:00:00Z")))
                .isEqualTo(PodState.TERMINATING);
        assertThat(state(pod -> annotations(pod).put("kubernetes.io/config.mirror", "x")))
                .isEqualTo(PodState.MIRROR_POD);
        assertThat(state(pod -> metadata(pod).withObject("/labels").put("tolerant.dev/inject", "false")))
                .isEqualTo(PodState.OPTED_OUT);
        assertThat(state(pod -> metadata(pod).put("namespace", "unknown"))).isEqualTo(PodState.WAITING);
        assertThat(state(pod -> ((ObjectNode) pod.get("spec")).put("tolerations", "x")))
                .isEqualTo(PodState.UNREADABLE);
    }

    @Test
    void aPodThatAServerSideApplyOwnsIsLeftAloneIfItLacksSomething() {
        keeper.policies(PolicySet.of(PolicyFixture.all(
                "{metadata: {name: gpu}, spec: {match: {}, tolerations: [{key: gpu, operator: Exists}]}}")));

        assertThat(state(pod -> metadata(pod)
                        .withArray("/managedFields")
                        .addObject()
                        .put("manager", "gitops")
                        .put("operation", "Apply")
                        .putObject("fieldsV1")
                        .putObject("f:spec")
                        .putObject("f:tolerations")))
                .isEqualTo(PodState.SERVER_SIDE_APPLY);
    }

    @Test
    void aPodThatTheRegistrationLeavesOutIsLeftAlone() {
        LabelSelector web = new LabelSelector(Map.of("app", "web"), List.of());
        LabelSelector other = new LabelSelector(Map.of("app", "other"), List.of());

        keeper.coverage = Set.of(new Coverage(LabelSelector.EVERYTHING, other));
        assertThat(state(pod -> {})).isEqualTo(PodState.UNREGISTERED);
        keeper.coverage = Set.of(new Coverage(other, web));
        assertThat(state(pod -> {})).isEqualTo(PodState.UNREGISTERED);
        keeper.coverage = Set.of();
        assertThat(state(pod -> {})).isEqualTo(PodState.UNREGISTERED);
        keeper.coverage = Set.of(new Coverage(other, web), new Coverage(LabelSelector.EVERYTHING, web));
        assertThat(state(pod -> {})).isEqualTo(PodState.WOULD_CHANGE);
    }

    /** The registration's selectors leave out who has opted out, which is the reason that its owner knows. */
    @Test
    void whoHasOptedOutIsNotCountedAsLeftOutByTheRegistration() {
        keeper.coverage = Set.of();

        assertThat(state(pod -> metadata(pod).withObject("/labels").put("tolerant.dev/inject", "false")))
                .isEqualTo(PodState.OPTED_OUT);
        keeper.namespaces.put(
                "shop",
                new NamespaceFacts(
                        "shop",
                        true,
                        Map.of("tolerant.dev/inject", "false"),
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of()));
        assertThat(state(pod -> {})).isEqualTo(PodState.OPTED_OUT);
    }

    @Test
    void aPodWaitsForItsNodeAndWhileItsTaintWouldBeTimedAnew() {
        ObjectNode pod = on("n-1", pod("web"));

        assertThat(judge(pod).state()).isEqualTo(PodState.WAITING);
        keeper.node("n-1");
        assertThat(judge(pod).state()).isEqualTo(PodState.WOULD_CHANGE);
        keeper.node("n-1", NodeTaints.UNREACHABLE);
        assertThat(judge(pod).state()).isEqualTo(PodState.WAITING);
        keeper.node("n-1", NodeTaints.MEMORY_PRESSURE, Taint.of("pool", Effect.NO_SCHEDULE));
        assertThat(judge(pod).state()).isEqualTo(PodState.WOULD_CHANGE);
    }

    /** Kueue takes the quota of a gated pod away when its tolerations are no longer those that it has counted. */
    @Test
    void aPodWithSchedulingGatesWaitsUntilTheyAreGone() {
        assertThat(state(pod ->
                        pod.withArray("/spec/schedulingGates").addObject().put("name", "a.b/c")))
                .isEqualTo(PodState.GATED);
        assertThat(state(pod -> pod.withArray("/spec/schedulingGates"))).isEqualTo(PodState.WOULD_CHANGE);
    }

    @Test
    void aPodThatItsNamespaceDoesNotAdmitIsLeftAloneAndTheTolerationNamed() {
        keeper.namespaces.put("shop", KeeperFixture.admittingOnlySpot("shop"));

        Judgement judgement = judge(pod("shop", "web", pod -> {
            pod.withObject("/metadata").remove("managedFields");
            pod.withArray("/spec/tolerations").addObject().put("key", "secret").put("operator", "Exists");
        }));

        assertThat(judgement).isInstanceOfSatisfying(Judgement.Violation.class, violation -> {
            assertThat(violation.rule()).isEqualTo(RuleId.NAMESPACE_ANNOTATIONS);
            assertThat(violation.sentence()).contains("secret");
        });
    }

    @Test
    void aNamespaceThatIsNotKnownYetIsWaitedFor() {
        ObjectNode pod = pod("new", "web", any -> {});

        assertThat(judge(pod).state()).isEqualTo(PodState.WAITING);
        keeper.namespaces.put("new", NamespaceFacts.plain("new"));
        assertThat(judge(pod).state()).isEqualTo(PodState.WOULD_CHANGE);
    }

    private PodState state(Consumer<ObjectNode> change) {
        return judge(pod("shop", "web", change)).state();
    }

    private Judgement judge(ObjectNode pod) {
        return keeper.judge().judge(pod.toString().getBytes(UTF_8)).judgement();
    }

    private static ObjectNode metadata(ObjectNode pod) {
        return (ObjectNode) pod.get("metadata");
    }

    private static ObjectNode status(ObjectNode pod) {
        return (ObjectNode) pod.get("status");
    }

    private static ObjectNode annotations(ObjectNode pod) {
        return metadata(pod).withObject("/annotations");
    }
}

package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.standing.Injections;
import dev.tolerant.engine.standing.Reservations;
import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationRules;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.setup.EngineFactory;
import dev.tolerant.testing.Faults;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.Recorder;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The leader keeps the object by which the API server gives pods what it can as policies, namespaces and settings say. */
class StoredInjectionsTest {
    private static final String OBJECT = "/apis/tolerant.dev/v1alpha1/injections/current.*";
    private static final String POOL = """
            metadata: {name: %s}
            spec:
              match: {namespaceSelector: {matchLabels: {team: %1$s}}}
              tolerations: [{key: dedicated, operator: Equal, value: %1$s, effect: NoSchedule}]
            """;

    private static final String GIVING = "t-injections";
    private static final String BINDING = "{policyName: t-injections, paramRef: {name: current}}";
    private static final String RESERVED = """
            metadata: {name: owner}
            spec:
              match: {namespaceSelector: {matchLabels: {team: owner}}}
              tolerations: [{key: dedicated, operator: Exists, effect: NoSchedule}]
              reserve: {}
            """;

    @AutoClose
    private WatchedCluster cluster = giving(Map.of());

    private static WatchedCluster giving(Map<String, String> settings) {
        return new WatchedCluster(List.of(), Optional.of(EngineFactory.injected(WholeProgram.config(settings))));
    }

    @Test
    void itSaysWhatPoliciesAndSettingsGiveAndFollowsThem() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();

        eventually(() -> assertThat(cluster.server.injections().at("/spec/policies/ml/tolerations"))
                .isEqualTo(Yaml.tree(
                        "[{key: dedicated, operator: Equal, value: ml, effect: NoSchedule, seconds: '', from: ''}]")));
        assertThat(cluster.server.injections().at("/spec/byNamespaceLabel")).isEqualTo(Yaml.tree("{team: {ml: [ml]}}"));
        assertThat(cluster.server.injections().at("/spec/rules/notBestEffort")).hasSize(1);
        eventually(() ->
                assertThat(cluster.snapshot.current().injections().policies()).containsOnlyKeys("ml"));

        cluster.server.apply(POOL.formatted("web"));
        cluster.server.deletePolicy("ml");

        cluster.sooner(() -> assertThat(
                        cluster.server.injections().at("/spec/policies").fieldNames())
                .toIterable()
                .containsExactly("web"));
        eventually(() -> assertThat(cluster.metrics
                        .get("tolerant.injections.stored")
                        .gauge()
                        .value())
                .isOne());
    }

    @Test
    void itGoesWithThePolicyThatReadsIt() {
        cluster.close();
        installed();
        cluster.watching();

        eventually(() -> assertThat(owner()).isNotEmpty().isEqualTo(policy()));
        String before = owner();

        ofKind("MutatingAdmissionPolicy").withName(GIVING).delete();
        installed("MutatingAdmissionPolicy", "{failurePolicy: Ignore, paramKind: {kind: Injections}}");

        eventually(() -> assertThat(owner()).isNotEqualTo(before).isEqualTo(policy()));
    }

    private String owner() {
        return cluster.server.injections().at("/metadata/ownerReferences/0/uid").asText();
    }

    private String policy() {
        return ofKind("MutatingAdmissionPolicy")
                .withName(GIVING)
                .get()
                .getMetadata()
                .getUid();
    }

    private void installed() {
        cluster = new WatchedCluster(
                List.of(InstalledGuard.giving(GIVING)),
                Optional.of(EngineFactory.injected(WholeProgram.config(Map.of()))));
        installed("MutatingAdmissionPolicy", "{failurePolicy: Ignore, paramKind: {kind: Injections}}");
        installed("MutatingAdmissionPolicyBinding", BINDING);
    }

    @Test
    void whileThePolicyOrItsBindingIsNotAsInstalledNothingIsGivenAndThatIsSaid() throws Exception {
        cluster.close();
        installed();
        try (Recorder log = Recorder.of(ClusterSource.class)) {
            cluster.server.apply(POOL.formatted("ml"));
            cluster.watching();
            eventually(() -> assertThat(reason()).isEqualTo("Whole"));
            eventually(() -> assertThat(stored()).isOne());

            ofKind("MutatingAdmissionPolicyBinding").withName(GIVING).delete();

            eventually(() -> assertThat(reason()).isEqualTo("NotInForce"));
            assertThat(stored()).isZero();
            assertThat(log.lines())
                    .contains("MutatingAdmissionPolicy " + GIVING
                            + " is not in force, because it has no binding of its name:"
                            + " pods get nothing while no replica answers; helm upgrade brings it back");

            installed("MutatingAdmissionPolicyBinding", BINDING);

            eventually(() -> assertThat(reason()).isEqualTo("Whole"));
            assertThat(stored()).isOne();
        }
    }

    private String reason() {
        return cluster.server.condition("ml", "GivenWhileAway").path("reason").asText();
    }

    private double stored() {
        return cluster.metrics.get("tolerant.injections.stored").gauge().value();
    }

    private void installed(String kind, String spec) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("admissionregistration.k8s.io/v1");
        object.setKind(kind);
        object.setMetadata(new ObjectMetaBuilder().withName(GIVING).build());
        object.setAdditionalProperty("spec", Yaml.tree(spec));
        ofKind(kind).resource(object).create();
    }

    private NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            ofKind(String kind) {
        return cluster.server
                .operator()
                .genericKubernetesResources(new ResourceDefinitionContext.Builder()
                        .withGroup("admissionregistration.k8s.io")
                        .withVersion("v1")
                        .withKind(kind)
                        .withPlural(
                                kind.endsWith("y") ? "mutatingadmissionpolicies" : "mutatingadmissionpolicybindings")
                        .build());
    }

    @Test
    void itFollowsTheAnnotationsOfNamespaces() {
        cluster.watching();
        cluster.server.namespace("shop", Map.of(), Map.of());
        givingNamespace();

        eventually(() -> assertThat(cluster.server.injections().at("/spec/namespaces"))
                .isEqualTo(Yaml.tree(
                        "{gpu: {left: false, tolerations: [{key: gpu, operator: Exists, value: '', effect: '', seconds: '', from: ''}],"
                                + " notReady: '', unreachable: ''}}")));
    }

    @Test
    void itStaysTheSameWhileNoAnnotationIsAnother() {
        PolicyReconciler world = new PolicyReconciler(
                new TolerationRules(false), Optional.of(EngineFactory.injected(WholeProgram.config(Map.of()))));
        Injections first = given(world, annotated("gpu"));

        assertThat(first.namespaces()).containsOnlyKeys("gpu");
        assertThat(given(world, annotated("gpu"), NamespaceFacts.plain("shop"))).isSameAs(first);
        assertThat(given(world, annotated("gpu"), annotated("shop")).namespaces())
                .containsOnlyKeys("gpu", "shop");
        assertThat(given(world).namespaces()).isEmpty();
    }

    private static NamespaceFacts annotated(String name) {
        Toleration toleration = Toleration.exists("gpu", Taint.Effect.ANY);
        return new NamespaceFacts(name, true, Map.of(), List.of(toleration), List.of(), List.of(), Map.of());
    }

    private static Injections given(PolicyReconciler world, NamespaceFacts... namespaces) {
        Map<String, NamespaceFacts> byName =
                Stream.of(namespaces).collect(Collectors.toMap(NamespaceFacts::name, Function.identity()));
        return world.look(
                        Map.of(),
                        new PolicyReconciler.Pools(Map.of(), Map.of(), true, true, Optional.empty()),
                        new PolicyReconciler.ClusterState(
                                List.of(), Reservations.NONE, Optional.empty(), WhileAway.CURRENT, byName, true))
                .injections();
    }

    @Test
    void whatSomebodyElseWritesIsWrittenAnew() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();
        eventually(() ->
                assertThat(cluster.server.injections().at("/spec/policies")).hasSize(1));

        cluster.server.emptyInjections();

        cluster.sooner(() ->
                assertThat(cluster.server.injections().at("/spec/policies")).hasSize(1));
    }

    @Test
    void inAuditItGivesNothing() {
        cluster.close();
        cluster = giving(Map.of("mode", "audit"));
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();

        eventually(() -> assertThat(
                        cluster.server.injections().at("/spec/policies").isObject())
                .isTrue());
        assertThat(cluster.server.injections().at("/spec/policies")).isEmpty();
        assertThat(cluster.server.injections().at("/spec/rules/memoryPressure").asBoolean())
                .isFalse();
        assertThat(cluster.snapshot.current().injections()).isEqualTo(Injections.NOTHING);
    }

    @Test
    void whereItIsNotAskedForNothingIsWrittenOrWatched() {
        cluster.close();
        cluster = new WatchedCluster();
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();
        eventually(() -> assertThat(cluster.server.condition("ml", "Accepted").isMissingNode())
                .isFalse());

        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isZero();
        assertThat(cluster.source.state()).doesNotContainKey("injections");
        assertThat(cluster.server.condition("ml", "GivenWhileAway").isMissingNode())
                .isTrue();
    }

    @Test
    void eachPolicySaysWhetherItsPodsGetAllOfItWhileNoReplicaAnswers() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.server.apply("""
                metadata: {name: arm}
                spec:
                  priority: 5
                  match: {nodeSelector: {kubernetes.io/arch: arm64}}
                  nodeFailure: {notReady: 10}
                """);
        cluster.server.apply("{metadata: {name: fast}, spec: {match: {}, nodeFailure: {notReady: 20}}}");
        cluster.server.apply("{metadata: {name: tried}, spec: {mode: Audit, match: {}}}");
        cluster.watching();

        eventually(() -> assertThat(cluster.server
                        .condition("ml", "GivenWhileAway")
                        .path("status")
                        .asText())
                .isEqualTo("True"));
        eventually(() -> assertThat(cluster.server
                        .condition("arm", "GivenWhileAway")
                        .path("message")
                        .asText())
                .isEqualTo("while no replica answers, new pods get nothing of this policy: match.nodeSelector and"
                        + " match.os depend on what other policies give"));
        eventually(() -> assertThat(cluster.server
                        .condition("fast", "GivenWhileAway")
                        .path("reason")
                        .asText())
                .isEqualTo("SecondsStay"));
        assertThat(cluster.server.condition("tried", "GivenWhileAway").isMissingNode())
                .isTrue();
    }

    /** There is no time in which a replica would answer. */
    @Test
    void withoutAWebhookEachPolicySaysWhatItsPodsDoNotGet() {
        cluster.source.setUnasked(new Coverage(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING));
        cluster.server.apply(POOL.formatted("ml"));
        cluster.server.apply("{metadata: {name: arm}, spec: {match: {nodeSelector: {kubernetes.io/arch: arm64}}}}");
        cluster.server.apply(
                "{metadata: {name: agents}, spec: {match: {}, daemonSetTemplates: true, tolerations: [{key: a, operator: Exists}]}}");
        cluster.watching();

        eventually(() -> assertThat(reason("ml")).isEqualTo("Whole"));
        eventually(() -> assertThat(said("arm"))
                .isEqualTo(
                        "without a webhook, new pods get nothing of this policy: match.nodeSelector and match.os depend on what"
                                + " other policies give"));
        eventually(() -> assertThat(said("agents"))
                .isEqualTo("without a webhook, new pods get all of this policy, and templates of DaemonSets nothing"));
    }

    @Test
    void withNeitherAWebhookNorInjectionsEachPolicySaysThatItGivesNothing() {
        cluster.close();
        cluster = new WatchedCluster();
        cluster.source.setUnasked(new Coverage(LabelSelector.EVERYTHING, LabelSelector.EVERYTHING));
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();

        eventually(
                () -> assertThat(said("ml"))
                        .isEqualTo(
                                "without a webhook, new pods get nothing: the API server gives nothing by itself (injections.enabled)"));
    }

    private String said(String policy) {
        return cluster.server
                .condition(policy, "GivenWhileAway")
                .path("message")
                .asText();
    }

    @Test
    void aWriteThatIsRefusedIsOneRequest() {
        cluster.server.faults().answer("PATCH", OBJECT, 503);
        cluster.watching();

        eventually(() -> assertThat(
                        cluster.metrics.get("tolerant.problems").counter().count())
                .isPositive());

        assertThat(cluster.server.faults().count("PATCH", OBJECT)).isOne();
    }

    @Test
    void aNewLeaderWritesItWholeOrNotAtAll() {
        givingNamespace();
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();

        eventually(() -> assertThat(
                        cluster.server.injections().at("/spec/namespaces/gpu").isObject())
                .isTrue());

        assertThat(cluster.server.faults().bodies("PATCH", OBJECT))
                .allMatch(body -> body.contains("\"gpu\"") && body.contains("\"ml\""));
    }

    @Test
    void whatNobodyCanWriteIsOutdatedForEachPolicyThatIsGiven() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();
        eventually(() -> assertThat(reason("ml")).isEqualTo("Whole"));
        cluster.server.faults().answer("PATCH", OBJECT, 403);
        cluster.server.apply(POOL.formatted("web"));
        eventually(() -> assertThat(reason("web")).isEqualTo("Whole"));

        cluster.pass(LedObject.WRONG_AFTER);

        eventually(() -> assertThat(List.of(reason("ml"), reason("web"))).containsOnly("Outdated"));
        cluster.server.faults().heal();
        cluster.pass(Duration.ofMinutes(1));
        eventually(() -> assertThat(List.of(reason("ml"), reason("web"))).containsOnly("Whole"));
    }

    @Test
    void whatTheApiServerGivesByAnOutdatedObjectGetsTheSecondsThatAreWantedAndStaysOtherwise() {
        String policy =
                "{metadata: {name: a}, spec: {match: {}, nodeFailure: {notReady: %s, unreachable: %<s}, tolerations: [{key: %s, operator: Exists}]}}";
        cluster.server.namespace("shop", Map.of(), Map.of());
        cluster.server.apply(policy.formatted("60", "old"));
        cluster.watching();
        eventually(() -> assertThat(given()).containsExactly("a"));
        cluster.server.faults().answer("PATCH", OBJECT, 500);
        cluster.server.apply(policy.formatted("30", "new"));
        eventually(() -> assertThat(cluster.snapshot.current().outdated()).hasSize(3));

        JsonNode given = Yaml.tree("""
                metadata: {managedFields: [{manager: kubectl, operation: Update, fieldsV1: {f:spec: {f:containers: {}}}}]}
                spec:
                  containers: [{name: main}]
                  tolerations:
                  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
                  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 60}
                  - {key: old, operator: Exists}
                """);
        WholeProgram.Answer answer =
                WholeProgram.over(cluster.snapshot).ask(PodReview.aPod().with(given));

        assertThat(PolicyCluster.tolerations(answer))
                .containsExactly("not-ready:NoExecute@30", "unreachable:NoExecute@30", "old", "new");
        assertThat(PolicyCluster.warnings(answer))
                .singleElement()
                .asString()
                .contains("the pod keeps old op=Exists, which the API server gave it by what policies said before");
        cluster.server.faults().heal();
        cluster.pass(Duration.ofMinutes(1));
        eventually(() -> assertThat(cluster.snapshot.current().outdated()).isEmpty());
    }

    /** Else the guard would refuse every pod for what the API server itself has given it. */
    @Test
    void whatOthersReserveIsReservedOnceTheApiServerGivesItNoMore() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();
        eventually(() -> assertThat(given()).containsExactly("ml"));
        cluster.server.faults().answer("PATCH", OBJECT, 500);
        long refused = cluster.server.faults().count("PATCH", OBJECT);

        cluster.server.apply(RESERVED);

        eventually(
                () -> assertThat(cluster.server.faults().count("PATCH", OBJECT)).isGreaterThan(refused));
        eventually(
                () -> assertThat(cluster.server.condition("owner", "Accepted").isMissingNode())
                        .isFalse());
        assertThat(cluster.server.reservations().policies()).isEmpty();
        cluster.server.faults().heal();
        cluster.pass(Duration.ofMinutes(1));
        eventually(() -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("owner"));
        assertThat(given()).doesNotContain("ml");
    }

    @Test
    void whereWhatIsGivenCannotBeWrittenNothingIsGivenSoThatReservationsFollow() {
        cluster.server.apply(POOL.formatted("ml"));
        cluster.watching();
        eventually(() -> assertThat(given()).containsExactly("ml"));
        cluster.server
                .faults()
                .serve(OBJECT, (path, body) -> body.contains("\"owner\"") ? Faults.Answer.failure(413) : null);

        cluster.server.apply(RESERVED);
        eventually(
                () -> assertThat(cluster.server.condition("owner", "Accepted").isMissingNode())
                        .isFalse());
        assertThat(cluster.server.reservations().policies()).isEmpty();
        cluster.pass(Duration.ofMinutes(1));

        cluster.sooner(
                () -> assertThat(cluster.server.reservations().policies()).containsOnlyKeys("owner"));
        assertThat(given()).isEmpty();
    }

    @Test
    void whatIsWrittenCountsAsGivenBeforeTheWatchTellsOfIt() {
        cluster.server.faults().silence("GET", "/apis/tolerant.dev/v1alpha1/injections\\?.*watch=true.*");
        cluster.server.apply(POOL.formatted("ml"));
        cluster.source.start();
        eventually(() -> assertThat(given()).containsExactly("ml"));

        cluster.server.apply(RESERVED);

        eventually(() -> assertThat(given()).doesNotContain("ml"));
        assertThat(cluster.server.reservations().policies()).isEmpty();
    }

    private List<String> given() {
        List<String> given = new ArrayList<>();
        cluster.server.injections().at("/spec/policies").fieldNames().forEachRemaining(given::add);
        return given;
    }

    private String reason(String policy) {
        return cluster.server.condition(policy, "GivenWhileAway").path("reason").asText();
    }

    private void givingNamespace() {
        cluster.server.namespace(
                "gpu",
                Map.of(),
                Map.of(
                        "scheduler.alpha.kubernetes.io/defaultTolerations",
                        "[{\"key\": \"gpu\", \"operator\": \"Exists\"}]"));
    }
}

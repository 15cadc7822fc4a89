package dev.tolerant.engine.rule;

import static dev.tolerant.testing.PodReview.aPod;
import static dev.tolerant.testing.PodReview.withAffinity;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.testing.PodReview;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Required node affinity from policies, which every term of the pod gets. */
class PolicyAffinityTest {
    private static final String POOL = "{key: pool, operator: In, values: [ml]}";
    private static final String ZONE = "{key: zone, operator: In, values: [a]}";
    private static final String NAME = "{key: metadata.name, operator: In, values: [node-1]}";
    private static final String POLICY =
            "{metadata: {name: p}, spec: {match: {}, requiredNodeAffinity: [" + POOL + "]}}";

    /** Terms are alternatives: a term without the requirement lets the pod run outside the pool (D3). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // The pod's terms before and after.
                "[{matchExpressions: [ZONE]}]                       | [{matchExpressions: [ZONE, POOL]}]",
                "[{matchExpressions: [ZONE, ZONE]}]                 | [{matchExpressions: [ZONE, ZONE, POOL]}]",
                "[{matchExpressions: [ZONE]}, {matchFields: [NAME]}, {matchFields: [NAME], matchExpressions: [ZONE]}] |"
                        + " [{matchExpressions: [ZONE, POOL]}, {matchFields: [NAME], matchExpressions: [POOL]},"
                        + " {matchFields: [NAME], matchExpressions: [ZONE, POOL]}]",
                // The node is chosen already, and need not be one of the policy's.
                "[{matchFields: [NAME], matchExpressions: []}]      | [{matchFields: [NAME], matchExpressions: []}]",
                "[{matchFields: [NAME, NAME]}, {matchFields: [NAME], matchExpressions: [ZONE]}] |"
                        + " [{matchFields: [NAME, NAME]}, {matchFields: [NAME], matchExpressions: [ZONE]}]",
                "[{matchFields: [NAME]}, {}]                        | [{matchFields: [NAME]}, {}]",
                // A term that matches no node must still match none.
                "[{}]                                               | [{}]",
                "[{matchExpressions: []}]                           | [{matchExpressions: []}]",
                "[{}, {matchExpressions: [ZONE]}]                   | [{}, {matchExpressions: [ZONE, POOL]}]",
                // The pod already has the requirement, also with its values in another order.
                "[{matchExpressions: [POOL]}]                       | [{matchExpressions: [POOL]}]",
                "[{matchExpressions: [POOL, ZONE]}, {matchExpressions: [ZONE]}] |"
                        + " [{matchExpressions: [POOL, ZONE]}, {matchExpressions: [ZONE, POOL]}]",
                // A field with the label's name does not count.
                "[{matchFields: [POOL]}]                            | [{matchFields: [POOL], matchExpressions: [POOL]}]",
            })
    void theRequirementGoesIntoEveryTerm(String terms, String expected) {
        assertThat(terms(PolicyCluster.with(POLICY)
                        .create(withAffinity(required(terms)))
                        .object()))
                .isEqualTo(Yaml.tree(inFull(expected)));
    }

    @Test
    void theOrderOfValuesIsWithoutMeaning() {
        PolicyCluster cluster = PolicyCluster.with(POLICY.replace("[ml]", "[ml, ai]"));

        var answer = cluster.create(
                withAffinity(required("[{matchExpressions: [{key: pool, operator: In, values: [ai, ml]}]}]")));

        assertThat((JsonNode) answer.patch()).isEmpty();
    }

    /** A patch that initialises affinity twice loses what the first one wrote (D2). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "-                                                                       | /spec/affinity",
                "{}                                                                      | /spec/affinity/nodeAffinity",
                "{podAffinity: {}}                                                       | /spec/affinity/nodeAffinity",
                "{nodeAffinity: null}                                                    | /spec/affinity/nodeAffinity",
                "{nodeAffinity: {}}                                                      |"
                        + " /spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution",
                "{nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]}} |"
                        + " /spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution",
                "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: null}}  |"
                        + " /spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution",
            })
    void withoutTermsTheInnermostMissingPartIsAdded(String affinity, String path) {
        PodReview pod = affinity.equals("-") ? aPod() : withAffinity(affinity);

        var answer = PolicyCluster.with(POLICY).create(pod);

        assertThat(answer.patch()).singleElement().satisfies(add -> {
            assertThat(add.path("op").asText()).isEqualTo("add");
            assertThat(add.path("path").asText()).isEqualTo(path);
        });
        assertThat(terms(answer.object())).isEqualTo(Yaml.tree("[{matchExpressions: [" + POOL + "]}]"));
    }

    @Test
    void whatElseIsInTheAffinityStays() {
        String affinity = """
                podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}
                nodeAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - {weight: 1, preference: {matchExpressions: [{key: zone, operator: Exists}]}}
                  someday: {new: field}
                """;

        JsonNode after =
                PolicyCluster.with(POLICY).create(withAffinity(affinity)).object();

        assertThat(after.at("/spec/affinity/podAntiAffinity"))
                .isEqualTo(Yaml.tree(affinity).get("podAntiAffinity"));
        assertThat(after.at("/spec/affinity/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution"))
                .isEqualTo(Yaml.tree(affinity).at("/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution"));
        assertThat(after.at("/spec/affinity/nodeAffinity/someday/new").asText()).isEqualTo("field");
    }

    @Test
    void everyRequirementOfEveryPolicyIsAsked() {
        PolicyCluster cluster = PolicyCluster.with("""
                metadata: {name: a}
                spec:
                  match: {}
                  requiredNodeAffinity:
                  - {key: pool, operator: In, values: [ml, ai]}
                  - {key: size, operator: Gt, values: ['4']}
                ---
                metadata: {name: b}
                spec:
                  match: {}
                  requiredNodeAffinity:
                  - {key: arch, operator: NotIn, values: [arm]}
                  - {key: pool, operator: In, values: [ai, ml]}
                  - {key: spot, operator: DoesNotExist}
                """);

        JsonNode terms = terms(cluster.create(aPod()).object());

        assertThat(terms).isEqualTo(Yaml.tree("""
                - matchExpressions:
                  - {key: pool, operator: In, values: [ml, ai]}
                  - {key: size, operator: Gt, values: ['4']}
                  - {key: arch, operator: NotIn, values: [arm]}
                  - {key: spot, operator: DoesNotExist}
                """));
        assertThat(cluster.steps(aPod()))
                .contains(
                        "policies/a node-affinity-added: requires nodes with pool in (ml,ai)",
                        "policies/a node-affinity-added: requires nodes with size>4",
                        "policies/b node-affinity-added: requires nodes with arch notin (arm)",
                        "policies/b node-affinity-added: requires nodes with !spot");
    }

    @Test
    void aRequirementThatIsThereAlreadyHasAReasonToo() {
        assertThat(PolicyCluster.with(POLICY).steps(withAffinity(required("[{matchExpressions: [POOL]}]"))))
                .anyMatch(step -> step.startsWith("policies/p "));
    }

    @Test
    void aPodThatNamesItsNodeGetsTolerationsAndNoAffinity() {
        PolicyCluster cluster = PolicyCluster.with(POLICY.replace(
                "match: {}",
                "match: {}, tolerations: [{key: pool, operator: Exists}],"
                        + " preferredNodeAffinity: [{weight: 1, key: zone, operator: Exists}]"));
        PodReview pod = PodReview.pod("{spec: {nodeName: w1, containers: [{name: main}]}}");

        var answer = cluster.create(pod);

        assertThat(PolicyCluster.tolerations(answer)).contains("pool");
        assertThat(answer.object().at("/spec/affinity").isMissingNode()).isTrue();
        assertThat(cluster.steps(pod))
                .contains(
                        "policies/p not-concerned: spec.nodeName binds the pod to node w1, so the pod need not require nodes with"
                                + " pool in (ml)",
                        "policies/p not-concerned: spec.nodeName binds the pod to node w1, so the pod need not prefer nodes with"
                                + " zone (weight 1)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodeSelector: {kubernetes.io/hostname: w1}",
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [w1]}]}]}}}"
            })
    void aPodThatAsksForOneHostIsNotKeptToOthers(String spec) {
        PodReview pod = PodReview.pod("{spec: {" + spec + ", containers: [{name: main}]}}");

        assertThat(PolicyCluster.with(POLICY).create(pod).patch()).isEmpty();
    }

    @Test
    void theTemplateOfADaemonSetForOneNodeGetsNoAffinity() {
        PolicyCluster cluster = PolicyCluster.with(POLICY.replace("match: {}", "match: {}, daemonSetTemplates: true"));
        String review = """
                {apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {uid: u, operation: CREATE,
                 kind: {group: apps, version: v1, kind: DaemonSet}, namespace: shop, userInfo: {username: jane},
                 object: {metadata: {name: agent}, spec: {template: {spec: {%s containers: [{name: main}]}}}}}}
                """;

        assertThat(cluster.webhook()
                        .ask(Yaml.tree(review.formatted("nodeName: w1,")))
                        .patch())
                .isEmpty();
        assertThat(cluster.webhook().ask(Yaml.tree(review.formatted(""))).patch())
                .isNotEmpty();
    }

    @Test
    void anOptedOutPodIsNotKeptToNodes() {
        assertThat((JsonNode) PolicyCluster.with(POLICY)
                        .create(aPod().labelled("tolerant.dev/inject", "false"))
                        .patch())
                .isEmpty();
    }

    private static String required(String terms) {
        return "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: " + inFull(terms)
                + "}}}";
    }

    private static String inFull(String terms) {
        return terms.replace("ZONE", ZONE).replace("POOL", POOL).replace("NAME", NAME);
    }

    private static JsonNode terms(JsonNode object) {
        return object.at(
                "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms");
    }
}

package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DaemonSets as a live API server asks about them, with policies for their templates and with policies for pods alone. */
public class DaemonSetTemplatesTest {
    /** What is said where a policy gives a toleration to pods alone. */
    public static final String TO_PODS_ALONE =
            "TolerationPolicy %s gives %s to pods, which does not bring a DaemonSet's pods onto tainted nodes;"
                    + " set spec.daemonSetTemplates, or add it to spec.template";

    private static final String POOL = """
            metadata: {name: pool}
            spec:
              mode: %s
              match: {}
              daemonSetTemplates: %s
              tolerations: [{key: pool, value: ml, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: In, values: [ml]}]
              nodeFailure: {notReady: 60, unreachable: 60}
            """;

    @Test
    void theTemplateGetsTolerationsAndAffinityAndNoSeconds() throws IOException {
        WholeProgram.Answer answer = forTemplates().webhook().ask(review("daemonset-create-agent"));

        assertThat((JsonNode) answer.patch()).isEqualTo(Yaml.tree("""
                        - op: add
                          path: /spec/template/spec/tolerations
                          value: [{key: pool, operator: Equal, value: ml, effect: NoSchedule}]
                        - op: add
                          path: /spec/template/spec/affinity
                          value:
                            nodeAffinity:
                              requiredDuringSchedulingIgnoredDuringExecution:
                                nodeSelectorTerms:
                                - matchExpressions: [{key: pool, operator: In, values: [ml]}]
                        """));
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
    }

    @Test
    void theAuthorsOwnTolerationsStayInFront() throws IOException {
        JsonNode review = review("daemonset-create-agent-secs");
        JsonNode own = review.at("/request/object/spec/template/spec/tolerations");

        WholeProgram.Answer answer = forTemplates().webhook().ask(review);

        JsonNode after = answer.object().at("/spec/template/spec/tolerations");
        assertThat(own).isNotEmpty();
        assertThat(after).startsWith(own.get(0)).hasSize(own.size() + 1);
        assertThat(answer.patch().get(0).path("path").asText()).isEqualTo("/spec/template/spec/tolerations/-");
        assertThat(answer.object().at("/spec/tolerations").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"daemonset-create-agent", "daemonset-create-agent-secs"})
    void askedAgainThereIsNoPatch(String name) throws IOException {
        WholeProgram webhook = forTemplates().webhook();
        JsonNode review = review(name);

        WholeProgram.Answer again =
                webhook.ask(WholeProgram.withObject(review, webhook.ask(review).object()));

        assertThat((JsonNode) again.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(again)).isEmpty();
    }

    @Test
    void anUpdateThatLeavesTheTemplateAsItIsGetsNothing() throws IOException {
        ObjectNode review = update();
        ((ObjectNode) review.at("/request/object/metadata")).put("generation", 2);

        WholeProgram.Answer answer = forTemplates().webhook().ask(review);

        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
        assertThat(forTemplates().decide(review).skipReason())
                .hasValueSatisfying(reason -> assertThat(reason.code()).isEqualTo("template-unchanged"));
    }

    @Test
    void anUpdateThatChangesTheTemplateGetsWhatACreationGets() throws IOException {
        ObjectNode review = update();
        ((ObjectNode) review.at("/request/object/spec/template/spec/containers/0")).put("image", "other");

        WholeProgram.Answer answer = forTemplates().webhook().ask(review);

        assertThat((JsonNode) answer.patch())
                .isEqualTo(forTemplates()
                        .webhook()
                        .ask(review("daemonset-create-agent"))
                        .patch());
    }

    @Test
    void withoutDaemonSetTemplatesTheDaemonSetGetsAWarning() throws IOException {
        WholeProgram.Answer answer =
                PolicyCluster.with(POOL.formatted("Enforce", "false")).webhook().ask(review("daemonset-create-agent"));

        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer))
                .containsExactly("tolerant: " + TO_PODS_ALONE.formatted("pool", "pool=ml:NoSchedule"));
    }

    @Test
    void aDaemonSetThatDoesNotNeedItGetsNoWarning() throws IOException {
        ObjectNode review = review("daemonset-create-agent");
        ((ObjectNode) review.at("/request/object/spec/template/spec"))
                .set("tolerations", Yaml.tree("[{operator: Exists}]"));

        WholeProgram.Answer answer =
                PolicyCluster.with(POOL.formatted("Enforce", "false")).webhook().ask(review);

        assertThat(PolicyCluster.warnings(answer)).isEmpty();
    }

    @Test
    void aMalformedTemplateIsReportedByItsWholePath() throws IOException {
        ObjectNode review = review("daemonset-create-agent");
        ((ObjectNode) review.at("/request/object/spec/template/spec")).put("tolerations", 7);

        WholeProgram.Answer answer = forTemplates().webhook().ask(review);

        assertThat(PolicyCluster.warnings(answer))
                .containsExactly(
                        "tolerant: the pod is left as it is: request.object.spec.template.spec.tolerations must be"
                                + " a list, but is a number");
    }

    @Test
    void onlyPoliciesThatMatchTheTemplatesPodsAreApplied() throws IOException {
        String policy = POOL.formatted("Enforce", "true").replace("match: {}", "match: {%s}");

        assertThat(patch(policy.formatted("podSelector: {matchLabels: {app: agent}}")))
                .isNotEmpty();
        assertThat(patch(policy.formatted("podSelector: {matchLabels: {app: web}}")))
                .isEmpty();
        assertThat(patch(policy.formatted("ownerKinds: [DaemonSet]"))).isNotEmpty();
        assertThat(patch(policy.formatted("ownerKinds: [Job]"))).isEmpty();
        assertThat(patch(policy.formatted("namespaceSelector: {matchLabels: {a: b}}")))
                .isEmpty();
    }

    @Test
    void aTemplateOrNamespaceThatHasOptedOutGetsNothing() throws IOException {
        ObjectNode review = review("daemonset-create-agent");
        ((ObjectNode) review.at("/request/object/spec/template/metadata/labels")).put("tolerant.dev/inject", "false");

        assertThat((JsonNode) forTemplates().webhook().ask(review).patch()).isEmpty();
        assertThat((JsonNode) forTemplates()
                        .namespace("default", Map.of("tolerant.dev/inject", "false"))
                        .webhook()
                        .ask(review("daemonset-create-agent"))
                        .patch())
                .isEmpty();
    }

    @Test
    void auditLeavesATemplate() throws IOException {
        WholeProgram.Answer answer =
                PolicyCluster.with(POOL.formatted("Audit", "true")).webhook().ask(review("daemonset-create-agent"));

        assertThat((JsonNode) answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer)).isEmpty();
        assertThat(answer.response().at("/auditAnnotations/audited").asText()).contains("pool=ml");
    }

    @Test
    void auditTellsOfATemplateOnlyWhatItWouldGiveTheTemplate() throws IOException {
        assertThat(audited("true")).contains("pool=ml").doesNotContain("not-ready");
        assertThat(audited("false")).isEmpty();
    }

    @Test
    void otherWorkloadsAreLeftAlone() throws IOException {
        for (String name : new String[] {"deployment-create-web", "statefulset-create-db"}) {
            WholeProgram.Answer answer = forTemplates().webhook().ask(review(name));
            assertThat((JsonNode) answer.patch()).as(name).isEmpty();
            assertThat(PolicyCluster.warnings(answer)).as(name).isEmpty();
        }
    }

    private static PolicyCluster forTemplates() {
        return PolicyCluster.with(POOL.formatted("Enforce", "true"));
    }

    private static JsonNode patch(String policy) throws IOException {
        return PolicyCluster.with(policy)
                .webhook()
                .ask(review("daemonset-create-agent"))
                .patch();
    }

    private static String audited(String daemonSetTemplates) throws IOException {
        return PolicyCluster.with(POOL.formatted("Audit", daemonSetTemplates))
                .webhook()
                .ask(review("daemonset-create-agent"))
                .response()
                .at("/auditAnnotations/audited")
                .asText();
    }

    private static ObjectNode update() throws IOException {
        ObjectNode review = review("daemonset-create-agent");
        ObjectNode request = (ObjectNode) review.get("request");
        request.put("operation", "UPDATE");
        request.set("oldObject", request.get("object").deepCopy());
        return review;
    }

    private static ObjectNode review(String name) throws IOException {
        return (ObjectNode) WholeProgram.JSON.readTree(
                Path.of("src/test/resources/reviews/" + name + ".json").toFile());
    }
}

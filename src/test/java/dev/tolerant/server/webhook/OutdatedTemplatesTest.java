package dev.tolerant.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.testing.PolicyCluster;
import dev.tolerant.testing.WholeProgram;
import dev.tolerant.testing.Yaml;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The template of a DaemonSet that has what a policy required before it changed, or before its namespace changed team. */
class OutdatedTemplatesTest {
    private static final String POOL = """
            metadata: {name: pool}
            spec:
              match: {}
              daemonSetTemplates: true
              tolerations: [{key: pool, operator: Equal, value: ml2, effect: NoSchedule}]
              requiredNodeAffinity: [{key: pool, operator: In, values: [ml2]}]
            """;
    private static final String TERMS =
            "/spec/template/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms";
    /** The requirements of the terms, a term in braces, as kubectl writes a selector: {@code pool=ml} for one value, {@code !pool=ml} for NotIn. */
    @ParameterizedTest(name = "{0}: {2} -> {4}")
    @CsvSource(delimiter = '|', textBlock = """
            # by                        | owns        | stored            | sent              | becomes
            kubectl-client-side-apply   | {}          | pool=ml           | pool=ml           | pool=ml2
            kubectl (Apply)             | {}          | pool=ml           | pool=ml           | pool=ml2
            helm                        | {}          | pool=ml           | pool=ml           | pool=ml2
            helm (Apply)                | {}          | pool=ml           | pool=ml           | pool=ml2
            agent-operator              | {}          | pool=ml           | pool=ml           | pool=ml2
            argocd-controller (Apply)   | {}          | pool=ml pool=ml2  | pool=ml pool=ml2  | pool=ml2
            two terms                   | {}          | pool=ml ; zone=a pool=ml | pool=ml ; zone=a pool=ml | pool=ml2 ; zone=a pool=ml2
            a webhook of another zone   | {}          | zone=a pool=ml    | zone=a pool=ml    | zone=a pool=ml2
            it was right                | {}          | pool=ml2          | pool=ml2          | pool=ml2
            a webhook, new in this one  | {}          | zone=a            | zone=a pool=ml    | nothing
            a webhook that contradicts  | {}          | !pool=ml2         | !pool=ml2         | nothing
            an owner                    | {f:affinity: {f:nodeAffinity: {f:requiredDuringSchedulingIgnoredDuringExecution: {}}}} | pool=ml | pool=ml | nothing
            an owner of tolerations     | {f:tolerations: {}} | pool=ml   | pool=ml           | pool=ml2
            nobody says who             |             | pool=ml           | pool=ml           | nothing
            """)
    void whatNobodyOwnsOfALabelThatAPolicyGivesNowBecomesTodays(
            String by, String owns, String stored, String sent, String becomes) {
        JsonNode review = update(by, owns, stored, sent);
        WholeProgram.Answer answer = PolicyCluster.with(POOL).webhook().ask(review);

        if (becomes.equals("nothing")) {
            assertThat(answer.patch()).isEmpty();
            assertThat(PolicyCluster.warnings(answer))
                    .singleElement()
                    .asString()
                    .contains(
                            "TolerationPolicy pool gives the template nothing: it requires nodes with pool in (ml2), and the template requires nodes with pool ",
                            "; remove that from spec.template.spec");
            return;
        }
        assertThat(answer.object().at(TERMS)).isEqualTo(terms(becomes));
        assertThat(PolicyCluster.inShort(answer.object().at("/spec/template/spec/tolerations")))
                .containsExactly("pool=ml:NoSchedule", "pool=ml2:NoSchedule");
        assertThat(PolicyCluster.with(POOL)
                        .webhook()
                        .ask(WholeProgram.withObject(review, answer.object()))
                        .patch())
                .isEmpty();
    }

    @Test
    void aTemplateThatSelectsOtherNodesGetsNothing() {
        ObjectNode review = update("kubectl", "{}", "zone=a", "zone=a");
        ((ObjectNode) review.at("/request/object/spec/template/spec")).set("nodeSelector", Yaml.tree("{pool: ml}"));

        WholeProgram.Answer answer = PolicyCluster.with(POOL).webhook().ask(review);

        assertThat(answer.patch()).isEmpty();
        assertThat(PolicyCluster.warnings(answer))
                .containsExactly(
                        "tolerant: TolerationPolicy pool gives the template nothing: it requires nodes with pool in (ml2), and the template"
                                + " selects nodes with pool=ml; remove that from spec.template.spec");
    }

    private static ObjectNode update(String by, String owns, String stored, String sent) {
        String fields = owns == null
                ? ""
                : """
                , managedFields: [{manager: %s, operation: %s, fieldsV1: {f:spec: {f:template: {f:spec: %s}}}}]
                """.formatted(by.split(" ")[0], by.endsWith("(Apply)") ? "Apply" : "Update", owns)
                        .strip();
        return (ObjectNode) Yaml.tree("""
                {apiVersion: admission.k8s.io/v1, kind: AdmissionReview, request: {uid: u, operation: UPDATE, namespace: shop,
                 kind: {group: apps, version: v1, kind: DaemonSet}, userInfo: {username: jane},
                 oldObject: %s, object: %s}}
                """.formatted(daemonSet("", "1", stored), daemonSet(fields, "2", sent)));
    }

    private static String daemonSet(String fields, String image, String terms) {
        return """
                {metadata: {name: agent%s}, spec: {template: {spec: {containers: [{name: main, image: 'agent:%s'}],
                 tolerations: [{key: pool, operator: Equal, value: ml, effect: NoSchedule}], affinity: {nodeAffinity:
                 {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: %s}}}}}}}
                """.formatted(fields, image, terms(terms));
    }

    private static JsonNode terms(String text) {
        List<String> terms = List.of(text.split(" ; ")).stream()
                .map(term -> "{matchExpressions: ["
                        + String.join(
                                ", ",
                                List.of(term.split(" ")).stream()
                                        .map(OutdatedTemplatesTest::expression)
                                        .toList())
                        + "]}")
                .toList();
        return Yaml.tree(terms.toString());
    }

    private static String expression(String text) {
        String[] parts = text.replace("!", "").split("=");
        return "{key: %s, operator: %s, values: [%s]}"
                .formatted(parts[0], text.startsWith("!") ? "NotIn" : "In", parts[1]);
    }
}

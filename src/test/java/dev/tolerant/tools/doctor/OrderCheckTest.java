package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.tools.doctor.CheckResult.Mark;
import org.junit.jupiter.api.Test;

class OrderCheckTest {
    private static final String CODE = "order";
    private static final String OTHER = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: MutatingWebhookConfiguration
            metadata: {name: NAME}
            webhooks:
            - name: pods.other.example
              rules: [{apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"]}]
            """;

    private static final String INJECTING = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system, labels: {app.kubernetes.io/part-of: tolerant}}
            data: {application.properties: "tolerant.injections.enabled=true"}
            """;

    @Test
    void aloneItPasses() {
        assertThat(finding(CODE, clusterObjects(MUTATING)).sentence()).isEqualTo("no other webhook changes new pods");
    }

    @Test
    void aWebhookForOtherObjectsDoesNotCount() {
        String services = OTHER.replace("NAME", "zz").replace("\"*/*\"", "services");

        assertThat(finding(CODE, clusterObjects(MUTATING, services)).sentence())
                .isEqualTo("no other webhook changes new pods");
    }

    @Test
    void webhooksRunInTheOrderOfTheNamesOfTheirConfigurations() {
        CheckResult finding =
                finding(CODE, clusterObjects(OTHER.replace("NAME", "zz"), MUTATING, OTHER.replace("NAME", "aa")));

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
        assertThat(finding.sentence()).startsWith("some run after the program's, which is asked again");
        assertThat(finding.details())
                .containsExactly(
                        "1. pods.other.example of MutatingWebhookConfiguration aa",
                        "2. Tolerant: create.tolerant.dev of MutatingWebhookConfiguration tolerant, asked again after later"
                                + " changes",
                        "3. pods.other.example of MutatingWebhookConfiguration zz");
    }

    @Test
    void laterWebhooksAreAWarningIfNobodyAsksAgain() {
        String once = MUTATING.replace("reinvocationPolicy: IfNeeded", "reinvocationPolicy: Never");

        assertThat(finding(CODE, clusterObjects(once, OTHER.replace("NAME", "zz")))
                        .mark())
                .isEqualTo(Mark.WARNING);
        assertThat(finding(CODE, clusterObjects(once, OTHER.replace("NAME", "aa")))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void policiesOfOthersThatChangeTheSameFieldsAreNamed() {
        String policy = """
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingAdmissionPolicy
                metadata: {name: NAME}
                spec: {mutations: [{patchType: JSONPatch, jsonPatch: {expression: "[JSONPatch{op: 'add', path: 'PATH', value: 'x'}]"}}]}
                """;
        String seconds = policy.replace("NAME", "short").replace("PATH", "/spec/tolerations/0/tolerationSeconds");
        String labels = policy.replace("NAME", "labels").replace("PATH", "/metadata/labels/a");
        String own = seconds.replace(
                "{name: short}",
                "{name: tolerant-injections, labels: {app.kubernetes.io/part-of: tolerant, app.kubernetes.io/instance: t}}");

        CheckResult finding = finding(CODE, clusterObjects(MUTATING, seconds, labels, own));

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
        assertThat(finding.details())
                .containsExactly(
                        "before all webhooks: MutatingAdmissionPolicy short",
                        "1. Tolerant: create.tolerant.dev of MutatingWebhookConfiguration tolerant, asked again after later"
                                + " changes");
        assertThat(finding(CODE, clusterObjects(MUTATING, seconds, INJECTING)).mark())
                .isEqualTo(Mark.WARNING);
    }

    @Test
    void podsThatRequireAPoolsNodesWithoutItsTolerationAreNamed() {
        String policy = """
                {apiVersion: tolerant.dev/v1alpha1, kind: TolerationPolicy, metadata: {name: ml}, spec: {match: {podSelector: {matchLabels: {team: ml}}}, nodes: {selector: {matchLabels: {pool: ml}}, taintKeys: [dedicated]}}}
                """;
        String node = """
                {apiVersion: v1, kind: Node, metadata: {name: ml-1, labels: {pool: ml}}, spec: {taints: [{key: dedicated, value: ml, effect: NoSchedule}]}}
                """;
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: NAME, namespace: shop, labels: {team: ml}}
                spec:
                  containers: [{name: c, image: c}]
                  tolerations: [{key: dedicated, value: ml, effect: NoSchedule}]
                  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: In, values: [ml]}]}]}}}
                """;
        String half = pod.replace("key: dedicated", "key: other");
        String[] objects = {
            MUTATING,
            OTHER.replace("NAME", "aa"),
            policy,
            node,
            pod.replace("NAME", "whole"),
            half.replace("NAME", "a"),
            half.replace("NAME", "b"),
            half.replace("NAME", "c"),
            half.replace("NAME", "of-others").replace("team: ml", "team: web"),
            half.replace("NAME", "anywhere").replace("In, values: [ml]", "Exists")
        };

        CheckResult finding = finding(CODE, clusterObjects(objects));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.sentence()).startsWith("3 pods require the nodes of a policy and lack its toleration");
        assertThat(finding.details())
                .hasSize(4)
                .startsWith(
                        "shop/a lacks dedicated=ml:NoSchedule of policy ml",
                        "shop/b lacks dedicated=ml:NoSchedule of policy ml");
        objects[1] = node.replace("ml-1", "ml-2");
        assertThat(finding(CODE, clusterObjects(objects)).sentence()).isEqualTo("no other webhook changes new pods");
    }

    @Test
    void withoutItsOwnWebhookItIsUnknown() {
        assertThat(finding(CODE, clusterObjects(OTHER.replace("NAME", "aa"))).mark())
                .isEqualTo(Mark.UNKNOWN);
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What doctor says about what policies reserve. */
class ReservationChecksTest {
    private static final String POOL = """
            apiVersion: tolerant.dev/v1alpha1
            kind: TolerationPolicy
            metadata: {name: ml-pool}
            spec:
              match: {namespaceSelector: {matchLabels: {team: ml}}}
              reserve: {taints: [{key: gpu, value: ml, effect: NoSchedule}]}
            """;
    private static final String OBJECT = """
            apiVersion: v1
            kind: ServiceAccount
            metadata:
              name: tolerant-reservations
              namespace: tolerant-system
              annotations:
                policies.tolerant.dev/p0: "ml-pool\\nlabel team ml"
                taints.tolerant.dev/gpu: gpu =ml NoSchedule 0
            """;
    private static final String GUARD = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata:
              name: tolerant-reservations
              labels: {app.kubernetes.io/component: reservations, app.kubernetes.io/version: 0.1.0}
            spec: {failurePolicy: Fail}
            """;
    private static final String BINDING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: tolerant-reservations, labels: {app.kubernetes.io/component: reservations}}
            spec: {policyName: tolerant-reservations, paramRef: {name: tolerant-reservations, namespace: tolerant-system}, validationActions: [Deny]}
            """;
    private static final String AUDITING = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system, labels: {app.kubernetes.io/part-of: tolerant}}
            data: {application.properties: "tolerant.mode=audit"}
            """;
    private static final String INSTALLED = AUDITING.replace(
            "tolerant.mode=audit",
            "tolerant.guards=tolerant-reservations,tolerant-namespace-labels,tolerant-registration,tolerant-pods");
    private static final String REGISTRATION =
            MUTATING.replace("labels: {", "labels: {app.kubernetes.io/version: 0.1.0, ");
    private static final String NODE = """
            apiVersion: v1
            kind: Node
            metadata: {name: 'n'}
            spec: {taints: [{key: gpu, value: ml, effect: NoSchedule}]}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    nothing                | PASSED  | no policy reserves anything
                    pool                   | FAILED  | reservations are not enforced: there is no ValidatingAdmissionPolicy of the chart
                    pool guards            | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool guard bindings object      | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool guards binding object      | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool guards audits object       | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool guards elsewhere object    | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool weak bindings object       | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool guards narrow object       | FAILED  | reservations are not enforced: a policy or binding is missing or weakened
                    pool auditing guards warns object | FAILED | reservations are not enforced: a policy or binding is missing or weakened
                    pool installed guards bindings object | PASSED | the API server enforces what one policy reserves
                    pool renamed guards bindings object   | FAILED | reservations are not enforced: a policy or binding is missing or weakened
                    pool guards bindings            | FAILED  | there is no ServiceAccount tolerant-reservations in namespace tolerant-system, so nothing is enforced
                    pool guards bindings old        | FAILED  | ServiceAccount tolerant-reservations does not say what the policies reserve now
                    guards bindings object          | FAILED  | ServiceAccount tolerant-reservations does not say what the policies reserve now
                    lost guards bindings object     | FAILED  | ServiceAccount tolerant-reservations does not say what the policies reserve now
                    guards bindings empty           | PASSED  | no policy reserves anything
                    pool guards bindings object     | PASSED  | the API server enforces what one policy reserves
                    pool auditing guards audits object | PASSED | the API server enforces what one policy reserves
                    pool lost guards bindings both  | PASSED  | the API server enforces what one policy reserves
                    pool others bindings object     | WARNING | the guard is of another version than the program
                    """)
    void theGuardIsWholeAndInStepWithThePolicies(String objects, Mark mark, String sentence) {
        String guards = both(GUARD);
        String bindings = both(BINDING);
        Map<String, String> known = Map.ofEntries(
                Map.entry("nothing", NODE),
                Map.entry("pool", POOL),
                // Nobody can say any more what it reserves, so the leader keeps what the object says of it.
                Map.entry("lost", POOL.replace("ml-pool", "web-pool").replace("reserve:", "reserves:")),
                Map.entry("guard", GUARD),
                Map.entry("guards", guards),
                Map.entry("others", guards.replace("0.1.0", "0.0.9")),
                Map.entry("binding", BINDING),
                Map.entry("bindings", bindings),
                Map.entry("audits", bindings.replace("Deny", "Audit")),
                Map.entry(
                        "elsewhere",
                        bindings.replace("name: tolerant-reservations, namespace", "name: other, namespace")),
                Map.entry("auditing", AUDITING),
                Map.entry("installed", INSTALLED),
                Map.entry("renamed", INSTALLED.replace("tolerant-namespace-labels", "green-namespace-labels")),
                Map.entry("weak", guards.replace("failurePolicy: Fail", "failurePolicy: Ignore")),
                Map.entry("narrow", bindings.replace("paramRef", "matchResources: {}, paramRef")),
                Map.entry("warns", bindings.replace("Deny", "Warn")),
                Map.entry("object", OBJECT),
                Map.entry("empty", OBJECT.substring(0, OBJECT.indexOf("  annotations:"))),
                Map.entry("both", OBJECT + "    policies.tolerant.dev/p1: \"web-pool\\nlabel team ml\"\n"),
                Map.entry("old", OBJECT.replace("=ml", "=web")));
        String yaml = Arrays.stream(objects.split(" +")).map(known::get).collect(Collectors.joining("---\n"));

        CheckResult finding = finding("reservations", clusterObjects(REGISTRATION, NAMESPACES, yaml));

        assertThat(finding.mark()).isEqualTo(mark);
        assertThat(finding.sentence()).isEqualTo(sentence);
    }

    /** Of pods, and the same of namespaces. */
    private static String both(String yaml) {
        return yaml + "---\n"
                + yaml.replace("name: tolerant-reservations, labels", "name: tolerant-namespace-labels, labels")
                        .replace("name: tolerant-reservations\n", "name: tolerant-namespace-labels\n")
                        .replace("policyName: tolerant-reservations", "policyName: tolerant-namespace-labels");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    AUDITING  |                                        | PASSED
                    INSTALLED | tolerant-registration, tolerant-pods   | PASSED
                    INSTALLED | tolerant-registration                  | FAILED
                    INSTALLED | tolerant-registration, weak            | FAILED
                    """)
    void theGuardsOfTheOwnAccountAreJudgedAsTheProgramItselfJudgesThem(
            String settings, @Nullable String names, Mark mark) {
        String guard = GUARD.substring(0, GUARD.indexOf("metadata"))
                + "metadata: {name: NAME}\nspec: {failurePolicy: POLICY}\n";
        String binding = BINDING.replaceFirst("paramRef: \\{[^}]*}, ", "").replace("tolerant-reservations", "NAME");
        List<String> objects = new ArrayList<>(List.of(settings.equals("INSTALLED") ? INSTALLED : AUDITING));
        for (String name : names == null ? new String[0] : names.split(", ")) {
            String installed = name.equals("weak") ? "tolerant-pods" : name;
            objects.add(guard.replace("NAME", installed).replace("POLICY", name.equals("weak") ? "Ignore" : "Fail"));
            objects.add(binding.replace("NAME", installed));
        }

        CheckResult finding = finding("guards", clusterObjects(objects.toArray(String[]::new)));

        assertThat(finding.mark()).isEqualTo(mark);
        if (mark == Mark.FAILED) {
            assertThat(finding.details())
                    .singleElement()
                    .asString()
                    .startsWith("ValidatingAdmissionPolicy tolerant-pods is not in force");
        }
    }

    @Test
    void whoMayNotReadTheGuardIsNotTold() {
        assertThat(finding(
                        "reservations",
                        clusterObjects(Map.of(ObjectKind.GUARD, "you may not list validatingadmissionpolicies"), POOL)))
                .isEqualTo(CheckResult.unknown("you may not list validatingadmissionpolicies"));
    }

    @Test
    void taintsThatDoNotFitTheNodesAreSaid() {
        assertThat(finding("reserved-taints", clusterObjects(NODE)))
                .isEqualTo(CheckResult.passed("no policy reserves anything"));
        assertThat(finding("reserved-taints", clusterObjects(POOL, NODE)).mark())
                .isEqualTo(Mark.PASSED);
        assertThat(finding("reserved-taints", clusterObjects(POOL, NODE.replace("gpu", "qpu"))))
                .satisfies(finding -> {
                    assertThat(finding.mark()).isEqualTo(Mark.WARNING);
                    assertThat(finding.details())
                            .singleElement()
                            .asString()
                            .startsWith("ml-pool reserves gpu=ml:NoSchedule, a taint that no node has");
                });
    }

    @Test
    void whoWouldBeRefusedIsCountedAndTenAreNamed() {
        String agents = IntStream.range(0, 11)
                .mapToObj(i -> """
                        apiVersion: apps/v1
                        kind: DaemonSet
                        metadata: {name: agent-%c, namespace: default}
                        spec: {template: {spec: {tolerations: [{operator: Exists}], containers: [{name: main}]}}}
                        """.formatted((char) ('a' + i)))
                .collect(Collectors.joining("---\n"));
        String web = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: default}
                spec: {template: {spec: {containers: [{name: main}]}}}
                """;
        String bare = """
                apiVersion: v1
                kind: Pod
                metadata: {name: bare, namespace: default, uid: u}
                spec: {nodeName: 'n', tolerations: [{key: gpu, operator: Exists}], containers: [{name: main}]}
                """;
        String owner = "{name: r, ownerReferences: [{apiVersion: %s, kind: %s, name: o, uid: o, controller: true}], ";
        String ray = bare.replace("{name: bare, ", owner.formatted("ray.io/v1", "RayCluster"));
        String replica = bare.replace("{name: bare, ", owner.formatted("apps/v1", "ReplicaSet"));
        String system = agents.replace("namespace: default", "namespace: kube-system");

        CheckResult finding =
                finding("reserved-pods", clusterObjects(NAMESPACES, POOL, agents, web, bare, ray, replica, system));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.sentence()).startsWith("13 stored objects have pods that are refused");
        assertThat(finding.details())
                .hasSize(11)
                .contains("default/daemonset/agent-a", "and 3 more")
                .doesNotContain("default/deployment/web");
        assertThat(finding("reserved-pods", clusterObjects(NAMESPACES, POOL, web))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void whomTheWhitelistOfItsNamespaceRefusesIsFoundWithoutAnyReservation() {
        String narrow = """
                apiVersion: v1
                kind: Namespace
                metadata: {name: narrow, annotations: {scheduler.alpha.kubernetes.io/tolerationsWhitelist: '[{"key": "spot"}]'}}
                """;
        String web = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: narrow}
                spec: {template: {spec: {tolerations: [{key: gpu, operator: Exists}], containers: [{name: main}]}}}
                """;

        CheckResult finding = finding("reserved-pods", clusterObjects(NAMESPACES, narrow, web));
        CheckResult audited = finding("reserved-pods", clusterObjects(NAMESPACES, narrow, web, AUDITING));
        CheckResult unread = finding(
                "reserved-pods",
                clusterObjects(Map.of(ObjectKind.DEPLOYMENT, "you may not list deployments"), NAMESPACES));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details()).containsExactly("narrow/deployment/web");
        assertThat(audited.sentence()).endsWith("if tolerant.mode were enforce");
        assertThat(unread).isEqualTo(CheckResult.unknown("you may not list deployments"));
    }
}

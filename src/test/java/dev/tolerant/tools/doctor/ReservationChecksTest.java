package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
            apiVersion: tolerant.dev/v1alpha1
            kind: Reservations
            metadata: {name: current}
            spec:
              policies:
                ml-pool:
                  labels: {team: ml}
                  expressions: []
                  exempt: {namespaces: [], serviceAccounts: [], users: [], groups: []}
              fromLabels: []
              taints: {gpu: [{value: ml, anyValue: false, effect: NoSchedule, policies: [{name: ml-pool, from: ""}]}]}
            """;
    private static final String GUARD = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata:
              name: tolerant-reservations
              labels: {app.kubernetes.io/component: reservations, app.kubernetes.io/version: 0.1.0}
            """;
    private static final String BINDING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: tolerant-reservations}
            spec: {policyName: tolerant-reservations}
            """;
    private static final String REGISTRATION =
            MUTATING.replace("labels: {", "labels: {app.kubernetes.io/version: 0.1.0, ");
    private static final String NODE = """
            apiVersion: v1
            kind: Node
            metadata: {name: n}
            spec: {taints: [{key: gpu, value: ml, effect: NoSchedule}]}
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing                | PASSED  | no policy reserves anything",
                "pool                   | FAILED  | no ValidatingAdmissionPolicy keeps what policies reserve",
                "pool guard             | FAILED  | the API server does not ask a guard that nothing binds",
                "pool guard binding     | FAILED  | there is no Reservations current, so nothing is kept",
                "pool guard binding old | FAILED  | Reservations current does not say what the policies reserve now",
                "pool guard binding object       | PASSED  | the API server keeps what one policy reserves",
                "pool lost guard binding both    | PASSED  | the API server keeps what one policy reserves",
                "pool other-guard binding object | WARNING | the guard is of another version than the program",
            })
    void theGuardIsWholeAndInStepWithThePolicies(String objects, Mark mark, String sentence) {
        // Given
        String reserved = OBJECT.substring(OBJECT.indexOf("    ml-pool"), OBJECT.indexOf("  fromLabels"));
        Map<String, String> known = Map.of(
                "nothing", NODE,
                "pool", POOL,
                // Nobody can say any more what it reserves, so the leader keeps what the object says of it.
                "lost", POOL.replace("ml-pool", "web-pool").replace("reserve:", "reserves:"),
                "guard", GUARD,
                "other-guard", GUARD.replace("0.1.0", "0.0.9"),
                "binding", BINDING,
                "object", OBJECT,
                "both", OBJECT.replace(reserved, reserved + reserved.replace("ml-pool", "web-pool")),
                "old", OBJECT.replace("value: ml", "value: web"));
        String yaml = Arrays.stream(objects.split(" +")).map(known::get).collect(Collectors.joining("---\n"));

        // When
        Finding finding = finding("reservations", facts(REGISTRATION, NAMESPACES, yaml));

        // Then
        assertThat(finding.mark()).isEqualTo(mark);
        assertThat(finding.sentence()).isEqualTo(sentence);
    }

    @Test
    void whoMayNotReadTheGuardIsNotTold() {
        assertThat(finding(
                        "reservations",
                        facts(Map.of(FactKind.GUARD, "you may not list validatingadmissionpolicies"), POOL)))
                .isEqualTo(Finding.unknown("you may not list validatingadmissionpolicies"));
    }

    @Test
    void taintsThatDoNotFitTheNodesAreSaid() {
        assertThat(finding("reserved-taints", facts(NODE))).isEqualTo(Finding.passed("no policy reserves anything"));
        assertThat(finding("reserved-taints", facts(POOL, NODE)).mark()).isEqualTo(Mark.PASSED);
        assertThat(finding("reserved-taints", facts(POOL, NODE.replace("gpu", "qpu"))))
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
        // Given
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
                spec: {nodeName: n, tolerations: [{key: gpu, operator: Exists}], containers: [{name: main}]}
                """;
        String system = agents.replace("namespace: default", "namespace: kube-system");

        // When
        Finding finding = finding("reserved-pods", facts(NAMESPACES, POOL, agents, web, bare, system));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.sentence()).startsWith("12 stored objects have pods that the API server refuses");
        assertThat(finding.details())
                .hasSize(11)
                .contains("default/daemonset/agent-a", "and 2 more")
                .doesNotContain("default/deployment/web");
        assertThat(finding("reserved-pods", facts(NAMESPACES, POOL, web)).mark())
                .isEqualTo(Mark.PASSED);
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.NAMESPACES;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.testing.Yaml;
import dev.tolerant.tools.doctor.Check.Heading;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import dev.tolerant.tools.doctor.DryRuns.ApiAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerChecksTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String DEFAULTS = """
            - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            """;
    private static final String RESOURCE = "- {key: tolerant.dev/doctor, operator: Exists, effect: NoSchedule}\n";
    private static final String MEMORY =
            "- {key: node.kubernetes.io/memory-pressure, operator: Exists, effect: NoSchedule}\n";
    /** What the rules add by default. */
    private static final String GIVEN = DEFAULTS + MEMORY + RESOURCE;

    private final ClusterObjects cluster = clusterObjects(MUTATING, NAMESPACES);

    /** An API server that writes these tolerations into the pod about which the webhook is asked, and into the other one. */
    private AskedServer writing(String asked, String unasked) {
        return server.answering(pod -> stored(pod, isOptedOut(pod) ? unasked : asked));
    }

    private static ApiAnswer stored(JsonNode pod, String tolerations) {
        ObjectNode admitted = pod.deepCopy();
        ((ObjectNode) admitted.path("metadata"))
                .set("managedFields", Yaml.tree("[{manager: doctor, operation: Update, fieldsV1: {f:spec: {}}}]"));
        if (!tolerations.isEmpty()) {
            ((ObjectNode) admitted.path("spec")).set("tolerations", Yaml.tree(tolerations));
        }
        return new ApiAnswer(201, admitted, "");
    }

    private static boolean isOptedOut(JsonNode pod) {
        return pod.at("/metadata/labels").path("tolerant.dev/inject").asText().equals("false");
    }

    private AskedServer refusing(String message) {
        return server.answering(pod ->
                isOptedOut(pod) ? stored(pod, DEFAULTS) : new ApiAnswer(500, MissingNode.getInstance(), message));
    }

    @Test
    void twoPodsOfWhichOneOptsOutAreSentAsDryRunsToACoveredNamespace() {
        AskedServer api = writing(GIVEN, DEFAULTS);

        CheckResult finding = finding("answers", cluster, api);

        assertThat(finding)
                .isEqualTo(CheckResult.passed(
                        "it answers the API server: a pod in namespace default would get what the" + " settings say"));
        List<JsonNode> pods = api.posted().stream()
                .filter(object -> object.path("kind").asText().equals("Pod"))
                .toList();
        assertThat(pods).hasSize(2).extracting(AnswerChecksTest::isOptedOut).containsExactly(false, true);
        assertThat(pods)
                .allSatisfy(pod ->
                        assertThat(pod.at("/metadata/namespace").asText()).isEqualTo("default"));
    }

    @Test
    void anApiServerThatDoesNotAskFails() {
        CheckResult finding = finding("answers", cluster, writing(DEFAULTS, DEFAULTS));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).hasSize(2);
    }

    @Test
    void whatTheApiServerGivesByItselfIsNoAnswerOfTheProgram() {
        ClusterObjects injects = clusterObjects(MUTATING, NAMESPACES, settings("tolerant.injections.enabled=true"));
        String ofReplica = IntStream.range(0, 33)
                .mapToObj(i -> i == 0 ? RESOURCE : RESOURCE.replace("doctor", "doctor-" + i))
                .sorted()
                .collect(Collectors.joining());

        CheckResult none = finding("answers", injects, writing(DEFAULTS + MEMORY, DEFAULTS));
        CheckResult all = finding("answers", injects, writing(DEFAULTS + MEMORY + ofReplica, DEFAULTS));

        assertThat(none.mark()).isEqualTo(Mark.FAILED);
        assertThat(none.sentence()).contains("what the API server gives by itself");
        assertThat(all.mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void onlyAPartOfWhatIsDueIsAWarning() {
        CheckResult finding = finding("answers", cluster, writing(DEFAULTS + MEMORY, DEFAULTS));

        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details()).singleElement().asString().contains("tolerant.dev/doctor");
    }

    @Test
    void secondsThatTheSettingsChangeAreSeenToo() {
        String settings = settings(
                "tolerant.rules.node-failure.not-ready=60",
                "tolerant.rules.memory-pressure.enabled=false",
                "tolerant.rules.extended-resources.enabled=false");
        String shorter = DEFAULTS.replaceFirst("300", "60");

        ClusterObjects set = clusterObjects(MUTATING, NAMESPACES, settings);
        assertThat(finding("answers", set, writing(shorter, DEFAULTS)).mark()).isEqualTo(Mark.PASSED);
        assertThat(finding("answers", set, writing(DEFAULTS, DEFAULTS)).mark()).isEqualTo(Mark.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tolerant.mode=audit", "tolerant.rules.node-failure.enabled=false"})
    void settingsThatGiveNothingLeaveItUnknown(String setting) {
        String settings = settings(
                setting,
                "tolerant.rules.memory-pressure.enabled=false",
                "tolerant.rules.extended-resources.enabled=false");

        CheckResult finding =
                finding("answers", clusterObjects(MUTATING, NAMESPACES, settings), writing(DEFAULTS, DEFAULTS));

        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.sentence()).contains("answer cannot be seen");
    }

    @Test
    void aProgramThatAuditsIsNotExpectedToChangeThePod() {
        ClusterObjects audits = clusterObjects(MUTATING, NAMESPACES, settings("tolerant.mode=audit"));

        assertThat(finding("answers", audits, writing(DEFAULTS, DEFAULTS)).mark())
                .isEqualTo(Mark.UNKNOWN);
        assertThat(finding("answers", audits, writing(GIVEN, DEFAULTS)).mark()).isEqualTo(Mark.WARNING);
    }

    @ParameterizedTest
    @EnumSource(names = {"CONFIG_MAP", "POLICY", "NAMESPACE", "MUTATING_WEBHOOKS"})
    void whatAPodIsDueIsUnknownWithoutWhatSaysSo(ObjectKind kind) {
        ClusterObjects blind = clusterObjects(Map.of(kind, "you may not list them"), MUTATING, NAMESPACES);

        assertThat(finding("answers", blind, writing(DEFAULTS, DEFAULTS)))
                .isEqualTo(CheckResult.unknown("you may not list them"));
    }

    @Test
    void aWebhookThatCannotBeReachedFails() {
        String message = "Internal error occurred: failed calling webhook \"create.tolerant.dev\": connection refused";

        CheckResult finding = finding("answers", cluster, refusing(message));

        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly(message);
    }

    @Test
    void aRefusalOfItsOwnIsAnAnswer() {
        CheckResult finding = finding(
                "answers", cluster, refusing("admission webhook \"create.tolerant.dev\" denied the request: no"));

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aDryRunThatOthersRefuseIsUnknownWithTheirMessage() {
        CheckResult finding =
                finding("answers", cluster, refusing("admission webhook \"x.example.com\" does not support dry run"));

        assertThat(finding)
                .isEqualTo(CheckResult.unknown("the API server refuses the dry run with 500: admission webhook"
                        + " \"x.example.com\" does not support dry run"));
    }

    @Test
    void wherePodsCannotOptOutAnExcludedNamespaceIsComparedWith() {
        String everybody = MUTATING.replaceAll("(?m)^  objectSelector.*\n", "");
        AskedServer api = server.answering(
                pod -> stored(pod, pod.at("/metadata/namespace").asText().equals("kube-system") ? DEFAULTS : GIVEN));

        CheckResult finding =
                finding("answers", clusterObjects(everybody, NAMESPACES, settings("tolerant.pods-opt-out=false")), api);

        assertThat(finding.mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void aRegistrationThatCoversNoNamespaceLeavesItUnknown() {
        String none = MUTATING.replace(
                "operator: NotIn, values: [kube-system, tolerant-system]", "operator: In, values: [x]");

        assertThat(finding("answers", clusterObjects(none, NAMESPACES), writing(GIVEN, DEFAULTS))
                        .mark())
                .isEqualTo(Mark.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"300, PASSED", "120, FAILED"})
    void theApiServersSecondsAreComparedWithTheSettings(int seconds, Mark mark) {
        String defaults = DEFAULTS.replace("300", Integer.toString(seconds));

        CheckResult finding = finding("default-seconds", cluster, writing(defaults, defaults));

        assertThat(finding.mark()).isEqualTo(mark);
        assertThat(finding.sentence()).contains(seconds + " s for not-ready and " + seconds + " s for unreachable");
    }

    @Test
    void withoutDefaultTolerationSecondsThereIsNothingToCompare() {
        assertThat(finding("default-seconds", cluster, writing("", "")).sentence())
                .contains("DefaultTolerationSeconds does not run");
    }

    @ParameterizedTest
    @CsvSource({"false, false, PASSED", "true, true, PASSED", "true, false, WARNING", "false, true, WARNING"})
    void podTolerationRestrictionIsRecognizedByWhatItAdds(boolean runs, boolean told, Mark mark) {
        String settings = settings("tolerant.rules.namespace-annotations.api-server-enforces=" + told);
        String tolerations = DEFAULTS + (runs ? MEMORY : "");

        CheckResult finding =
                finding("plugins", clusterObjects(MUTATING, NAMESPACES, settings), writing(tolerations, tolerations));

        assertThat(finding.mark()).isEqualTo(mark);
    }

    @Test
    void extendedResourceTolerationIsRecognizedByWhatItAdds() {
        assertThat(finding("plugins", cluster, writing(GIVEN, DEFAULTS + RESOURCE))
                        .sentence())
                .isEqualTo("ExtendedResourceToleration runs");
    }

    @Test
    void withoutProbesNothingIsSent() {
        AskedServer api = writing(GIVEN, DEFAULTS);
        Doctor doctor = new Doctor(api.client(), false, "", Duration.ofSeconds(30), Throwable::toString);

        DoctorReport report = DoctorFixture.report(doctor, cluster);

        assertThat(report.checks())
                .filteredOn(checked -> checked.check().heading == Heading.ANSWERS)
                .hasSize(3)
                .allSatisfy(checked -> assertThat(checked.result().sentence()).startsWith("--no-probe"));
        assertThat(api.posted())
                .noneMatch(object -> object.path("kind").asText().equals("Pod"));
    }

    private static String settings(String... lines) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: tolerant, namespace: tolerant-system}
                data: {application.properties: "%s"}
                """.formatted(String.join("\\n", lines));
    }
}

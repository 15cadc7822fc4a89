package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.VALIDATING;
import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.observed.facts.ClusterFacts;
import dev.tolerant.tools.doctor.ClusterApi.ApiAnswer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseChecksTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system}
            data: {application.properties: SETTING}
            """;
    private static final String BUDGET = """
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: tolerant}
            spec: {selector: {matchLabels: {app.kubernetes.io/name: tolerant}}}
            status: {disruptionsAllowed: ALLOWED, currentHealthy: 2, expectedPods: 2}
            """;

    private final ClusterFacts cluster = facts(MUTATING, VALIDATING);

    @ParameterizedTest
    @CsvSource({
        "tolerant.mode=enforce, PASSED",
        "tolerant.mode=audit, WARNING",
        "tolerant.mode=sometimes, FAILED",
        "tolerant.no-such-setting=1, FAILED"
    })
    void theSettingsAreReadAsTheProgramReadsThem(String setting, Mark mark) {
        assertThat(finding("settings", facts(SETTINGS.replace("SETTING", setting)))
                        .mark())
                .isEqualTo(mark);
    }

    @Test
    void withoutSettingsTheyAreUnknown() {
        assertThat(finding("settings", facts()).mark()).isEqualTo(Mark.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"2, 'a,b', PASSED", "3, 'a,b', WARNING", "1, a, WARNING", "2, '', FAILED"})
    void readyReplicasAreCounted(int wanted, String ready, Mark mark) {
        assertThat(finding("replicas", cluster, ReleaseObjects.in(server, wanted, ready))
                        .mark())
                .isEqualTo(mark);
    }

    @Test
    void aSingleReplicaIsFineIfNothingFailsClosed() {
        // Given
        String open = MUTATING.replace("failurePolicy: Fail", "failurePolicy: Ignore");

        // Then
        assertThat(finding("replicas", facts(open), ReleaseObjects.in(server, 1, "a"))
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void aDumpTellsOfReplicasToo() {
        // Given
        ClusterFacts dump =
                facts(MUTATING, ReleaseObjects.deployment(2), ReleaseObjects.pod("a"), ReleaseObjects.pod("b"));

        // Then
        assertThat(finding("replicas", dump))
                .isEqualTo(Finding.passed("2 of 2 replicas of Deployment tolerant-system/tolerant are ready"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"replicas", "versions", "rights", "disruption-budget"})
    void aProgramThatRunsElsewhereLeavesItUnknown(String code) {
        // Given
        String url = MUTATING.replace(
                "service: {name: tolerant, namespace: tolerant-system, path: /mutate}",
                "url: https://dev.example/mutate");

        // When
        Finding finding = finding(code, facts(url), ReleaseObjects.in(server, 2, "a,b"));

        // Then
        assertThat(finding).isEqualTo(Finding.unknown("the registrations name a URL, and the program runs elsewhere"));
    }

    @Test
    void whatMayNotBeReadIsUnknownWithTheReason() {
        // Given
        server.refusing(ReleaseObjects.DEPLOYMENTS);

        // When
        Finding finding = finding("replicas", cluster, server);

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.sentence()).startsWith("you may not read " + ReleaseObjects.DEPLOYMENTS);
    }

    @ParameterizedTest
    @CsvSource({"1, PASSED", "0, WARNING"})
    void aBudgetHasToAllowAnEviction(int allowed, Mark mark) {
        // Given
        AskedServer api = ReleaseObjects.in(server, 2, "a,b")
                .with(ReleaseObjects.BUDGETS, ReleaseObjects.list(BUDGET.replace("ALLOWED", "" + allowed)));

        // Then
        assertThat(finding("disruption-budget", cluster, api).mark()).isEqualTo(mark);
    }

    @ParameterizedTest
    @CsvSource({"2, WARNING", "1, PASSED"})
    void severalReplicasNeedABudgetOfTheirOwn(int wanted, Mark mark) {
        // Given
        String other = BUDGET.replace("ALLOWED", "1").replace("name: tolerant}}", "name: other}}");
        AskedServer api =
                ReleaseObjects.in(server, wanted, "a").with(ReleaseObjects.BUDGETS, ReleaseObjects.list(other));

        // Then
        assertThat(finding("disruption-budget", cluster, api).mark()).isEqualTo(mark);
    }

    @Test
    void equalVersionsPass() {
        // When
        Finding finding = finding("versions", cluster, ReleaseObjects.in(server, 1, "a"));

        // Then
        assertThat(finding)
                .isEqualTo(Finding.passed(
                        "the release has version 1.2.3, chart tolerant-1.2.3, image example.com/tolerant:1.2.3"));
    }

    @Test
    void twoImagesAreAWarning() {
        // Given
        String pods = ReleaseObjects.pod("a") + ReleaseObjects.pod("b").replace("tolerant:1.2.3", "tolerant:1.2.4");
        AskedServer api = ReleaseObjects.in(server, 2, "").with(ReleaseObjects.PODS, ReleaseObjects.list(pods));

        // When
        Finding finding = finding("versions", cluster, api);

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details())
                .containsExactly("the replicas run example.com/tolerant:1.2.3 and example.com/tolerant:1.2.4");
    }

    @Test
    void withoutImagesWhetherTheReplicasRunTheSameIsNotSaid() {
        // Given
        ClusterFacts dump = facts(
                MUTATING,
                ReleaseObjects.deployment(1),
                ReleaseObjects.pod("a").replace("image: \"example.com/tolerant:1.2.3\", ", ""));

        // When
        Finding finding = finding("versions", dump);

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.UNKNOWN);
        assertThat(finding.sentence())
                .isEqualTo(
                        "what is known of the replicas does not say which images they run; by its labels the release has"
                                + " version 1.2.3, chart tolerant-1.2.3");
    }

    @Test
    void aRegistrationOfAnotherChartIsAWarning() {
        // When
        Finding finding = finding(
                "versions", facts(MUTATING, VALIDATING.replace("1.2.3", "1.1.0")), ReleaseObjects.in(server, 1, "a"));

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.WARNING);
        assertThat(finding.details())
                .containsExactly("ValidatingWebhookConfiguration tolerant is of chart tolerant-1.1.0, and Deployment"
                        + " tolerant-system/tolerant of tolerant-1.2.3");
    }

    @Test
    void aCommandOfAnotherVersionIsAWarning() {
        // Given
        AskedServer api = server.with(
                ReleaseObjects.DEPLOYMENTS,
                ReleaseObjects.list(ReleaseObjects.deployment(1).replace("version: 1.2.3", "version: 2.0.0")));

        // Then
        assertThat(finding("versions", cluster, api).wayOut()).isEqualTo("use the command of version 2.0.0");
    }

    /** A build is of the version with the suffix, and its chart names the release that it makes. */
    @ParameterizedTest
    @CsvSource({
        "1.2.3-SNAPSHOT, 1.2.3, PASSED",
        "1.2.3, 1.2.3-SNAPSHOT, PASSED",
        "1.2.4-SNAPSHOT, 1.2.3, WARNING",
        "1.2.3-rc.1, 1.2.3, WARNING"
    })
    void aCommandThatDiffersOnlyInBeingABuildPasses(String own, String release, Mark mark) {
        // Given
        AskedServer api = ReleaseObjects.in(server, 1, "a")
                .with(
                        ReleaseObjects.DEPLOYMENTS,
                        ReleaseObjects.list(
                                ReleaseObjects.deployment(1).replace("version: 1.2.3", "version: " + release)));

        // When
        DoctorReport report = DoctorFixture.report(
                new Doctor(api, true, "", own, Duration.ofSeconds(30), Throwable::toString), cluster);

        // Then
        assertThat(finding("versions", report).mark()).isEqualTo(mark);
    }

    @Test
    void theAccountsRightsAreAskedForWithTheSettings() {
        // Given
        AskedServer api = ReleaseObjects.in(server, 1, "a").answering(review -> answer(review, true));
        ClusterFacts fleet = facts(
                MUTATING,
                SETTINGS.replace(
                        "SETTING",
                        "\"tolerant.policies.source=cluster\\ntolerant.fleet.mode=enforce\\ntolerant.fleet.account=x\""));

        // When
        Finding finding = finding("rights", fleet, api);

        // Then
        assertThat(finding)
                .isEqualTo(Finding.passed(
                        "system:serviceaccount:tolerant-system:tolerant has all 20 rights that its settings need"));
        assertThat(api.posted())
                .filteredOn(object -> object.path("kind").asText().equals("SubjectAccessReview"))
                .anyMatch(review ->
                        review.at("/spec/resourceAttributes/verb").asText().equals("patch")
                                && review.at("/spec/resourceAttributes/resource")
                                        .asText()
                                        .equals("pods"))
                .anyMatch(review -> review.at("/spec/resourceAttributes/subresource")
                        .asText()
                        .equals("status"));
    }

    @Test
    void aMissingRightFailsByName() {
        // Given
        AskedServer api = ReleaseObjects.in(server, 1, "a")
                .answering(review -> answer(
                        review,
                        !review.at("/spec/resourceAttributes/resource").asText().equals("nodes")));

        // When
        Finding finding = finding("rights", cluster, api);

        // Then
        assertThat(finding.mark()).isEqualTo(Mark.FAILED);
        assertThat(finding.details()).containsExactly("list of nodes", "watch of nodes");
    }

    @Test
    void rightsThatMayNotBeAskedForAreUnknown() {
        // Given
        AskedServer api = ReleaseObjects.in(server, 1, "a")
                .answering(review -> new ApiAnswer(403, MissingNode.getInstance(), "forbidden"));

        // Then
        assertThat(finding("rights", cluster, api).sentence()).startsWith("you may not ask what others may do");
    }

    private static ApiAnswer answer(JsonNode review, boolean allowed) {
        ObjectNode answered = review.deepCopy();
        answered.putObject("status").put("allowed", allowed);
        return new ApiAnswer(201, answered, "");
    }
}

package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.MUTATING;
import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class ReleaseChecksTest {
    /** What is said of a registration by URL. */
    public static final String BY_URL = "the registration names a URL, and the program runs elsewhere";

    /** What is said of a release's replicas, all of which are ready. */
    public static String allReady(int replicas, String namespace) {
        return replicas + " of " + (replicas == 1 ? "1 replica" : replicas + " replicas") + " of Deployment "
                + namespace + "/tolerant " + (replicas == 1 ? "is ready" : "are ready");
    }

    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: tolerant, namespace: tolerant-system}
            data: {application.properties: SETTING}
            """;

    @ParameterizedTest
    @CsvSource({
        "tolerant.mode=enforce, PASSED",
        "tolerant.mode=audit, WARNING",
        "tolerant.mode=sometimes, FAILED",
        "tolerant.no-such-setting=1, FAILED"
    })
    void theSettingsAreReadAsTheProgramReadsThem(String setting, Mark mark) {
        assertThat(finding("settings", clusterObjects(SETTINGS.replace("SETTING", setting)))
                        .mark())
                .isEqualTo(mark);
    }

    @Test
    void withoutSettingsTheyAreUnknown() {
        assertThat(finding("settings", clusterObjects()).mark()).isEqualTo(Mark.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({"2, 'a,b', PASSED", "3, 'a,b', WARNING", "1, a, WARNING", "2, '', FAILED"})
    void readyReplicasAreCounted(int wanted, String ready, Mark mark) {
        assertThat(finding("replicas", ReleaseObjects.clusterObjects(wanted, ready, MUTATING))
                        .mark())
                .isEqualTo(mark);
    }

    @Test
    void aSingleReplicaIsFineIfNothingFailsClosed() {
        String open = MUTATING.replace("failurePolicy: Fail", "failurePolicy: Ignore");

        assertThat(finding("replicas", ReleaseObjects.clusterObjects(1, "a", open)))
                .isEqualTo(CheckResult.passed(allReady(1, "tolerant-system")));
    }

    @Test
    void theReplicasAreSaidWithTheirDeployment() {
        assertThat(finding("replicas", ReleaseObjects.clusterObjects(2, "a,b", MUTATING)))
                .isEqualTo(CheckResult.passed(allReady(2, "tolerant-system")));
    }

    @Test
    void aProgramThatRunsElsewhereLeavesItUnknown() {
        String url = MUTATING.replace(
                "service: {name: tolerant, namespace: tolerant-system, path: /mutate}",
                "url: https://dev.example/mutate");

        CheckResult finding = finding("replicas", ReleaseObjects.clusterObjects(2, "a,b", url));

        assertThat(finding).isEqualTo(CheckResult.unknown(BY_URL));
    }

    @Test
    void whatMayNotBeReadIsUnknownWithTheReason() {
        CheckResult finding = finding(
                "replicas", clusterObjects(Map.of(ObjectKind.DEPLOYMENT, "you may not list deployments"), MUTATING));

        assertThat(finding).isEqualTo(CheckResult.unknown("you may not list deployments"));
    }
}

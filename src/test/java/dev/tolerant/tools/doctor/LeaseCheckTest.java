package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.clusterObjects;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.doctor.CheckResult.Mark;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the Lease that the release's settings name is there, and held. */
class LeaseCheckTest {
    @RegisterExtension
    final AskedServer server = new AskedServer();

    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/tolerant-system/leases/";
    private static final String SETTINGS = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: green, namespace: tolerant-system}
            data: {application.properties: "SETTING"}
            """;
    private static final String GREEN = SETTINGS.replace("SETTING", "tolerant.lease=green-leader");

    @Test
    void aLeaseThatAReplicaHoldsPasses() {
        has("green-leader", held(59));

        assertThat(finding("lease", clusterObjects(GREEN), server))
                .isEqualTo(CheckResult.passed("a replica holds Lease tolerant-system/green-leader"));
    }

    static List<String> heldByNobody() {
        return List.of("", "spec: {}", held(61));
    }

    @ParameterizedTest
    @MethodSource("heldByNobody")
    void aLeaseThatNobodyHasHeldForAMinuteIsAWarning(String spec) {
        has("green-leader", spec);

        assertThat(finding("lease", clusterObjects(GREEN), server))
                .isEqualTo(CheckResult.warning(
                        "no replica has held Lease tolerant-system/green-leader for a minute: no replica writes the status of"
                                + " policies or keeps running pods",
                        "see why: kubectl -n tolerant-system logs -l app.kubernetes.io/component=webhook"));
    }

    private static String held(int secondsAgo) {
        // The API writes microseconds.
        return "spec: {holderIdentity: one, renewTime: '"
                + DoctorFixture.NOW.minusSeconds(secondsAgo).truncatedTo(ChronoUnit.MICROS) + "'}";
    }

    private void has(String name, String spec) {
        server.with(
                LEASES + name,
                "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: " + name + "}\n" + spec);
    }

    @Test
    void aLeaseThatIsMissingFails() {
        has("tolerant-leader", held(1));

        assertThat(finding("lease", clusterObjects(GREEN), server))
                .isEqualTo(CheckResult.failed(
                        "Lease tolerant-system/green-leader does not exist: no replica writes the status of policies or"
                                + " keeps running pods",
                        "run helm upgrade, which gives replicas the right to create it"));
    }

    /** The program made it itself then. */
    @Test
    void aReleaseOfAnEarlierVersionHasTheLeaseOfTheDefaults() {
        has("tolerant-leader", held(1));

        assertThat(finding("lease", clusterObjects(SETTINGS.replace("SETTING", "tolerant.mode=enforce")), server)
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "directory"})
    void aReleaseWhosePoliciesComeFromElsewhereNeedsNone(String source) {
        String none = SETTINGS.replace("SETTING", "tolerant.policies.source=" + source);

        assertThat(finding("lease", clusterObjects(none), server).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void withoutSettingsItIsUnknown() {
        assertThat(finding("lease", clusterObjects(), server))
                .isEqualTo(CheckResult.unknown("no ConfigMap has the release's settings"));
        assertThat(finding(
                        "lease", clusterObjects(Map.of(ObjectKind.CONFIG_MAP, "you may not list configmaps")), server))
                .isEqualTo(CheckResult.unknown("you may not list configmaps"));
    }

    @Test
    void withSettingsThatCannotBeUsedItsNameIsUnknown() {
        assertThat(finding("lease", clusterObjects(SETTINGS.replace("SETTING", "tolerant.mode=sometimes")), server))
                .isEqualTo(CheckResult.unknown("the release's settings, which name it, cannot be used"));
    }

    @Test
    void whoMayNotGetItIsToldSo() {
        server.refusing(LEASES, 403);

        assertThat(finding("lease", clusterObjects(GREEN), server))
                .isEqualTo(CheckResult.unknown("you may not get leases in namespace tolerant-system"));
    }

    @Test
    void aDumpCannotTell() {
        assertThat(finding("lease", clusterObjects(GREEN)).sentence()).isEqualTo(CheckResult.NEEDS_CLUSTER);
    }
}

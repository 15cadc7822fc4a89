package dev.tolerant.tools.doctor;

import static dev.tolerant.tools.doctor.DoctorFixture.facts;
import static dev.tolerant.tools.doctor.DoctorFixture.finding;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.facts.FactKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether the Lease is there that the release's settings name. */
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
    void aLeaseThatIsThereOfThatNamePasses() {
        server.with(LEASES + "green-leader", "{kind: Lease, metadata: {name: green-leader}}");

        assertThat(finding("lease", facts(GREEN), server))
                .isEqualTo(Finding.passed(
                        "Lease tolerant-system/green-leader is there, by which the replicas elect a leader"));
    }

    @Test
    void aLeaseThatIsMissingFails() {
        server.with(LEASES + "tolerant-leader", "{kind: Lease, metadata: {name: tolerant-leader}}");

        assertThat(finding("lease", facts(GREEN), server))
                .isEqualTo(Finding.failed(
                        "Lease tolerant-system/green-leader does not exist: no replica writes the status of policies or"
                                + " keeps running pods",
                        "run helm upgrade, which makes it"));
    }

    /** The program made it itself then. */
    @Test
    void aReleaseOfAnEarlierVersionHasTheLeaseOfTheDefaults() {
        server.with(LEASES + "tolerant-leader", "{kind: Lease, metadata: {name: tolerant-leader}}");

        assertThat(finding("lease", facts(SETTINGS.replace("SETTING", "tolerant.mode=enforce")), server)
                        .mark())
                .isEqualTo(Mark.PASSED);
    }

    @Test
    void aReleaseWithoutPoliciesNeedsNone() {
        String none = SETTINGS.replace("SETTING", "tolerant.policies.source=none");

        assertThat(finding("lease", facts(none), server).mark()).isEqualTo(Mark.PASSED);
    }

    @Test
    void withoutSettingsItIsUnknown() {
        assertThat(finding("lease", facts(), server))
                .isEqualTo(Finding.unknown("no ConfigMap has the release's settings"));
        assertThat(finding("lease", facts(Map.of(FactKind.CONFIG_MAP, "you may not list configmaps")), server))
                .isEqualTo(Finding.unknown("you may not list configmaps"));
    }

    @Test
    void whoMayNotGetItIsToldSo() {
        server.refusing(LEASES, 403);

        assertThat(finding("lease", facts(GREEN), server))
                .isEqualTo(Finding.unknown("you may not get leases in namespace tolerant-system"));
    }

    @Test
    void aDumpCannotTell() {
        assertThat(finding("lease", facts(GREEN)).needsCluster()).isTrue();
    }
}

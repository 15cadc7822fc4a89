package dev.tolerant.server.cluster;

import static dev.tolerant.testing.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.engine.words.Mode;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.observed.registration.InstalledGuard;
import dev.tolerant.testing.Recorder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.client.V1AdmissionRegistrationAPIGroupDSL;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guards of the release, as the program watches them. */
class GuardsTest {
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    private static final String BINDINGS = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings";
    private static final String NAME = "t-registration";
    private static final String MISSING =
            "ValidatingAdmissionPolicy " + NAME + " is not in force, because it does not exist: ";

    @AutoClose
    private final WatchedCluster cluster = new WatchedCluster(List.of(InstalledGuard.of(NAME, Mode.ENFORCE)));

    @AutoClose
    private final Recorder log = Recorder.of(ClusterSource.class);

    @BeforeEach
    void others() {
        // Of others, nothing counts.
        policy("other", "Ignore");
        binding("other", "Audit");
    }

    private V1AdmissionRegistrationAPIGroupDSL registered() {
        return cluster.server.operator().admissionRegistration().v1();
    }

    private void policy(String name, String failurePolicy) {
        registered()
                .validatingAdmissionPolicies()
                .resource(new ValidatingAdmissionPolicyBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withFailurePolicy(failurePolicy)
                        .endSpec()
                        .build())
                .create();
    }

    private void binding(String name, String action) {
        registered()
                .validatingAdmissionPolicyBindings()
                .resource(new ValidatingAdmissionPolicyBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withPolicyName(name)
                        .withValidationActions(action)
                        .endSpec()
                        .build())
                .create();
    }

    private double inForce() {
        return cluster.gauge("tolerant.guard.in.force", "guard", NAME);
    }

    private List<String> complaints() {
        return log.lines().stream()
                .filter(line -> line.startsWith("ValidatingAdmissionPolicy"))
                .toList();
    }

    @Test
    void aGuardThatIsDeletedWeakenedAndBroughtBackIsSaidEachTimeOnce() {
        policy(NAME, "Fail");
        binding(NAME, "Deny");
        cluster.watching();
        eventually(() -> assertThat(inForce()).isEqualTo(1));
        assertThat(complaints()).isEmpty();

        registered().validatingAdmissionPolicies().withName(NAME).delete();

        eventually(() -> assertThat(inForce()).isZero());
        eventually(() -> assertThat(complaints()).singleElement().asString().startsWith(MISSING));
        assertThat(cluster.metrics.get("tolerant.problems").counter().count()).isEqualTo(1);

        policy(NAME, "Ignore");

        eventually(() -> assertThat(complaints()).hasSize(2).last().asString().contains("failurePolicy is Ignore"));
        assertThat(inForce()).isZero();

        registered().validatingAdmissionPolicies().withName(NAME).delete();
        policy(NAME, "Fail");

        eventually(() -> assertThat(inForce()).isEqualTo(1));
        assertThat(cluster.source.isReady()).isTrue();
    }

    /** Then no object of the kinds, and so no change, tells of it. */
    @Test
    void aGuardThatHasNeverBeenThereIsSaid() {
        cluster.watching();

        eventually(() -> assertThat(complaints()).singleElement().asString().startsWith(MISSING));
        assertThat(inForce()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {POLICIES, BINDINGS})
    void aKindThatCannotBeReadIsNoMissingGuardAndHoldsNothing(String path) {
        String reads = path + "(\\?.*)?";
        cluster.server.faults().answer("GET", reads, 403);
        cluster.source.start();
        cluster.passRefusals(reads);

        eventually(() -> assertThat(cluster.source.isReady()).isTrue());
        eventually(() -> assertThat(cluster.gauge(
                        "tolerant.source.synced",
                        "source",
                        path.equals(POLICIES) ? ObjectKind.GUARD_BINDING.plural() : ObjectKind.GUARD.plural()))
                .isEqualTo(1));
        assertThat(cluster.gauge("tolerant.source.synced", "source", path.substring(path.lastIndexOf('/') + 1)))
                .isZero();
        eventually(() -> assertThat(cluster.source.state().get(path.substring(path.lastIndexOf('/') + 1)))
                .contains("403: grant list and watch of"));
        assertThat(complaints()).isEmpty();
        assertThat(cluster.metrics.find("tolerant.guard.in.force").gauge()).isNull();

        cluster.server.faults().heal();

        eventually(() -> assertThat(complaints()).singleElement().asString().startsWith(MISSING));
    }

    @Test
    void whileTheKindsCannotBeReadAnyMoreTheLastWordStays() {
        policy(NAME, "Fail");
        binding(NAME, "Deny");
        cluster.watching();
        eventually(() -> assertThat(inForce()).isEqualTo(1));

        cluster.loseWatch(POLICIES, ObjectKind.GUARD.plural());
        cluster.pass(KindHealth.ABSENT_AFTER);

        assertThat(inForce()).isEqualTo(1);
        assertThat(complaints()).isEmpty();
        assertThat(cluster.gauge("tolerant.source.age.seconds", "source", ObjectKind.GUARD.plural()))
                .isPositive();
    }

    @Test
    void withoutGuardsNothingIsWatched() {
        try (WatchedCluster unguarded = new WatchedCluster()) {
            unguarded.watching();

            assertThat(unguarded.source.state())
                    .doesNotContainKeys(ObjectKind.GUARD.plural(), ObjectKind.GUARD_BINDING.plural());
            assertThat(unguarded.server.faults().count("GET", ".*/validatingadmissionpolic.*"))
                    .isZero();
        }
    }
}

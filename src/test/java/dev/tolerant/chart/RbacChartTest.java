package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rights that the release grants are those that what is switched on needs, and no other. */
class RbacChartTest {
    private static final String EXISTING = "existingSecret, existingSecret: {name: tls, caBundle: AAAA}";

    @ParameterizedTest
    @CsvSource({
        "builtIn, cluster",
        "builtIn, none",
        "certManager, cluster",
        "certManager, none",
        "existingSecret, cluster",
        "existingSecret, none",
    })
    void rightsAreMadeOfWhatIsSwitchedOn(String mode, String source) {
        boolean builtIn = mode.equals("builtIn");
        List<AccessRule> expected = new ArrayList<>();
        if (source.equals("cluster")) {
            expected.addAll(AccessRule.OF_POLICIES);
        }
        if (builtIn) {
            expected.add(AccessRule.OF_MUTATING_REGISTRATION);
        }

        RenderedChart chart =
                RenderedChart.with("""
                certificates: {mode: %s}
                policies: {source: %s}
                """.formatted(mode.equals("existingSecret") ? EXISTING : mode, source));

        assertThat(inTheCluster(chart)).containsExactlyElementsOf(expected);
        List<AccessRule> inItsNamespace = new ArrayList<>();
        if (builtIn) {
            inItsNamespace.add(AccessRule.OF_CERTIFICATES);
        }
        if (source.equals("cluster")) {
            inItsNamespace.addAll(List.of(AccessRule.OF_LEASE, AccessRule.OF_NEW_LEASE));
        }
        assertThat(inItsNamespace(chart)).containsExactlyElementsOf(inItsNamespace);
        boolean callsApi = !expected.isEmpty();
        assertThat(pods(chart).getAutomountServiceAccountToken()).isEqualTo(callsApi);
        assertThat(chart.all(ClusterRoleBinding.class)).hasSize(callsApi ? 1 : 0);
        assertThat(chart.all(RoleBinding.class)).hasSize(inItsNamespace.isEmpty() ? 0 : 1);
    }

    @Test
    void theRolesAreBoundToThePodsServiceAccount() {
        RenderedChart chart = RenderedChart.ofDefaults();

        ServiceAccount account = chart.only(ServiceAccount.class);
        ClusterRoleBinding everywhere = chart.only(ClusterRoleBinding.class);
        RoleBinding here = chart.only(RoleBinding.class);
        assertThat(account.getAutomountServiceAccountToken()).isFalse();
        assertThat(pods(chart).getServiceAccountName())
                .isEqualTo(account.getMetadata().getName());
        assertThat(everywhere.getRoleRef().getName())
                .isEqualTo(
                        chart.named(ClusterRole.class, "tolerant").getMetadata().getName());
        assertThat(everywhere.getRoleRef().getKind()).isEqualTo("ClusterRole");
        assertThat(here.getRoleRef().getName())
                .isEqualTo(chart.only(Role.class).getMetadata().getName());
        assertThat(here.getRoleRef().getKind()).isEqualTo("Role");
        assertThat(here.getMetadata().getNamespace()).isEqualTo(RenderedChart.NAMESPACE);
        for (Subject subject :
                List.of(everywhere.getSubjects().get(0), here.getSubjects().get(0))) {
            assertThat(subject.getKind()).isEqualTo("ServiceAccount");
            assertThat(subject.getName()).isEqualTo(account.getMetadata().getName());
            assertThat(subject.getNamespace()).isEqualTo(RenderedChart.NAMESPACE);
        }
    }

    @Test
    void somebodyElseMayGrantTheRights() {
        RenderedChart chart = RenderedChart.with("rbac: {create: false}");

        assertThat(pods(chart).getServiceAccountName())
                .isEqualTo(chart.only(ServiceAccount.class).getMetadata().getName());
        assertThat(inTheCluster(chart)).isEmpty();
        assertThat(inItsNamespace(chart)).isEmpty();
        assertThat(chart.all(ClusterRole.class)).isEmpty();
        assertThat(chart.all(ClusterRoleBinding.class)).isEmpty();
        assertThat(chart.all(RoleBinding.class)).isEmpty();
    }

    @Test
    void rightsFollowTheNamesOfTheObjects() {
        RenderedChart chart = RenderedChart.in("elsewhere", "green", "{}");

        assertThat(inTheCluster(chart)).extracting(AccessRule::name).endsWith("green-tolerant");
        assertThat(inItsNamespace(chart))
                .extracting(AccessRule::name)
                .containsExactly("green-tolerant-certificate", "tolerant-leader", AccessRule.ANY);
    }

    /** The ClusterRoles that somebody has; the others are an offer. */
    static List<ClusterRole> bound(RenderedChart chart) {
        return chart.all(ClusterRoleBinding.class).stream()
                .map(binding ->
                        chart.named(ClusterRole.class, binding.getRoleRef().getName()))
                .toList();
    }

    static List<AccessRule> inTheCluster(RenderedChart chart) {
        return bound(chart).stream()
                .flatMap(role -> role.getRules().stream())
                .map(AccessRule::of)
                .toList();
    }

    static List<AccessRule> inItsNamespace(RenderedChart chart) {
        return chart.all(Role.class).stream()
                .flatMap(role -> role.getRules().stream())
                .map(AccessRule::of)
                .toList();
    }

    private static PodSpec pods(RenderedChart chart) {
        return chart.only(Deployment.class).getSpec().getTemplate().getSpec();
    }
}

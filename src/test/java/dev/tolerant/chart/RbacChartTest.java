package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
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
        "builtIn,        cluster, off,     enforce",
        "builtIn,        none,    off,     enforce",
        "certManager,    cluster, off,     enforce",
        "certManager,    none,    off,     enforce",
        "existingSecret, cluster, off,     enforce",
        "existingSecret, none,    off,     enforce",
        "builtIn,        cluster, off,     audit",
        "builtIn,        cluster, audit,   enforce",
        "builtIn,        cluster, enforce, enforce",
        "builtIn,        cluster, enforce, audit",
    })
    void rightsAreMadeOfWhatIsSwitchedOn(String certificates, String source, String keeper, String mode) {
        List<AccessRule> inTheCluster = new ArrayList<>();
        List<AccessRule> inItsNamespace = new ArrayList<>();
        if (source.equals("cluster")) {
            inTheCluster.addAll(AccessRule.OF_POLICIES);
            inTheCluster.addAll(AccessRule.OF_GUARDS);
        }
        if (!keeper.equals("off")) {
            inTheCluster.addAll(AccessRule.ofKeeper(keeper.equals("enforce") && mode.equals("enforce")));
        }
        if (certificates.equals("builtIn")) {
            inTheCluster.add(AccessRule.OF_MUTATING_REGISTRATION);
            inItsNamespace.add(AccessRule.OF_CERTIFICATES);
        }
        if (source.equals("cluster")) {
            inItsNamespace.addAll(List.of(AccessRule.OF_LEASE, AccessRule.OF_NEW_LEASE));
        }
        int bound = inTheCluster.isEmpty() ? 0 : 1;

        RenderedChart chart = RenderedChart.with(
                """
                certificates: {mode: %s}
                policies: {source: %s}
                keeper: {mode: %s}
                settings: {mode: %s}
                """.formatted(certificates.equals("existingSecret") ? EXISTING : certificates, source, keeper, mode));

        assertThat(inTheCluster(chart)).containsExactlyElementsOf(inTheCluster);
        assertThat(inItsNamespace(chart)).containsExactlyElementsOf(inItsNamespace);
        assertThat(chart.only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getAutomountServiceAccountToken())
                .isEqualTo(bound == 1);
        assertThat(chart.all(ClusterRoleBinding.class)).hasSize(bound);
        assertThat(chart.all(RoleBinding.class)).hasSize(bound);
    }

    @Test
    void whereThereIsNoGuardNoneIsRead() {
        RenderedChart chart = RenderedChart.with("{certificates: {mode: certManager}, reservations: {enabled: false}}");

        assertThat(inTheCluster(chart)).isNotEmpty().doesNotContainAnyElementsOf(AccessRule.OF_GUARDS);
    }

    /** The rights of the ClusterRoles that an account is bound to; the others are an offer. */
    private static List<AccessRule> inTheCluster(RenderedChart chart) {
        return chart.all(ClusterRoleBinding.class).stream()
                .map(binding ->
                        chart.named(ClusterRole.class, binding.getRoleRef().getName()))
                .flatMap(role -> role.getRules().stream())
                .map(AccessRule::of)
                .toList();
    }

    private static List<AccessRule> inItsNamespace(RenderedChart chart) {
        return chart.all(Role.class).stream()
                .flatMap(role -> role.getRules().stream())
                .map(AccessRule::of)
                .toList();
    }
}

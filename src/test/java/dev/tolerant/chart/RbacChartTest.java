package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.testing.RenderedChart;
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
        "builtIn,        off,     enforce",
        "certManager,    off,     enforce",
        "existingSecret, off,     enforce",
        "builtIn,        off,     audit",
        "builtIn,        audit,   enforce",
        "builtIn,        enforce, enforce",
        "builtIn,        enforce, audit",
    })
    void rightsAreMadeOfWhatIsSwitchedOn(String certificates, String keeper, String mode) {
        List<AccessRule> inTheCluster = new ArrayList<>(AccessRule.OF_POLICIES);
        List<AccessRule> inItsNamespace = new ArrayList<>();
        inTheCluster.addAll(AccessRule.OF_GUARDS);
        if (!keeper.equals("off")) {
            inTheCluster.addAll(AccessRule.ofKeeper(keeper.equals("enforce") && mode.equals("enforce")));
        }
        if (certificates.equals("builtIn")) {
            inTheCluster.add(AccessRule.OF_MUTATING_REGISTRATION);
            inItsNamespace.add(AccessRule.OF_CERTIFICATES);
        }
        inItsNamespace.addAll(AccessRule.OF_RESERVATIONS);
        inItsNamespace.add(AccessRule.OF_LEASE);
        inItsNamespace.add(AccessRule.OF_NEW_LEASE);

        RenderedChart chart = RenderedChart.with(
                """
                certificates: {mode: %s}
                keeper: {mode: %s}
                settings: {mode: %s}
                """.formatted(certificates.equals("existingSecret") ? EXISTING : certificates, keeper, mode));

        assertThat(inTheCluster(chart)).containsExactlyElementsOf(inTheCluster);
        assertThat(inItsNamespace(chart)).containsExactlyElementsOf(inItsNamespace);
        assertThat(chart.all(ClusterRoleBinding.class)).hasSize(1);
        assertThat(chart.all(RoleBinding.class)).hasSize(1);
    }

    @Test
    void whereThereIsNoGuardNoneIsRead() {
        RenderedChart chart = RenderedChart.with("{certificates: {mode: certManager}, reservations: {enabled: false}}");

        assertThat(inTheCluster(chart)).isNotEmpty().doesNotContainAnyElementsOf(AccessRule.OF_GUARDS);
    }

    /** The rights of the ClusterRoles that an account is bound to; the others are an offer. */
    static List<AccessRule> inTheCluster(RenderedChart chart) {
        return chart.all(ClusterRoleBinding.class).stream()
                .map(binding ->
                        chart.named(ClusterRole.class, binding.getRoleRef().getName()))
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
}

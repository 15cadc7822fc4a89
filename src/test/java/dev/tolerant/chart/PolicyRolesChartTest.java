package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Roles for people who work with policies: everyone may look, and nobody gets the right to change by the chart. */
class PolicyRolesChartTest {
    private static final String AGGREGATE = "rbac.authorization.k8s.io/aggregate-to-";

    @Test
    void kubernetesOwnRoleIncludesTheOneToView() {
        ClusterRole view = role("view");

        assertThat(view.getMetadata().getLabels()).containsEntry(AGGREGATE + "view", "true");
        assertThat(rule(view).getVerbs()).containsExactlyInAnyOrder("get", "list", "watch");
        assertThat(view.getAggregationRule()).isNull();
    }

    @Test
    void editAndAdminMayChangePoliciesAndNothingElse() {
        assertThat(rule(role("edit")).getVerbs())
                .containsExactlyInAnyOrder("get", "list", "watch", "create", "update", "patch", "delete");
        assertThat(rule(role("admin")).getVerbs())
                .containsExactlyInAnyOrder(
                        "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection");
    }

    @ParameterizedTest
    @MethodSource("dev.tolerant.chart.RenderedChart#ciFiles")
    void nobodyMayChangePoliciesUnlessSomebodyBindsThem(String ci) {
        RenderedChart chart = RenderedChart.with(RenderedChart.ciValues(ci));

        List<ClusterRole> changing = chart.all(ClusterRole.class).stream()
                .filter(role -> role.getRules().stream().anyMatch(PolicyRolesChartTest::changesPolicies))
                .toList();
        assertThat(changing).allSatisfy(role -> {
            assertThat(role.getMetadata().getName()).matches("tolerant-policies-(edit|admin)");
            assertThat(role.getMetadata().getLabels().keySet()).noneMatch(label -> label.startsWith(AGGREGATE));
        });
        assertThat(chart.all(ClusterRoleBinding.class))
                .noneMatch(binding -> binding.getRoleRef().getName().startsWith("tolerant-policies"));
    }

    private static boolean changesPolicies(PolicyRule rule) {
        return rule.getResources().contains("tolerationpolicies")
                && !List.of("get", "list", "watch").containsAll(rule.getVerbs());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{rbac: {create: false}}",
                "policies: {source: none}",
                "webhook: {url: 'https://a:8443', caBundle: AAAA}",
            })
    void withoutPoliciesOrRightsThereAreNone(String values) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(chart.all(ClusterRole.class))
                .extracting(role -> role.getMetadata().getName())
                .noneMatch(name -> name.contains("policies"));
    }

    private static ClusterRole role(String name) {
        return RenderedChart.ofDefaults().named(ClusterRole.class, "tolerant-policies-" + name);
    }

    private static PolicyRule rule(ClusterRole role) {
        assertThat(role.getRules()).hasSize(1);
        PolicyRule rule = role.getRules().get(0);
        assertThat(rule.getApiGroups()).containsExactly("tolerant.dev");
        assertThat(rule.getResources()).containsExactly("tolerationpolicies");
        assertThat(rule.getResourceNames()).isNullOrEmpty();
        return rule;
    }
}

package dev.tolerant.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.settings.KeeperMode;
import dev.tolerant.settings.TolerantConfig;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keeper of running pods as the chart switches it on: its settings, its rights, and where it cannot be. */
class FleetChartTest {

    @Test
    void theProgramReadsWhatTheValuesSay() {
        TolerantConfig.Fleet fleet = SettingsChartTest.programs(SettingsFile.of(
                        RenderedChart.in("elsewhere", "tolerant", "fleet: {mode: enforce, patchesPerSecond: 7}")))
                .fleet();

        assertThat(fleet.mode()).isEqualTo(KeeperMode.ENFORCE);
        assertThat(fleet.account()).contains("system:serviceaccount:elsewhere:tolerant");
        assertThat(fleet.patchesPerSecond()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "fleet: {mode: 'off'}", "fleet: {mode: off}"})
    void itIsOffUnlessSomebodyWantsIt(String values) {
        TolerantConfig.Fleet fleet =
                SettingsChartTest.programs(SettingsFile.with(values)).fleet();

        assertThat(fleet.mode()).isEqualTo(KeeperMode.OFF);
        assertThat(fleet.account()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fleet: {mode: audit}                              | false",
                "fleet: {mode: enforce}                            | true",
                "{fleet: {mode: enforce}, settings: {mode: audit}} | false",
            })
    void itMayReadPodsAndPatchThemOnlyToEnforce(String values, boolean patches) {
        RenderedChart chart = RenderedChart.with(values);

        assertThat(RbacChartTest.inTheCluster(chart)).containsAll(AccessRule.ofKeeper(patches));
        assertThat(RbacChartTest.inTheCluster(chart))
                .filteredOn(rule -> rule.resource().startsWith("pods"))
                .hasSize(1);
        assertThat(RbacChartTest.inItsNamespace(chart))
                .containsExactly(AccessRule.OF_CERTIFICATES, AccessRule.OF_LEASE, AccessRule.OF_NEW_LEASE);
    }

    @Test
    void theLeaseNeedsARoleEvenIfSomebodyElseMakesCertificates() {
        RenderedChart chart = RenderedChart.with("{certificates: {mode: certManager}}");

        assertThat(RbacChartTest.inItsNamespace(chart)).containsExactly(AccessRule.OF_LEASE, AccessRule.OF_NEW_LEASE);
        assertThat(chart.only(RoleBinding.class).getRoleRef().getName())
                .isEqualTo(chart.only(Role.class).getMetadata().getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{fleet: {patchesPerSecond: 5}}", "settings: {mode: audit}"})
    void withoutItTheProgramReadsNoPods(String values) {
        List<AccessRule> rights = RbacChartTest.inTheCluster(RenderedChart.with(values));

        assertThat(rights).extracting(AccessRule::resource).doesNotContain("pods", "leases");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{fleet: {mode: enforce}, policies: {source: none}} | fleet.mode is enforce, but policies.source is none, and the keeper decides by the policies, namespaces and nodes of the cluster: set policies.source=cluster, or fleet.mode=off",
                "{fleet: {mode: audit}, webhook: {url: 'https://a:8443', caBundle: AAAA}} | fleet.mode is audit, but with webhook.url the chart runs no program that could look after pods: set fleet.mode=off here",
                "fleet: {mode: dry-run}       | at '/fleet/mode': value must be one of 'off', 'audit', 'enforce', false",
                "fleet: {mode: true}          | at '/fleet/mode': value must be one of 'off', 'audit', 'enforce', false",
                "fleet: {patchesPerSecond: 0} | at '/fleet/patchesPerSecond': minimum: got 0, want 1",
            })
    void whereItCannotBeOneSentenceSaysSo(String values, String sentence) {
        assertThatThrownBy(() -> RenderedChart.with(values)).hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{fleet: {mode: enforce}, rbac: {create: false}}",
                "{fleet: {mode: enforce}, webhook: {excludedNamespaces: [calico-system], objectSelector: {matchLabels: {a: b}}}}",
            })
    void elsewhereItCan(String values) {
        assertThat(RenderedChart.with(values).objects()).isNotEmpty();
    }

    @Test
    void theNotesSayWhatItDoesToPods() {
        assertThat(notes("fleet: {mode: audit}"))
                .contains("NOTE: the keeper reports what it would change of pods that run already");
        assertThat(notes("fleet: {mode: enforce}"))
                .contains("NOTE: the keeper changes pods that run already")
                .contains("the ValidatingAdmissionPolicy tolerant-pods allows it nothing but tolerations");
        assertThat(notes("{fleet: {mode: enforce}, settings: {mode: audit}}"))
                .contains("NOTE: the keeper reports what it would change of pods that run already");
        assertThat(notes("{}")).doesNotContain("keeper");
    }

    private static String notes(String values) {
        return RenderedChart.notes(RenderedChart.NAMESPACE, values);
    }
}

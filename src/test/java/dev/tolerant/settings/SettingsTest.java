package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.settings.Settings.InvalidSettingsException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings where the program does not run: of a text, of a cluster, of a file; and their text. */
class SettingsTest {

    @Test
    void whatIsWrittenIsReadAsTheSameSettings() throws InvalidSettingsException {
        SmallRyeConfig config = config(Map.of(
                "tolerant.mode", "audit",
                "tolerant.reservations.exempt-namespaces", "tolerant-system",
                "tolerant.pods-opt-out", "false",
                "tolerant.rules.node-failure.not-ready", "60",
                "tolerant.rules.extended-resources.ignore", "a.com/x,b.com/y",
                "tolerant.rules.extended-resources.taints.\"nvidia.com/gpu\"", "pool=gpu:NoExecute",
                "tolerant.policies.source", "none"));

        String text = Settings.text(config);

        assertThat(text).isEqualTo("""
                tolerant.comparison-operators=false
                tolerant.mode=audit
                tolerant.pods-opt-out=false
                tolerant.reservations.enabled=true
                tolerant.reservations.exempt-namespaces=tolerant-system
                tolerant.rules.daemon-set.enabled=true
                tolerant.rules.daemon-set.seconds=never
                tolerant.rules.extended-resources.count-zero=false
                tolerant.rules.extended-resources.enabled=true
                tolerant.rules.extended-resources.ignore=a.com/x,b.com/y
                tolerant.rules.extended-resources.taints."nvidia.com/gpu"=pool=gpu:NoExecute
                tolerant.rules.memory-pressure.enabled=true
                tolerant.rules.namespace-annotations.api-server-enforces=false
                tolerant.rules.namespace-annotations.enabled=true
                tolerant.rules.node-failure.api-server-not-ready=300
                tolerant.rules.node-failure.api-server-unreachable=300
                tolerant.rules.node-failure.enabled=true
                tolerant.rules.node-failure.not-ready=60
                tolerant.rules.node-failure.override=likely
                tolerant.rules.node-failure.unreachable=300
                """);
        assertThat(Settings.text(config(Map.of()))).contains("tolerant.rules.extended-resources.ignore=\n");
        TolerantConfig read = Settings.ofText(text);
        assertThat(read.mode()).isEqualTo(Mode.AUDIT);
        assertThat(read.podsOptOut()).isFalse();
        assertThat(read.reservations().exemptNamespaces()).contains(Set.of("tolerant-system"));
        assertThat(read.rules())
                .isEqualTo(config.getConfigMapping(TolerantConfig.class).rules());
    }

    @Test
    void aSettingMayReferToAnother() throws InvalidSettingsException {
        TolerantConfig config = Settings.ofText("""
                tolerant.rules.node-failure.not-ready=60
                tolerant.rules.node-failure.unreachable=${tolerant.rules.node-failure.not-ready}
                """);

        assertThat(config.rules().nodeFailure().unreachable()).isEqualTo(TolerationSeconds.of(60));
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> Settings.ofText("tolerant.mode=x\ntolerant.rules.daemon-set.seconds=zero"))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        invalid -> assertThat(invalid.problems())
                                .hasSize(2)
                                .anySatisfy(
                                        problem -> assertThat(problem).startsWith("tolerant.mode cannot be \"x\": "))
                                .anySatisfy(problem -> assertThat(problem)
                                        .isEqualTo("tolerant.rules.daemon-set.seconds cannot be \"zero\": 'zero' is"
                                                + " neither a whole number of seconds nor 'never'")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tolerant.rules.extended-resources.taints.\"nvidia.com/gpu\"", "tolerant.mode"})
    void aSettingWithoutAValueIsRefused(String setting) {
        assertThatThrownBy(() -> Settings.ofText(setting + "="))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        invalid -> assertThat(invalid.problems())
                                .containsExactly(setting + " is empty: give it a value, or remove it"));
    }

    @Test
    void aValueOfSeveralLinesIsRefusedInOne() {
        assertThatThrownBy(() -> Settings.ofText("tolerant.mode=a\\nb"))
                .hasMessage("tolerant.mode cannot be \"a b\": it must be one of audit,enforce");
    }

    @Test
    void aLongNameOfAResourceIsRead() throws InvalidSettingsException {
        String domain = ("a".repeat(63) + ".").repeat(3) + "a".repeat(52);
        String resource = domain + "/" + "b".repeat(63);

        TolerantConfig config =
                Settings.ofText("tolerant.rules.extended-resources.taints.\"" + resource + "\"=a.example/b:NoSchedule");

        assertThat(config.rules().extendedResources().taints()).hasSize(1);
    }

    @Test
    void aValueCannotReachTheEnvironment() {
        assertThatThrownBy(() -> Settings.ofText("tolerant.mode=${PATH}"))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("tolerant.mode refers to ${PATH}, which has no value here: write the value itself");
    }

    @Test
    void inAClusterSettingsOfOthersArePassedOver() throws InvalidSettingsException {
        TolerantConfig config = Settings.ofCluster("tolerant.mode=audit\nquarkus.http.port=1\n", "here");

        assertThat(config.mode()).isEqualTo(Mode.AUDIT);
    }

    @Test
    void aSettingThatNoVersionHadIsSaidWithItsPlace() {
        assertThatThrownBy(() -> Settings.ofCluster("tolerant.pages=1", "ConfigMap a/b"))
                .hasMessage("ConfigMap a/b: tolerant.pages is not a setting");
    }

    @Test
    void aValueThatCannotBeReadIsSaidWithItsPlace() {
        assertThatThrownBy(() -> Settings.ofCluster("tolerant.mode=maybe", "ConfigMap a/b"))
                .hasMessage("ConfigMap a/b: tolerant.mode cannot be \"maybe\": it must be one of audit,enforce");
    }

    private static SmallRyeConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .addDefaultInterceptors()
                .withMapping(TolerantConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .build();
    }
}

package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.words.ControlPlane.SecondsOverride;
import dev.tolerant.engine.words.Mode;
import dev.tolerant.engine.words.Taint;
import dev.tolerant.engine.words.Taint.Effect;
import dev.tolerant.engine.words.Toleration;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.testing.WholeProgram;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values settings accept, and the errors for all others. */
class TolerantConfigTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mode | maybe | allowed values",
                "rules.node-failure.not-ready | soon | 'soon' is neither a whole number of seconds nor 'never'",
                "rules.node-failure.unreachable | 1.5 | '1.5' is neither a whole number of seconds nor 'never'",
                "rules.node-failure.api-server-not-ready | never | Expected a long value, got \"never\"",
                "rules.node-failure.override | all | allowed values",
                "rules.daemon-set.seconds | zero | 'zero' is neither a whole number of seconds nor 'never'",
                "rules.extended-resources.taints.\"nvidia.com/gpu\" | gpu | write key[=value]:Effect",
                "policies.source | kubeconfig | allowed values",
            })
    void aValueThatCannotBeReadStopsTheStartWithTheNameOfTheSetting(String setting, String value, String sentence) {
        Map<String, String> settings = Map.of(setting, value);

        assertThatThrownBy(() -> WholeProgram.config(settings))
                .hasMessageContaining("tolerant." + setting)
                .hasMessageContaining("\"" + value + "\"")
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deviceclass.resource.kubernetes.io/gpu",
                "kubernetes.io/*",
                "cpu",
                "*",
                "nvidia.com/*-mig",
                "hugepages-2Mi"
            })
    void aNameThatNoExtendedResourceHasStopsTheStart(String name) {
        assertThatThrownBy(() -> WholeProgram.config(Map.of("rules.extended-resources.ignore", name)))
                .hasMessageContaining("tolerant.rules.extended-resources.ignore")
                .hasMessageContaining("'" + name + "' names no extended resource");
        assertThatThrownBy(() -> WholeProgram.config(
                        Map.of("rules.extended-resources.taints.\"" + name + "\"", "gpu:NoSchedule")))
                .hasMessageContaining(
                        "in tolerant.rules.extended-resources, '" + name + "' names no extended resource");
    }

    @Test
    void aSettingThatDoesNotExistStopsTheStartWithItsName() {
        assertThatThrownBy(() -> WholeProgram.config(Map.of("rules.node-failures.not-ready", "60")))
                .hasMessageContaining("tolerant.rules.node-failures.not-ready");
    }

    @Test
    void byDefaultPodsOptOut() {
        assertThat(WholeProgram.config(Map.of()).podsOptOut()).isTrue();
    }

    @Test
    void everySettingIsRead() {
        TolerantConfig config = WholeProgram.config(Map.ofEntries(
                Map.entry("mode", "audit"),
                Map.entry("comparison-operators", "true"),
                Map.entry("pods-opt-out", "false"),
                Map.entry("rules.node-failure.not-ready", "never"),
                Map.entry("rules.node-failure.unreachable", "-1"),
                Map.entry("rules.node-failure.override", "likely"),
                Map.entry("rules.daemon-set.seconds", "0"),
                Map.entry("rules.extended-resources.ignore", "a.com/x,b.com/y"),
                Map.entry(
                        "rules.extended-resources.taints.\"nvidia.com/gpu\"",
                        "nvidia.com/gpu:NoSchedule, pool=gpu:NoExecute, bare=:NoSchedule")));

        assertThat(config.mode()).isEqualTo(Mode.AUDIT);
        assertThat(config.comparisonOperators()).isTrue();
        assertThat(config.podsOptOut()).isFalse();
        assertThat(config.rules().nodeFailure().notReady()).isEqualTo(TolerationSeconds.NEVER);
        assertThat(config.rules().nodeFailure().unreachable()).isEqualTo(TolerationSeconds.of(-1));
        assertThat(config.rules().nodeFailure().override()).isEqualTo(SecondsOverride.LIKELY);
        assertThat(config.rules().daemonSet().seconds()).isEqualTo(TolerationSeconds.of(0));
        assertThat(config.rules().extendedResources().ignore()).contains(Set.of("a.com/x", "b.com/y"));
        assertThat(config.rules().extendedResources().taints().get("nvidia.com/gpu"))
                .containsExactly(
                        Toleration.exists("nvidia.com/gpu", Effect.NO_SCHEDULE),
                        Toleration.exactly(new Taint("pool", "gpu", Effect.NO_EXECUTE)),
                        Toleration.exactly(new Taint("bare", "", Effect.NO_SCHEDULE)));
    }
}

package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.review.Mode;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Writes settings as text and reads them back. */
class SettingsTextTest {

    @Test
    void whatIsWrittenIsReadAsTheSameSettings() throws InvalidSettingsException {
        // Given
        SmallRyeConfig config = config(Map.of(
                "tolerant.mode", "audit",
                "tolerant.rules.node-failure.not-ready", "60",
                "tolerant.rules.extended-resources.ignore", "a.com/x,b.com/y",
                "tolerant.rules.extended-resources.taints.\"nvidia.com/gpu\"", "pool=gpu:NoExecute",
                "tolerant.policies.source", "none"));

        // When
        String text = SettingsText.write(config);

        // Then
        assertThat(text).isEqualTo("""
                tolerant.comparison-operators=false
                tolerant.mode=audit
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
                tolerant.rules.node-failure.override=proven
                tolerant.rules.node-failure.unreachable=300
                """);
        assertThat(SettingsText.write(config(Map.of()))).contains("tolerant.rules.extended-resources.ignore=\n");
        TolerantConfig read = SettingsText.read(text);
        assertThat(read.mode()).isEqualTo(Mode.AUDIT);
        assertThat(read.rules())
                .isEqualTo(config.getConfigMapping(TolerantConfig.class).rules());
    }

    @Test
    void settingsThatReferToEachOtherAreRefused() {
        assertThatThrownBy(() -> SettingsText.read("tolerant.x1=aaaa\ntolerant.mode=${tolerant.x1}${tolerant.x1}"))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        invalid -> assertThat(invalid.problems())
                                .containsExactly(
                                        "tolerant.mode must not refer to another setting: write the value itself"
                                                + " instead of ${...}"));
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        assertThatThrownBy(() -> SettingsText.read("tolerant.mode=x\ntolerant.rules.daemon-set.seconds=zero"))
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

    @Test
    void aValueCannotReachTheEnvironment() {
        assertThatThrownBy(() -> SettingsText.read("tolerant.mode=${PATH}"))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("tolerant.mode must not refer to another setting")
                .hasMessageNotContaining("/bin");
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

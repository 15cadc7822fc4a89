package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.toleration.TolerationSeconds;
import dev.tolerant.server.webhook.Webhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that are parsed from text, and the errors for invalid ones. */
class ConvertersTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "300, 300", "-5, -5", "' 60 ', 60", "9223372036854775807, 9223372036854775807"})
    void wholeNumbersAreSeconds(String text, long seconds) {
        // Given
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        // When
        TolerationSeconds converted = converter.convert(text);

        // Then
        assertThat(converted).isEqualTo(TolerationSeconds.of(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"never", "Never", " NEVER "})
    void neverIsReadInAnyCase(String text) {
        // Given
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        // When
        TolerationSeconds converted = converter.convert(text);

        // Then
        assertThat(converted).isEqualTo(TolerationSeconds.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m", "1.5", "off", "", "9223372036854775808", "0x10"})
    void anythingElseIsRefusedWithWhatIsAccepted(String text) {
        // Given
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        // When
        assertThatThrownBy(() -> converter.convert(text))
                // Then
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is neither a whole number of seconds nor 'never'");
    }

    @ParameterizedTest
    @CsvSource({
        "dedicated=ml:NoSchedule, dedicated=ml:NoSchedule",
        "' spot:NoExecute ', spot:NoExecute",
        "example.com/pool=:PreferNoSchedule, example.com/pool:PreferNoSchedule"
    })
    void aTaintIsReadAsKubectlTakesIt(String text, String taint) {
        // Given
        TaintConverter converter = new TaintConverter();

        // When
        String converted = converter.convert(text).toString();

        // Then
        assertThat(converted).isEqualTo(taint);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dedicated",
                "dedicated=ml",
                "dedicated=ml:",
                "dedicated:Never",
                ":NoSchedule",
                "=ml:NoSchedule",
                "a b:NoSchedule",
                "a=b c:NoSchedule",
                "a=b=c:NoSchedule",
                "a:NoSchedule=b",
                "a:noschedule"
            })
    void whatIsNoTaintIsRefusedWithTheForm(String text) {
        // Given
        TaintConverter converter = new TaintConverter();

        // When
        assertThatThrownBy(() -> converter.convert(text))
                // Then
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text
                        + "' is not a taint: write key[=value]:Effect, with NoSchedule, PreferNoSchedule or NoExecute");
    }

    @Test
    void severalTaintsOfAResourceAreSeparatedByCommas() {
        // Given
        Map<String, String> settings = Map.of(
                "rules.extended-resources.taints.\"nvidia.com/gpu\"",
                "nvidia.com/gpu:NoSchedule,dedicated=gpu:NoExecute");

        // When
        TolerantConfig config = Webhook.config(settings);

        // Then
        assertThat(config.rules().extendedResources().taints().get("nvidia.com/gpu"))
                .extracting(Object::toString)
                .isEqualTo(List.of("nvidia.com/gpu:NoSchedule", "dedicated=gpu:NoExecute"));
    }

    @ParameterizedTest
    @CsvSource({
        "rules.node-failure.not-ready, 5m, neither a whole number of seconds nor 'never'",
        "rules.daemon-set.seconds, zero, neither a whole number of seconds nor 'never'",
        "'rules.extended-resources.taints.\"nvidia.com/gpu\"', gpu, is not a taint",
        "rules.node-failure.override, all, all",
        "mode, observe, observe"
    })
    void aSettingThatCannotBeReadIsNamed(String name, String value, String why) {
        // Given
        Map<String, String> settings = Map.of(name, value);

        // When
        assertThatThrownBy(() -> Webhook.config(settings))
                // Then
                .hasMessageContaining("tolerant." + name)
                .hasMessageContaining(why);
    }
}

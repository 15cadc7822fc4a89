package dev.tolerant.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tolerant.engine.words.LabelSelector;
import dev.tolerant.engine.words.TolerationSeconds;
import dev.tolerant.settings.TolerantConfig.SelectorConverter;
import dev.tolerant.settings.TolerantConfig.TaintConverter;
import dev.tolerant.settings.TolerantConfig.TolerationSecondsConverter;
import dev.tolerant.testing.WholeProgram;
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
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        TolerationSeconds converted = converter.convert(text);

        assertThat(converted).isEqualTo(TolerationSeconds.of(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"never", "Never", " NEVER "})
    void neverIsReadInAnyCase(String text) {
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        TolerationSeconds converted = converter.convert(text);

        assertThat(converted).isEqualTo(TolerationSeconds.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5m", "1.5", "off", "", "9223372036854775808", "0x10"})
    void anythingElseIsRefusedWithWhatIsAccepted(String text) {
        TolerationSecondsConverter converter = new TolerationSecondsConverter();

        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is neither a whole number of seconds nor 'never'");
    }

    @Test
    void aSelectorIsReadAsObjectsHaveIt() {
        LabelSelector read = new SelectorConverter()
                .convert(
                        "{\"matchLabels\":{\"a\":\"b\"},\"matchExpressions\":[{\"key\":\"c\",\"operator\":\"Exists\"}]}");

        assertThat(read.matches(Map.of("a", "b", "c", ""))).isTrue();
        assertThat(read.matches(Map.of("a", "b"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"team=ml", "{\"matchLabel\":{\"a\":\"b\"}}", "[]", "{"})
    void whatIsNoSelectorDoesNotSelectEverything(String text) {
        assertThatThrownBy(() -> WholeProgram.config(Map.of("webhook.namespace-selector", text)))
                .hasMessageContaining("write a label selector in JSON, with matchLabels and matchExpressions");
    }

    @ParameterizedTest
    @CsvSource({
        "dedicated=ml:NoSchedule, dedicated=ml:NoSchedule",
        "' spot:NoExecute ', spot:NoExecute",
        "example.com/pool=:PreferNoSchedule, example.com/pool:PreferNoSchedule"
    })
    void aTaintIsReadAsKubectlTakesIt(String text, String taint) {
        TaintConverter converter = new TaintConverter();

        String converted = converter.convert(text).toString();

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
        TaintConverter converter = new TaintConverter();

        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text
                        + "' is not a taint: write key[=value]:Effect, with NoSchedule, PreferNoSchedule or NoExecute");
    }

    @Test
    void severalTaintsOfAResourceAreSeparatedByCommas() {
        Map<String, String> settings = Map.of(
                "rules.extended-resources.taints.\"nvidia.com/gpu\"",
                "nvidia.com/gpu:NoSchedule,dedicated=gpu:NoExecute");

        TolerantConfig config = WholeProgram.config(settings);

        assertThat(config.rules().extendedResources().taints().get("nvidia.com/gpu"))
                .extracting(Object::toString)
                .isEqualTo(List.of("nvidia.com/gpu:NoSchedule op=Exists", "dedicated=gpu:NoExecute"));
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
        Map<String, String> settings = Map.of(name, value);

        assertThatThrownBy(() -> WholeProgram.config(settings))
                .hasMessageContaining("tolerant." + name)
                .hasMessageContaining(why);
    }
}

package dev.tolerant.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What fuzzing has found, tried again in every build. */
class KeptInputsTest {

    @ParameterizedTest
    @EnumSource
    void theProgramTakesEveryKeptInputAsItShould(FuzzTarget target) {
        SortedMap<String, byte[]> inputs = target.kept().read();
        assertThat(inputs).isNotEmpty();

        for (Map.Entry<String, byte[]> input : inputs.entrySet()) {
            assertThatCode(() -> target.take(input.getValue()))
                    .as(() -> input.getKey() + ": " + new String(input.getValue(), StandardCharsets.ISO_8859_1))
                    .doesNotThrowAnyException();
        }
    }
}

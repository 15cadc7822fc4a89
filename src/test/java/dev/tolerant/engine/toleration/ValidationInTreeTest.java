package dev.tolerant.engine.toleration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of ValidateTolerations. */
class ValidationInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("validation.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatTheApiRefusesBreaksARuleThatNamesTheField(InTreeCase row) {
        TolerationRules rules = new TolerationRules(row.cell("gate").equals("on"));
        Toleration toleration = ShortToleration.toleration(row.cell("toleration"));

        String sentence = rules.violation(toleration).orElse("");

        assertThat(sentence.split(" ", 2)[0]).isEqualTo(row.cell("breaks"));
    }
}

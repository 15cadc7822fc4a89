package dev.tolerant.engine.toleration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of ToleratesTaint. */
class MatchingInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("matching.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aTolerationMatchesATaintAsTheApiHasIt(InTreeCase row) {
        Toleration toleration = ShortToleration.toleration(row.cell("toleration"));
        Taint taint = ShortToleration.taint(row.cell("taint"));

        boolean tolerated = toleration.tolerates(taint);

        assertThat(tolerated).isEqualTo(Boolean.parseBoolean(row.cell("tolerated")));
    }
}

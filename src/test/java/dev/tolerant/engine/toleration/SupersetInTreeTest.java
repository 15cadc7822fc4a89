package dev.tolerant.engine.toleration;

import static dev.tolerant.engine.toleration.ShortToleration.toleration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the in-tree tests of isSuperset: what a whitelist entry covers. */
class SupersetInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("superset.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void itCoversItselfAndWhatItsLineNames(InTreeCase row) {
        Toleration superset = toleration(row.cell("toleration"));
        List<String> expected = Stream.concat(
                        Stream.of(row.cell("name")),
                        Stream.of(row.cell("covers").split(", ", -1)))
                .filter(name -> !name.isEmpty())
                .toList();

        List<String> covered = cases().stream()
                .filter(other -> superset.covers(toleration(other.cell("toleration"))))
                .map(other -> other.cell("name"))
                .toList();

        assertThat(covered).containsExactlyInAnyOrderElementsOf(expected);
    }
}

package dev.tolerant.engine.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the in-tree tests of IsNativeResource. */
class NativeResourceInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("native-resources.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aNativeResourceIsNotExtended(InTreeCase row) {
        boolean extended = ResourceNames.isExtended(row.cell("resource"));

        assertThat(extended).isNotEqualTo(Boolean.parseBoolean(row.cell("native")));
    }
}

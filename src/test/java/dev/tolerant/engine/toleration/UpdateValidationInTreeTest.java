package dev.tolerant.engine.toleration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cases of the in-tree tests of validateOnlyAddedTolerations, which refuses an update that drops a stored entry.
 */
class UpdateValidationInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("update-validation.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anUpdateIsForbiddenWhenItMissesAStoredEntry(InTreeCase row) {
        List<Toleration> stored = ShortToleration.list(row.cell("old"));
        List<Toleration> updated = ShortToleration.list(row.cell("new"));

        boolean missed = stored.stream().anyMatch(old -> updated.stream().noneMatch(old::isSameEntryAs));

        assertThat(missed).isEqualTo(Boolean.parseBoolean(row.cell("forbidden")));
    }
}

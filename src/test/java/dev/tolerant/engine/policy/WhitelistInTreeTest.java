package dev.tolerant.engine.policy;

import static dev.tolerant.engine.policy.NamespaceFactsFixture.aNamespace;
import static dev.tolerant.engine.toleration.ShortToleration.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.intree.InTreeCase;
import dev.tolerant.intree.InTreeTable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the in-tree tests of VerifyAgainstWhitelist. */
class WhitelistInTreeTest {

    static List<InTreeCase> cases() {
        return InTreeTable.run("whitelist.txt");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aListIsAdmittedIfEveryEntryIs(InTreeCase row) {
        NamespaceFacts namespace =
                aNamespace().admittingOnly(list(row.cell("whitelist"))).build();

        boolean admitted = list(row.cell("tolerations")).stream().allMatch(namespace::admits);

        assertThat(admitted).isEqualTo(Boolean.parseBoolean(row.cell("admitted")));
    }
}

package dev.tolerant.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.documents.DocumentFiles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/policies.md lists the taints that a pool's nodes may have and that never count. */
class PassingTaintsDocumentTest {

    @Test
    void theDocumentListsThemAll() {
        // When
        List<String> listed = DocumentFiles.read().table("passing-taints").stream()
                .flatMap(row -> DocumentFiles.codes(row.get(0)).stream())
                .toList();

        // Then
        assertThat(listed).containsExactlyInAnyOrderElementsOf(Pool.PASSING);
    }
}

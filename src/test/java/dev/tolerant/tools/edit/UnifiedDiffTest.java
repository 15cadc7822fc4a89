package dev.tolerant.tools.edit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The tones of a diff. */
class UnifiedDiffTest {
    @Test
    void aRemovedLineThatBeginsWithDashesIsNoHeading() {
        // Given
        UnifiedDiff diff = new UnifiedDiff("pod.yaml", "-- old\n", "++ new\n");

        // When
        String text = diff.text((tone, line) -> tone + " " + line);

        // Then
        assertThat(text)
                .isEqualTo(
                        "HEADING --- pod.yaml\nHEADING +++ pod.yaml\nDIM @@ -1,1 +1,1 @@\nBAD --- old\nGOOD +++ new\n");
    }
}

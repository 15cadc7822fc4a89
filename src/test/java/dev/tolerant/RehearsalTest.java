package dev.tolerant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the launcher's archive of classes is made of. */
class RehearsalTest {

    @Test
    void everyCommandRunsToItsEnd() throws Exception {
        assertThat(Rehearsal.run()).containsExactly(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0);
    }
}

package dev.tolerant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tolerant.observed.objects.ObjectKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that says what a command is doing. */
class ProgressTest {
    private final StringWriter err = new StringWriter();
    private final List<Runnable> later = new ArrayList<>();
    private final Progress progress = new Progress(new PrintWriter(err), "comparing", later::add);

    private void aSecondPasses() {
        later.get(0).run();
    }

    @Test
    void itAppearsAfterASecondChangesAndIsTakenAway() {
        progress.accept(ObjectKind.POD, 500);
        aSecondPasses();
        progress.accept(ObjectKind.NODE, 500);
        progress.close();

        assertThat(err.toString()).isEqualTo("\rreading pods: 500\rreading nodes: 500\r" + " ".repeat(18) + "\r");
    }

    @Test
    void aLineThatIsShorterThanTheOneBeforeLeavesNothingOfIt() {
        aSecondPasses();
        progress.accept(ObjectKind.JOB, 0);
        progress.now("done");

        assertThat(err.toString()).isEqualTo("\rcomparing\rreading jobs\rdone        ");
    }

    @Test
    void whatEndsWithinASecondNeedsNone() {
        progress.now("reading file 2 of 3");
        progress.close();
        aSecondPasses();

        assertThat(err.toString()).isEmpty();
    }
}

package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two commits are measured in turn, and compared pair by pair. */
class PairsTest {
    @TempDir
    Path directory;

    @Test
    void bothSidesTakeTurnsInGoingFirst() throws IOException, InterruptedException {
        // Given
        StringBuilder order = new StringBuilder();
        Pairs pairs = new Pairs(report(), PairRow.of("speed", "/s", "1234567"));

        // When
        pairs.take(3, () -> measured(order, "A", 1), () -> measured(order, "B", 2));

        // Then
        assertThat(order).hasToString("ABBAAB");
    }

    @Test
    void aFigureStaysWithItsSideWhoeverWentFirst() throws IOException, InterruptedException {
        // Given
        Pairs pairs = new Pairs(report(), PairRow.of("speed", "/s", "1234567"), PairRow.of("memory", "MB", "1234567"));

        // When
        pairs.take(2, () -> new double[] {300, 10}, () -> new double[] {200, 40});
        pairs.end();

        // Then
        assertThat(Files.readString(directory.resolve("results.md")))
                .contains(
                        "| what | working tree | 1234567 | ratio | ratio of each pair |",
                        "| speed | 300 /s | 200 /s | 1.50 | 1.50, 1.50 |",
                        "| memory | 10.00 MB | 40.00 MB | 0.25 | 0.25, 0.25 |");
    }

    @Test
    void aRowHasTheMedianOfTheRatiosAndNotTheRatioOfTheMedians() {
        // Given
        PairRow row =
                PairRow.of("speed", "/s", "1234567").and(100, 100).and(400, 200).and(150, 300);

        // When
        String line = row.markdown();

        // Then
        assertThat(line).isEqualTo("| speed | 150 /s | 200 /s | 1.00 (0.50 to 2.00) | 1.00, 2.00, 0.50 |");
    }

    @Test
    void whatAnInterruptedRunHasMeasuredOfARowIsInTheFile() throws IOException, InterruptedException {
        // Given
        Pairs pairs = new Pairs(report(), PairRow.of("speed", "/s", "1234567"));

        // When
        pairs.take(() -> new double[] {3}, () -> new double[] {2});

        // Then
        assertThat(Files.readString(directory.resolve("results.md")))
                .contains("| speed | 3.00 /s | 2.00 /s | 1.50 | 1.50 |");
    }

    private static double[] measured(StringBuilder order, String side, double figure) {
        order.append(side);
        return new double[] {figure};
    }

    private Report report() throws IOException {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return Report.begin(directory, nowhere, nowhere, "a machine");
    }
}

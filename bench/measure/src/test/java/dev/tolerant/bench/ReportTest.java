package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An interrupted run keeps what it has measured. */
class ReportTest {
    private static final ColdStart.Plan PLAN = new ColdStart.Plan(2000, 60_000, 10_000, 10, 5);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void aLineIsPrintedAndInTheFilesAsSoonAsItIsAdded() throws IOException {
        // Given
        Report report = begin();

        // When
        report.add(Row.ratio("speed", "/s", new double[] {3}, new double[] {2}, "at least 0.8", "the ceiling"));

        // Then
        String line = "| speed | 3.00 /s | 2.00 /s, the ceiling | 1.50 | at least 0.8 |";
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(line);
        assertThat(results()).contains(line);
        assertThat(Files.readString(directory.resolve("results.json"))).contains("\"what\" : \"speed\"");
    }

    @Test
    void aLineWithMoreToComeIsInTheFileOnceAndNotPrinted() throws IOException {
        // Given
        Report report = begin();
        ColdRow row = ColdRow.of("Java 25", PLAN).and(new ColdStart(1.5, 500, 800, 1000, 9, 3));

        // When
        report.update(row);
        report.update(row.and(new ColdStart(2.5, 700, 800, 1000, 3, 3)));

        // Then
        assertThat(results().lines().filter(line -> line.startsWith("| Java 25 |")))
                .containsExactly("| Java 25 | 2 | 2.00 s | 600 /s | 800 /s | 1,000 /s | 0.60 (0.50 to 0.70)"
                        + " | 6.00 ms | 3.00 ms | 2.00 (1.00 to 3.00) |");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("a machine" + System.lineSeparator());
    }

    @Test
    void eachKindOfLineHasATableOfItsOwn() throws IOException {
        // Given
        Report report = begin();

        // When
        report.add(Row.figure("memory", "MB", Samples.of(7), 5, "at most 9", "the ceiling"));
        report.add(ColdRow.of("Java 25", PLAN).and(new ColdStart(1.5, 500, 800, 1000, Double.NaN, Double.NaN)));
        report.add(Row.figure("more memory", "MB", Samples.of(8), 5, "at most 9", "the ceiling"));
        report.remark("A sentence.");

        // Then
        assertThat(results()).isEqualTo("""
                a machine

                | what | program | beside | comparison | target |
                | --- | --- | --- | --- | --- |
                | memory | 7.00 MB | 5.00 MB, the ceiling | 7.00 | at most 9 |
                | more memory | 8.00 MB | 5.00 MB, the ceiling | 8.00 | at most 9 |

                | JVM | starts | ready after | first 2,000 | next 2,000 | after 60,000 | first of later, target at least 0.6 \
                | p99 of the first 10 s at 200 /s | p99 later | first of later, target at most 3 |
                | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
                | Java 25 | 1 | 1.50 s | 500 /s | 800 /s | 1,000 /s | 0.50 | - ms | - ms | - |

                A sentence.
                """);
    }

    private Report begin() throws IOException {
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream progress = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return Report.begin(directory, printed, progress, "a machine");
    }

    private String results() throws IOException {
        return Files.readString(directory.resolve("results.md"));
    }
}

package dev.tolerant.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table at the end of the benchmark says what its figures say. */
class SummaryTest {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @Test
    void twoSidesAreComparedPairByPair() throws IOException {
        String measured = """
                before rate /s 1000
                after rate /s 1500
                after rate /s 900
                before rate /s 900
                before rate /s 2000
                after rate /s 1800
                before rate /s 4000
                after rate /s 8000
                after start s 2.5
                """;

        String table = summary(measured);

        assertThat(table).isEqualTo("""
                | what | before | after | after / before | higher |
                | --- | --- | --- | --- | --- |
                | rate | 1,500 /s | 1,650 /s | 1.25 (0.90 to 2.00) | 2 of 4 |
                | start | - | 2.50 s | - | - |
                """);
    }

    @Test
    void oneSideIsComparedWithNothing() throws IOException {
        assertThat(summary("program rate /s 3\nprogram rate /s 1\nprogram rate /s 5\n"))
                .isEqualTo("""
                | what | program |
                | --- | --- |
                | rate | 3.00 /s |
                """);
    }

    private static String summary(String measured) throws IOException {
        Process process = new ProcessBuilder(JAVA.toString(), "bench/Summary.java")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var in = process.getOutputStream()) {
            in.write(measured.replace(' ', '\t').getBytes(StandardCharsets.UTF_8));
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}

package dev.tolerant.monitoring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What one run of Prometheus' own command for checks has said. */
record Promtool(int exitCode, String output) {

    static Promtool run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Promtool(process.waitFor(), output);
        } catch (IOException notStarted) {
            throw new UncheckedIOException(notStarted);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("promtool was interrupted", interrupted);
        }
    }
}

package dev.tolerant.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The packaged program, run with a command in a process of its own. */
public final class PackagedCommand {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final int SECONDS = 60;

    private PackagedCommand() {}

    public static CommandRun run(String... arguments) throws IOException, InterruptedException {
        return run(new File("/dev/null"), arguments);
    }

    public static CommandRun run(File input, String... arguments) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return run(
                Stream.concat(Stream.of(java, "-XX:TieredStopAtLevel=1", "-jar", JAR.toString()), Stream.of(arguments))
                        .toList(),
                Map.of(),
                input);
    }

    /** Runs a command to its end with these variables and, of those of whoever runs the tests, the PATH. */
    public static CommandRun run(List<String> command, Map<String, String> environment, File input)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("command", ".out");
        Path err = Files.createTempFile("command", ".err");
        Process process = start(command, environment, input, out, err);
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(String.join(" ", command) + " runs on after " + SECONDS + " seconds");
            }
            return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** The same for a command that does not end soon. */
    public static Process start(List<String> command, Map<String, String> environment, File input, Path out, Path err)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(variable -> !variable.equals("PATH"));
        // As in a container, where nobody has set a locale.
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        return builder.start();
    }
}

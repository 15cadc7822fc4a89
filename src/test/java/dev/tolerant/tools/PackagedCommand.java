package dev.tolerant.tools;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The packaged program, run with a command in a process of its own. */
public final class PackagedCommand {
    private static final Path JAR = Path.of("target", "quarkus-app", "quarkus-run.jar");
    private static final int SECONDS = 60;

    private PackagedCommand() {}

    public static CommandRun run(String... arguments) throws IOException, InterruptedException {
        return run(List.of(), null, arguments);
    }

    static CommandRun run(File input, String... arguments) throws IOException, InterruptedException {
        return run(List.of(), input, arguments);
    }

    /** The same with options for Java. */
    static CommandRun runWith(List<String> options, String... arguments) throws IOException, InterruptedException {
        return run(options, null, arguments);
    }

    private static CommandRun run(List<String> options, @Nullable File input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(Arrays.asList(arguments));
        Path out = Files.createTempFile("command", ".out");
        Path err = Files.createTempFile("command", ".err");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input == null ? new File("/dev/null") : input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(PackagedCommand::isForeign);
        // As in a container, where nobody has set a locale.
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
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

    /** Settings of whoever runs the tests. */
    private static boolean isForeign(String variable) {
        String upper = variable.toUpperCase(Locale.ROOT);
        return upper.startsWith("TOLERANT_") || upper.startsWith("QUARKUS_") || upper.startsWith("JAVA_TOOL_OPTIONS");
    }
}

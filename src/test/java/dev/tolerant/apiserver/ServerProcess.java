package dev.tolerant.apiserver;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own that writes its output to a file and always stops with the tests. */
public final class ServerProcess implements AutoCloseable {
    private static final Path LOGS = Path.of("target", "api-server");
    private static final Duration START = Duration.ofMinutes(2);
    private static final int STOP_SECONDS = 20;
    private static final int LAST_LINES = 30;

    private final String name;
    private final Path log;
    private final Process process;
    private final Thread atExit;

    private ServerProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.atExit = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts a command; its log is {@code target/api-server/NAME.log}. */
    public static ServerProcess start(String name, List<String> command, Map<String, String> environment) {
        try {
            Path log = Files.createDirectories(LOGS).resolve(name + ".log");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(emptyInput()));
            builder.environment().keySet().removeIf(ServerProcess::isForeign);
            builder.environment().putAll(environment);
            return new ServerProcess(name, log, builder.start());
        } catch (IOException notStarted) {
            throw new UncheckedIOException(name + " cannot be started: " + String.join(" ", command), notStarted);
        }
    }

    private static File emptyInput() throws IOException {
        Path empty = LOGS.resolve("empty");
        Files.write(empty, new byte[0]);
        return empty.toFile();
    }

    /**
     * Whether a variable of the environment belongs to whoever runs the tests: a proxy, another cluster, other settings
     * of the program.
     */
    private static boolean isForeign(String variable) {
        String upper = variable.toUpperCase(Locale.ROOT);
        return upper.endsWith("_PROXY")
                || upper.equals("KUBECONFIG")
                || upper.startsWith("KUBERNETES_")
                || upper.startsWith("ETCD_")
                || upper.startsWith("TOLERANT_")
                || upper.startsWith("QUARKUS_");
    }

    /** Waits until the check succeeds; if the process exits first, fails at once with the end of its log. */
    public ServerProcess awaitReady(Callable<Boolean> check) {
        try {
            await(name)
                    .atMost(START)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(200))
                    .ignoreExceptions()
                    .failFast(() -> !process.isAlive())
                    .until(check);
            return this;
        } catch (RuntimeException notReady) {
            String end = end();
            close();
            throw new IllegalStateException(name + " did not get ready; the end of " + log + ":\n" + end, notReady);
        }
    }

    private String end() {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException unreadable) {
            return "(cannot be read: " + unreadable.getMessage() + ")";
        }
    }

    /** Sends the process SIGTERM, and does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Ends the process at once, as the kernel does when memory runs out. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    boolean hasLogged(String text) throws IOException {
        return log().contains(text);
    }

    /** Everything that the process has written so far. */
    public String log() throws IOException {
        return Files.readString(log);
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(STOP_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyExiting) {
            // The JVM is shutting down, so the hook is already running.
        }
    }
}

package dev.tolerant.tools;

import dev.tolerant.testing.CommandRun;
import dev.tolerant.testing.PackagedCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** An installation of the launcher with a cache folder of its own. */
record Launched(Path home, Map<String, String> environment) {
    private static final Path PROGRAM = Path.of("target", "quarkus-app");

    /** The launcher under both of its names, of which each is a file, as in an archive. */
    static Launched in(Path home) throws IOException {
        for (String name : List.of("tolerant", "kubectl-tolerant")) {
            Path script = Files.createDirectories(home.resolve("bin")).resolve(name);
            Files.copy(Path.of("bin", name), script, StandardCopyOption.COPY_ATTRIBUTES);
        }
        return new Launched(home.toAbsolutePath(), Map.of())
                .with("JAVA_HOME", System.getProperty("java.home"))
                .with("XDG_CACHE_HOME", home.resolve("cache").toAbsolutePath().toString());
    }

    /** The launcher with the packaged program; the folder must be where that can be linked to. */
    static Launched withProgramIn(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(PROGRAM)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path link = home.resolve("quarkus-app").resolve(PROGRAM.relativize(file));
                Files.createDirectories(link.getParent());
                Files.createLink(link, file);
            }
        }
        return in(home);
    }

    Launched with(String variable, String value) {
        Map<String, String> changed = new TreeMap<>(environment);
        changed.put(variable, value);
        return new Launched(home, changed);
    }

    /** The archives in the cache folder, and whatever else is there. */
    List<Path> cached() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(environment.get("XDG_CACHE_HOME"), "tolerant"))) {
            return files.sorted().toList();
        }
    }

    /** Runs a line of words: those after {@code kubectl} by the plugin, others by the launcher. */
    CommandRun run(String line) throws IOException, InterruptedException {
        return run(new File("/dev/null"), line);
    }

    CommandRun run(File input, String line) throws IOException, InterruptedException {
        return PackagedCommand.run(command(line), environment, input);
    }

    Process start(String line, Path out, Path err) throws IOException {
        return PackagedCommand.start(command(line), environment, new File("/dev/null"), out, err);
    }

    private List<String> command(String line) {
        String[] words = line.split(" ");
        boolean isPlugin = words[0].equals("kubectl");
        return Stream.concat(
                        Stream.of(home.resolve("bin")
                                .resolve(isPlugin ? "kubectl-tolerant" : "tolerant")
                                .toString()),
                        Stream.of(words).skip(isPlugin ? 1 : 0).filter(word -> !word.isEmpty()))
                .toList();
    }
}

package dev.tolerant.tools;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/** An installation of the packaged program with its launcher and a cache folder of its own. */
record Launched(Path home, Map<String, String> environment) {
    private static final Path PROGRAM = Path.of("target", "quarkus-app").toAbsolutePath();
    private static final List<String> LINKED = List.of("lib", "quarkus", "quarkus-run.jar");
    private static final int SECONDS = 60;

    static Launched in(Path home) throws IOException {
        Path program = Files.createDirectories(home.resolve("quarkus-app"));
        for (String part : LINKED) {
            Files.createSymbolicLink(program.resolve(part), PROGRAM.resolve(part));
        }
        Files.createDirectory(program.resolve("app"));
        Launched launched = new Launched(home, Map.of());
        Files.copy(PROGRAM.resolve("app").resolve(launched.jar().getFileName()), launched.jar());
        Files.createDirectory(home.resolve("bin"));
        Files.copy(Path.of("bin", "tolerant"), launched.script(), StandardCopyOption.COPY_ATTRIBUTES);
        // As an archive has it: a file, and no link.
        Files.copy(launched.script(), launched.plugin(), StandardCopyOption.COPY_ATTRIBUTES);
        return launched.with("JAVA_HOME", System.getProperty("java.home"))
                .with("XDG_CACHE_HOME", home.resolve("cache").toString());
    }

    void removeLinks() throws IOException {
        for (String part : LINKED) {
            Path link = home.resolve("quarkus-app").resolve(part);
            if (Files.isSymbolicLink(link)) {
                Files.delete(link);
            }
        }
    }

    /** Takes the library whose name begins so from the program. */
    void removeJar(String prefix) throws IOException {
        Path lib = home.resolve("quarkus-app").resolve("lib");
        Files.delete(lib);
        for (String folder : List.of("boot", "main")) {
            Path copies = Files.createDirectories(lib.resolve(folder));
            try (Stream<Path> jars = Files.list(PROGRAM.resolve("lib").resolve(folder))) {
                for (Path jar : jars.toList()) {
                    if (!jar.getFileName().toString().startsWith(prefix)) {
                        Files.copy(jar, copies.resolve(jar.getFileName()));
                    }
                }
            }
        }
    }

    Launched with(String variable, String value) {
        Map<String, String> changed = new TreeMap<>(environment);
        changed.put(variable, value);
        return new Launched(home, changed);
    }

    Path script() {
        return home.resolve("bin").resolve("tolerant");
    }

    /** Under this name, it is kubectl's plugin. */
    Path plugin() {
        return home.resolve("bin").resolve("kubectl-tolerant");
    }

    /** The jar with the program's own classes. */
    Path jar() throws IOException {
        try (Stream<Path> jars = Files.list(PROGRAM.resolve("app"))) {
            return home.resolve("quarkus-app")
                    .resolve("app")
                    .resolve(jars.findFirst().orElseThrow().getFileName());
        }
    }

    /** Packages the program's own jar again, without compression, so that its size does not depend on the version. */
    void setVersion(String version, FileTime time) throws IOException {
        Path changed = home.resolve("changed.jar");
        try (JarInputStream old = new JarInputStream(Files.newInputStream(jar()))) {
            Manifest manifest = new Manifest(old.getManifest());
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
            try (JarOutputStream packaged = new JarOutputStream(Files.newOutputStream(changed))) {
                packaged.setLevel(Deflater.NO_COMPRESSION);
                packaged.putNextEntry(new ZipEntry(JarFile.MANIFEST_NAME));
                manifest.write(packaged);
                for (ZipEntry entry = old.getNextEntry(); entry != null; entry = old.getNextEntry()) {
                    packaged.putNextEntry(new ZipEntry(entry.getName()));
                    old.transferTo(packaged);
                }
            }
        }
        Files.copy(changed, jar(), StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(jar(), time);
    }

    /** The archives in the cache folder, and whatever else is there. */
    List<Path> cached() throws IOException {
        Path folder = Path.of(environment.get("XDG_CACHE_HOME"), "tolerant");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    CommandRun run(String... arguments) throws IOException, InterruptedException {
        return run(script(), arguments);
    }

    /** Runs it under another name. */
    CommandRun run(Path script, String... arguments) throws IOException, InterruptedException {
        return run(script, new File("/dev/null"), arguments);
    }

    CommandRun run(Path script, File input, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("launched", ".out");
        Path err = Files.createTempFile("launched", ".err");
        Process process = started(script, Redirect.from(input), out, err, arguments);
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(String.join(" ", arguments) + " runs on after " + SECONDS + " seconds");
            }
            return new CommandRun(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Starts it with standard input left open. */
    Process start(Path script, Path out, Path err, String... arguments) throws IOException {
        return started(script, Redirect.PIPE, out, err, arguments);
    }

    private Process started(Path script, Redirect input, Path out, Path err, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(variable -> !variable.equals("PATH"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        return builder.start();
    }
}

package dev.tolerant.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A checkout of the project, with what has to be built of it.
 *
 * @param root its directory
 * @param jdk the Java that uses an AOT cache, if there is one
 * @param quick whether the program is packaged only once, for all JVMs
 */
record Checkout(Path root, @Nullable Path jdk, boolean quick) {
    private static final String AOT_JAR = "-Dquarkus.package.jar.type=aot-jar";

    /** What can be built. */
    enum Need {
        /** The packaged program. */
        PROGRAM,
        /** The packaged program with an AOT cache. */
        CACHE,
        /** The server that it is compared with. */
        CEILING,
        /** The benchmarks of JMH. */
        BENCHMARKS
    }

    /** Builds what is needed. */
    void build(Set<Need> needs, Report report) throws IOException, InterruptedException {
        Set<Need> modules = EnumSet.copyOf(needs);
        modules.remove(Need.CACHE);
        boolean cache = needs.contains(Need.CACHE) && jdk != null;
        if (!modules.isEmpty()) {
            report.say("building in " + root + ": " + modules);
            List<String> arguments = new ArrayList<>(List.of("-f", "bench/pom.xml", "-pl", projects(modules)));
            if (quick && cache) {
                arguments.add(AOT_JAR);
            }
            maven(arguments);
        }
        if (cache) {
            makeCache(report);
        }
    }

    private static String projects(Set<Need> needs) {
        List<String> projects = new ArrayList<>(List.of(":tolerant"));
        if (needs.contains(Need.CEILING)) {
            projects.add(":ceiling");
        }
        if (needs.contains(Need.BENCHMARKS)) {
            projects.add(":measure");
        }
        return String.join(",", projects);
    }

    private void makeCache(Report report) throws IOException, InterruptedException {
        if (!quick) {
            report.say("packaging the program for the AOT cache");
            maven(List.of(AOT_JAR, "-Dquarkus.package.output-directory=bench/aot"));
        }
        report.say("making the AOT cache as the Dockerfile does");
        Path log = Files.createDirectories(root.resolve("target/bench")).resolve("training.log");
        for (String command : Image.of(root).training()) {
            String shortened = quick ? command.replaceFirst("timeout \\d+", "timeout 10") : command;
            ProcessBuilder shell = new ProcessBuilder("sh", "-c", shortened)
                    .directory(directoryOfCached().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            shell.environment().merge("PATH", jdk + "/bin", (path, bin) -> bin + ":" + path);
            // Other servers may have the program's ports.
            shell.environment().put("QUARKUS_HTTP_PORT", "0");
            shell.environment().put("QUARKUS_HTTP_SSL_PORT", "0");
            shell.environment().put("QUARKUS_MANAGEMENT_PORT", "0");
            if (shell.start().waitFor() != 0) {
                throw new IOException("the AOT cache could not be made; the log is " + log);
            }
        }
    }

    private void maven(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("./mvnw", "-q", "-B", "package", "-Dmaven.test.skip"));
        command.addAll(arguments);
        Path log = Files.createTempFile("maven", ".log");
        try {
            Process maven = new ProcessBuilder(command)
                    .directory(root.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (maven.waitFor() != 0) {
                throw new IOException(
                        "Maven could not build " + root.toAbsolutePath().normalize() + ":\n" + Files.readString(log));
            }
        } finally {
            Files.delete(log);
        }
    }

    /** Lets the packaged program make the certificate of all servers. */
    void makeCertificate(Path certificate) throws IOException, InterruptedException {
        Path jar = directory().resolve("quarkus-run.jar");
        Path log = Files.createDirectories(certificate.getParent()).resolve("certificate.log");
        Process making = new ProcessBuilder(
                        Jvm.with().java().toString(),
                        "-jar",
                        jar.toString(),
                        "certificate",
                        "--host",
                        "localhost",
                        "--out",
                        certificate.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (making.waitFor() != 0) {
            throw new IOException("the program could not make a certificate; the log is " + log);
        }
    }

    /** The packaged program. */
    Launch program(Path certificate, Jvm jvm) {
        String name = "Java " + Runtime.version().feature() + ", the chart's options";
        return new Launch(name, Application.program(directory(), certificate), jvm);
    }

    /** The program with its AOT cache, as the image starts it; null without a Java for it. */
    @Nullable
    Launch cached(Path certificate, Jvm jvm) throws IOException {
        if (jdk == null) {
            return null;
        }
        String name = "Java " + Jvm.feature(jdk) + ", the image's AOT cache";
        Jvm ofImage = jvm.at(jdk).and(Image.of(root).options());
        return new Launch(name, Application.program(directoryOfCached(), certificate), ofImage);
    }

    private Path directory() {
        return root.resolve("target/quarkus-app");
    }

    private Path directoryOfCached() {
        return quick ? directory() : root.resolve("target/bench/aot");
    }

    /** The class path of its benchmarks, once they have been built. */
    String classPath() throws IOException {
        Path measure = root.resolve("bench/measure/target").toAbsolutePath();
        return measure.resolve("classes") + ":" + Files.readString(measure.resolve("classpath"));
    }
}

package dev.tolerant.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Java installation, and the options to start it with. */
record Jvm(Path java, List<String> options) {
    private static final int OF_IMAGE = 25;
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** The Java that runs the benchmark, with the options that the chart has. */
    static Jvm ofChart() throws IOException {
        String options = new YAMLMapper()
                .readTree(new File("helm/tolerant/values.yaml"))
                .at("/jvm/options")
                .textValue();
        return with(options.split(" "));
    }

    /** The Java that runs the benchmark, with these options. */
    static Jvm with(String... options) {
        return new Jvm(Path.of(System.getProperty("java.home"), "bin", "java"), List.of(options));
    }

    /** The same with more options. */
    Jvm and(List<String> others) {
        List<String> more = new ArrayList<>(options);
        more.addAll(others);
        return new Jvm(java, more);
    }

    /** The same with another Java. */
    Jvm at(Path home) {
        return new Jvm(home.resolve("bin/java"), options);
    }

    /** The home of the newest Java of this machine, if it can use an AOT cache as the image does. */
    static @Nullable Path newestHome() throws IOException {
        List<Path> homes = new ArrayList<>();
        if (Files.isDirectory(INSTALLED)) {
            try (Stream<Path> installed = Files.list(INSTALLED)) {
                installed.sorted().forEach(homes::add);
            }
        }
        String named = System.getenv("JDK_HOME");
        if (named != null) {
            homes.add(Path.of(named));
        }
        Path newest = null;
        int version = OF_IMAGE - 1;
        for (Path home : homes) {
            int found = feature(home);
            if (found > version && Files.isExecutable(home.resolve("bin/java"))) {
                newest = home;
                version = found;
            }
        }
        return newest;
    }

    /** The feature version of the Java in a directory, as its file {@code release} says; 0 without one. */
    static int feature(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)) {
            return 0;
        }
        Matcher version = VERSION.matcher(Files.readString(release));
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}

package dev.tolerant.bench;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java, and the options that it is started with. */
record Jvm(Path java, List<String> options) {

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

    Jvm and(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Jvm(java, more);
    }

    /** The same with another Java. */
    Jvm at(Path home) {
        return new Jvm(home.resolve("bin/java"), options);
    }
}

package dev.tolerant.tools;

import java.nio.file.Path;

/** The clusters that are kept as dumps. */
final class Dumps {
    private static final Path DIRECTORY = Path.of("src/test/resources/dumps");

    /** A small cluster that is well. */
    static final String SHOP = of("shop");

    /** A cluster with pools of GPU, spot and inference nodes. */
    static final String GPU = of("gpu");

    /** A cluster where everything is wrong. */
    static final String WRONG = of("wrong");

    private Dumps() {}

    private static String of(String name) {
        return DIRECTORY.resolve(name + ".json").toString();
    }
}

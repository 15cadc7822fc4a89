package dev.tolerant.tools;

import java.nio.file.Path;

/** The sample repository of manifests. */
final class Repository {
    static final Path ROOT = Path.of("src/test/resources/manifests");
    static final Path POLICIES = ROOT.resolve("policies");
    static final Path SETTINGS = ROOT.resolve("tolerant.properties");
    static final Path NODES = ROOT.resolve("nodes.yaml");
    static final Path SUITE = ROOT.resolve("suite.yaml");

    private Repository() {}

    static String app(String name) {
        return ROOT.resolve("apps").resolve(name).toString();
    }
}

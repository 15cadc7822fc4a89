package dev.tolerant;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs each command once, so that the JVM that does it knows the classes that commands need, and can archive them. */
public final class Rehearsal {
    private Rehearsal() {}

    /** The launcher runs it in the background, where nobody reads what it says. */
    public static void main(String... arguments) throws IOException {
        run();
    }

    /** The exit codes of the commands. */
    static List<Integer> run() throws IOException {
        Path directory = Files.createTempDirectory("tolerant");
        Path policies = Files.createDirectory(directory.resolve("policies"));
        Path policy = policies.resolve("policies.yaml");
        Path pods = directory.resolve("pods.yaml");
        Path nodes = directory.resolve("nodes.yaml");
        Path suite = directory.resolve("suite.yaml");
        List<Path> files = List.of(policy, pods, nodes, suite);
        try {
            for (Path file : files) {
                copy(file);
            }
            List<Integer> exitCodes = new ArrayList<>();
            for (String command : List.of("explain", "lint")) {
                exitCodes.add(run(command, pods.toString(), "--policies", policies.toString()));
            }
            exitCodes.add(run("explain", pods.toString(), "--nodes", nodes.toString(), "-o", "json"));
            exitCodes.add(run("test", suite.toString()));
            for (String question :
                    List.of("explain deploy/web -n shop", "whatif --prune", "drill node/shop-1", "doctor", "dump")) {
                String asked =
                        "kubectl-tolerant " + question + " --dump " + pods + " --dump " + nodes + " --dump " + policy;
                exitCodes.add(run(asked.split(" ")));
            }
            exitCodes.add(run("--version"));
            exitCodes.add(run("--help"));
            return exitCodes;
        } finally {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.delete(policies);
            Files.delete(directory);
        }
    }

    private static void copy(Path file) throws IOException {
        try (InputStream content = Rehearsal.class.getResourceAsStream("/rehearsal/" + file.getFileName())) {
            if (content == null) {
                throw new IOException("the program lacks its file " + file.getFileName());
            }
            Files.copy(content, file);
        }
    }

    private static int run(String... arguments) {
        return Main.run(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()), arguments);
    }
}

package dev.tolerant.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

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
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("policies.yaml", policies.resolve("policies.yaml"));
        List.of("pods.yaml", "nodes.yaml", "suite.yaml").forEach(name -> files.put(name, directory.resolve(name)));
        try {
            for (Map.Entry<String, Path> file : files.entrySet()) {
                copy(file.getKey(), file.getValue());
            }
            String pods = files.get("pods.yaml").toString();
            String nodes = files.get("nodes.yaml").toString();
            List<Integer> exitCodes = new ArrayList<>();
            for (String command : List.of("explain", "diff", "apply", "lint")) {
                exitCodes.add(run(command, pods, "--policies", policies.toString()));
            }
            exitCodes.add(run("explain", pods, "--nodes", nodes, "-o", "json"));
            exitCodes.add(run("test", files.get("suite.yaml").toString()));
            exitCodes.add(run("--version"));
            exitCodes.add(run("--help"));
            return exitCodes;
        } finally {
            for (Path file : files.values()) {
                Files.deleteIfExists(file);
            }
            Files.delete(policies);
            Files.delete(directory);
        }
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream content = Rehearsal.class.getResourceAsStream("/rehearsal/" + resource)) {
            if (content == null) {
                throw new IOException("the program lacks its file " + resource);
            }
            Files.copy(content, file);
        }
    }

    private static int run(String... arguments) {
        CommandLine command = TolerantCommand.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(new StringWriter()));
        return command.execute(arguments);
    }
}

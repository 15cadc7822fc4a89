package dev.tolerant;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Runs each line of a file as a command, so that the JVM learns from all of them for one cache. */
final class Train {
    private Train() {}

    public static void main(String... arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            int code = Main.run(nowhere, new PrintWriter(System.err, true), line.split(" "));
            // No cluster answers those that ask one.
            if (code > (line.endsWith(" --offline") || line.contains(" --from ") ? 1 : 2)) {
                throw new IllegalStateException(line + " exits with " + code);
            }
        }
    }
}

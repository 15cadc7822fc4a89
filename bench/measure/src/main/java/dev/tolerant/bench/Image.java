package dev.tolerant.bench;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the image's Dockerfile does with Java, so that the benchmark does the same. */
record Image(String dockerfile) {
    private static final String FILE = "src/main/docker/Dockerfile.jvm";
    private static final Pattern TRAINED = Pattern.compile("^FROM program AS trained$(.*?)^FROM ", flags());
    private static final Pattern INSTRUCTION = Pattern.compile("^([A-Z]+) (.*)$", Pattern.MULTILINE);
    private static final Pattern ENTRYPOINT = Pattern.compile("^ENTRYPOINT (\\[.*])$", Pattern.MULTILINE);

    private static int flags() {
        return Pattern.MULTILINE | Pattern.DOTALL;
    }

    /** The image of a checkout. */
    static Image of(Path root) throws IOException {
        return new Image(Files.readString(root.resolve(FILE)));
    }

    /** The shell commands that make the AOT cache. */
    List<String> training() throws IOException {
        Matcher stage = TRAINED.matcher(dockerfile);
        if (!stage.find()) {
            throw new IOException(FILE + " has no stage \"trained\", so bench/run cannot make the AOT cache");
        }
        List<String> commands = new ArrayList<>();
        Matcher instruction = INSTRUCTION.matcher(stage.group(1).replaceAll("\\\\\n", " "));
        while (instruction.find()) {
            if (!instruction.group(1).equals("RUN")) {
                throw new IOException("the stage \"trained\" of " + FILE + " has " + instruction.group(1)
                        + ", and bench/run can only do RUN");
            }
            commands.add(instruction.group(2));
        }
        return commands;
    }

    /** The JVM options of the image's entry point. */
    List<String> options() throws IOException {
        Matcher entrypoint = ENTRYPOINT.matcher(dockerfile);
        if (!entrypoint.find()) {
            throw new IOException(FILE + " has no ENTRYPOINT in exec form, so bench/run cannot read its JVM options");
        }
        List<String> command = new ObjectMapper().readValue(entrypoint.group(1), new TypeReference<>() {});
        return command.subList(1, command.indexOf("-jar"));
    }
}

package dev.tolerant.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The instructions of the Dockerfile, stage by stage. */
record Dockerfile(List<Instruction> instructions) {

    /** {@code stage} is the number of the FROM that it stands behind. */
    record Instruction(int stage, String name, String arguments) {}

    static Dockerfile read() {
        try {
            return of(Files.readString(Path.of("src/main/docker/Dockerfile.jvm")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Dockerfile of(String text) {
        List<String> lines = text.replaceAll("(?m)^#.*\\n", "")
                .replace("\\\n", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        int[] stage = {-1};
        return new Dockerfile(lines.stream()
                .map(line -> line.split(" ", 2))
                .map(words -> new Instruction(words[0].equals("FROM") ? ++stage[0] : stage[0], words[0], words[1]))
                .toList());
    }

    /** The arguments of every instruction of this name. */
    List<String> all(String name) {
        return ofName(name).map(Instruction::arguments).toList();
    }

    /** The arguments of every instruction of this name in the last stage, which is the image. */
    List<String> ofImage(String name) {
        int last = instructions.get(instructions.size() - 1).stage();
        return ofName(name)
                .filter(instruction -> instruction.stage() == last)
                .map(Instruction::arguments)
                .toList();
    }

    /** The files of the build context that are copied, as they are written. */
    List<String> copiedFromContext() {
        return all("COPY").stream()
                .filter(arguments -> !arguments.startsWith("--from="))
                .map(arguments -> Arrays.asList(arguments.split(" ")))
                .flatMap(paths -> paths.subList(0, paths.size() - 1).stream())
                .toList();
    }

    private Stream<Instruction> ofName(String name) {
        return instructions.stream().filter(instruction -> instruction.name().equals(name));
    }
}

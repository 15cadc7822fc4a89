package dev.tolerant.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** A file of inputs that together reach all the code that fuzzing has reached, those that once failed among them. */
record KeptInputs(Path file) {
    /** How the names of inputs begin that the program once did not take as it should. */
    private static final String FAILED = "failed-";

    /** The inputs by their names. */
    SortedMap<String, byte[]> read() {
        SortedMap<String, byte[]> inputs = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                inputs.put(entry.getName(), zip.readAllBytes());
            }
            return inputs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Writes each input into a file of the directory. */
    void unpackInto(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (var input : read().entrySet()) {
            Files.write(directory.resolve(input.getKey()), input.getValue());
        }
    }

    /** Keeps the files of a directory, and of the inputs so far only those that once failed; equal files make equal bytes. */
    void replaceWith(Path directory) throws IOException {
        SortedMap<String, byte[]> inputs = new TreeMap<>(read());
        inputs.keySet().removeIf(name -> !name.startsWith(FAILED));
        try (Stream<Path> files = Files.list(directory)) {
            for (Path input : files.toList()) {
                inputs.put(input.getFileName().toString(), Files.readAllBytes(input));
            }
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var input : inputs.entrySet()) {
                ZipEntry entry = new ZipEntry(input.getKey());
                // The same in every time zone.
                entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                zip.write(input.getValue());
            }
        }
    }
}

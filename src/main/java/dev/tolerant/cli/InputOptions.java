package dev.tolerant.cli;

import dev.tolerant.manifest.ManifestDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The manifests that a command is about. */
final class InputOptions {
    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "A file of manifests, YAML or JSON, with one object or many; a directory, of which all .yaml,"
                    + " .yml and .json files are read; or - for standard input. May be repeated.")
    private List<String> files;

    /** The files' contents in their order, those of a directory in byte order. */
    List<InputFile> read(PrintWriter err) throws IOException {
        return read(files, err);
    }

    static List<InputFile> read(List<String> names, PrintWriter err) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            Path path = Path.of(name);
            if (name.equals("-") || !Files.isDirectory(path)) {
                paths.add(path);
            } else {
                paths.addAll(new ManifestDirectory(path).files());
            }
        }
        Progress progress = Progress.of(err, paths.size());
        List<InputFile> read = new ArrayList<>();
        for (Path path : paths) {
            read.add(path.toString().equals("-") ? InputFile.readStandardInput() : InputFile.read(path));
            progress.step();
        }
        return List.copyOf(read);
    }
}

package dev.tolerant.cli;

import dev.tolerant.manifest.InvalidManifestException;
import dev.tolerant.manifest.ManifestDirectory;
import dev.tolerant.manifest.ManifestFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names the manifests. */
final class InputOptions {
    static final String STANDARD_INPUT = "-";

    @Option(
            names = {"-f", "--file"},
            required = true,
            paramLabel = "FILE",
            description = "A file of manifests, YAML or JSON, with one object or many; a directory, of which all .yaml,"
                    + " .yml and .json files are read; or - for standard input. May be repeated.")
    private List<String> files;

    boolean readsStandardInput() {
        return files.contains(STANDARD_INPUT);
    }

    /** The files in their order, those of a directory in byte order. */
    List<ManifestFile> read(PrintWriter err) throws IOException, InvalidManifestException {
        return read(files, err);
    }

    static List<ManifestFile> read(List<String> names, PrintWriter err) throws IOException, InvalidManifestException {
        List<Path> paths = paths(names);
        Progress progress = Progress.of(err, paths.size());
        List<ManifestFile> read = new ArrayList<>();
        for (Path path : paths) {
            read.add(read(path));
            progress.step();
        }
        return List.copyOf(read);
    }

    List<Path> paths() throws IOException {
        return paths(files);
    }

    static List<Path> paths(List<String> names) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            Path path = Path.of(name);
            paths.addAll(name.equals(STANDARD_INPUT) ? List.of(path) : ManifestDirectory.filesAt(path));
        }
        return paths;
    }

    static ManifestFile read(Path path) throws IOException, InvalidManifestException {
        return path.toString().equals(STANDARD_INPUT)
                ? ManifestFile.of("standard input", System.in.readAllBytes())
                : ManifestFile.read(path);
    }
}

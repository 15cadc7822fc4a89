package dev.tolerant.tools;

import dev.tolerant.engine.manifest.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestDirectory;
import dev.tolerant.engine.manifest.ManifestFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The manifests, as parameters or after an option. */
final class InputOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Files of manifests, YAML or JSON, with one object or many; directories, of which all .yaml, .yml"
                            + " and .json files are read; or - for standard input.")
    private List<Path> parameters = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The same, as an option. May be repeated.")
    private List<Path> files = List.of();

    boolean isEmpty() {
        return parameters.isEmpty() && files.isEmpty();
    }

    private List<Path> files() {
        return Stream.concat(files.stream(), parameters.stream()).toList();
    }

    /** The files that another option names in their order, those of a directory in byte order. */
    static List<ManifestFile> read(List<Path> named, PrintWriter err) throws IOException, InvalidManifestException {
        List<Path> paths = new ArrayList<>();
        for (Path path : named) {
            paths.addAll(paths(path));
        }
        Progress progress = Progress.of(err, paths.size());
        List<ManifestFile> read = new ArrayList<>();
        for (Path path : paths) {
            read.add(read(path));
            progress.step();
        }
        return List.copyOf(read);
    }

    List<Path> paths() throws IOException {
        if (isEmpty()) {
            throw new MissingParameterException(
                    spec.commandLine(),
                    new ArrayList<>(spec.positionalParameters()),
                    "Missing required parameter: 'FILE'");
        }
        List<Path> paths = new ArrayList<>();
        for (Path file : files()) {
            paths.addAll(paths(file));
        }
        return paths;
    }

    static List<Path> paths(Path path) throws IOException {
        return path.equals(World.STANDARD_INPUT) ? List.of(path) : ManifestDirectory.filesAt(path);
    }

    static ManifestFile read(Path path) throws IOException, InvalidManifestException {
        return path.equals(World.STANDARD_INPUT)
                ? ManifestFile.of("standard input", System.in.readAllBytes())
                : ManifestFile.read(path);
    }
}

package dev.tolerant.tools;

import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestPaths;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.io.IOException;
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
final class FileOptions {
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

    /** The files that another option names in their order, those of a directory in byte order. */
    static List<ManifestFile> read(List<Path> named, Messages messages)
            throws IOException, InvalidManifestException, InputException {
        IgnoredInput noObjects = IgnoredInput.thatAreNoObjects();
        ManifestPaths paths = paths(named);
        IgnoredInput.report(paths, false, messages);
        List<ManifestFile> read = new ArrayList<>();
        try (Progress progress = Progress.of(messages, "reading files")) {
            for (Path path : paths.objects()) {
                progress.now("reading " + path);
                ManifestFile file = read(path);
                file.otherForms().forEach(noObjects::add);
                read.add(file);
            }
        }
        noObjects.report(messages, false);
        return List.copyOf(read);
    }

    ManifestPaths paths() throws IOException {
        if (parameters.isEmpty() && files.isEmpty()) {
            throw new MissingParameterException(
                    spec.commandLine(),
                    new ArrayList<>(spec.positionalParameters()),
                    "Missing required parameter: 'FILE'");
        }
        return paths(Stream.concat(files.stream(), parameters.stream()).toList());
    }

    private static ManifestPaths paths(List<Path> named) throws IOException {
        ManifestPaths paths = ManifestPaths.NONE;
        for (Path path : named) {
            paths = paths.and(
                    path.equals(ClusterOptions.STANDARD_INPUT)
                            ? ManifestPaths.ofObjects(path)
                            : ManifestPaths.at(path));
        }
        return paths;
    }

    static ManifestFile read(Path path) throws IOException, InvalidManifestException {
        return path.equals(ClusterOptions.STANDARD_INPUT)
                ? ManifestFile.of("standard input", System.in.readAllBytes())
                : ManifestFile.read(path);
    }
}

package dev.tolerant.tools;

import dev.tolerant.tools.ManifestFiles.Read;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private ManifestFiles manifests = new ManifestFiles();

    /** The files in their order, with the patches of kustomizations. */
    List<Read> read(Messages messages) throws IOException, InputException {
        if (parameters.isEmpty() && files.isEmpty()) {
            throw new MissingParameterException(
                    spec.commandLine(),
                    new ArrayList<>(spec.positionalParameters()),
                    "Missing required parameter: 'FILE'");
        }
        return manifests.read(Stream.concat(files.stream(), parameters.stream()).toList(), true, messages);
    }
}

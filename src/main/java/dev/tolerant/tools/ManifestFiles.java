package dev.tolerant.tools;

import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestPaths;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.text.Report;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Reads the files and folders of manifests that a command is about. */
final class ManifestFiles {
    static final String FORMS =
            "manifests, YAML or JSON, with one object or many; directories, of which all .yaml, .yml"
                    + " and .json files are read; or - for standard input.";

    /** The marks of templates, those of Terraform among them. */
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{|[$%]\\{");

    private static final Pattern VERSION = field("apiVersion");
    private static final Pattern KIND = field("kind");

    @Option(
            names = "--exclude",
            paramLabel = "GLOB",
            description = "Leave out files and folders with such a name, or such a path below a folder of -f. May be"
                    + " repeated.")
    private List<String> excluded = List.of();

    private int passedOver;
    private int templates;
    private @Nullable ManifestProblem first;

    /** A file, which a kustomization may name as a patch, or in place of it why it cannot be read. */
    record Read(
            Path path,
            boolean isPatch,
            @Nullable ManifestFile file,
            @Nullable ManifestProblem problem) {

        Stream<String> otherForms() {
            return file == null ? Stream.empty() : file.otherForms().stream();
        }
    }

    /** A field at the start of a line, or anywhere in JSON. */
    private static Pattern field(String name) {
        return Pattern.compile("(?m)^[\"']?" + name + "[\"']?\\s*:|\\A(---)?\\s*[{\\[](?s:.*)\\b" + name + "\\b");
    }

    /** The files in their order, those of a directory in byte order; of directories without those that are no manifests. */
    List<Read> read(List<Path> named, boolean readsPatches, Messages messages) throws IOException, InputException {
        List<PathMatcher> globs = globs();
        ManifestPaths all = ManifestPaths.NONE;
        List<Read> files = new ArrayList<>();
        try (Progress progress = Progress.of(messages, "reading files")) {
            for (Path name : named) {
                boolean isFolder = Files.isDirectory(name);
                ManifestPaths paths = name.equals(ClusterOptions.STANDARD_INPUT)
                        ? ManifestPaths.ofObjects(name)
                        : ManifestPaths.at(name, globs);
                all = all.and(paths);
                for (Path path : readsPatches ? paths.files() : paths.objects()) {
                    progress.now("reading " + path);
                    Read read = read(path, paths.patches().contains(path));
                    if (!isFolder || read.problem == null || isManifest(read.problem, path)) {
                        files.add(read);
                    }
                }
            }
        }
        IgnoredInput.report(all, readsPatches, messages);
        if (first != null) {
            String templated = Report.counted(templates, "template", "templates");
            String what = Report.counted(passedOver, "file that is no manifest", "files that are no manifests");
            messages.say("passes over "
                    + (templates == passedOver ? templated : templates == 0 ? what : what + ", with " + templated)
                    + (passedOver == 1 ? ": " : "; the first: ") + first);
        }
        return List.copyOf(files);
    }

    private static Read read(Path path, boolean isPatch) throws IOException {
        try {
            return new Read(path, isPatch, ManifestFile.asKubectl(name(path), bytes(path)), null);
        } catch (InvalidManifestException unreadable) {
            return new Read(path, isPatch, null, unreadable.problem());
        }
    }

    /** True for a file that cannot be read, and is meant for kubectl as it is. */
    private boolean isManifest(ManifestProblem problem, Path path) throws IOException {
        String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
        boolean isTemplate = TEMPLATE.matcher(text).find();
        if (!isTemplate && VERSION.matcher(text).find() && KIND.matcher(text).find()) {
            return true;
        }
        first = first == null ? problem : first;
        passedOver++;
        templates += isTemplate ? 1 : 0;
        return false;
    }

    private List<PathMatcher> globs() throws InputException {
        List<PathMatcher> globs = new ArrayList<>();
        for (String glob : excluded) {
            try {
                globs.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
            } catch (PatternSyntaxException wrong) {
                throw new InputException("--exclude cannot be '" + glob + "': " + wrong.getDescription());
            }
        }
        return globs;
    }

    /** Fails if one of them cannot be read. */
    static List<ManifestFile> readAll(List<Path> named, Messages messages)
            throws IOException, InvalidManifestException, InputException {
        ManifestPaths paths = ManifestPaths.NONE;
        for (Path path : named) {
            paths = paths.and(
                    path.equals(ClusterOptions.STANDARD_INPUT)
                            ? ManifestPaths.ofObjects(path)
                            : ManifestPaths.at(path));
        }
        IgnoredInput.report(paths, false, messages);
        List<ManifestFile> read = new ArrayList<>();
        try (Progress progress = Progress.of(messages, "reading files")) {
            for (Path path : paths.objects()) {
                progress.now("reading " + path);
                read.add(ManifestFile.of(name(path), bytes(path)));
            }
        }
        IgnoredInput.reportOtherForms(read.stream().flatMap(file -> file.otherForms().stream()), messages);
        return List.copyOf(read);
    }

    private static String name(Path path) {
        return path.equals(ClusterOptions.STANDARD_INPUT) ? "standard input" : path.toString();
    }

    private static byte[] bytes(Path path) throws IOException {
        return path.equals(ClusterOptions.STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(path);
    }
}

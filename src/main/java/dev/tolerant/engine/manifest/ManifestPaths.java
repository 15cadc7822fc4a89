package dev.tolerant.engine.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a user's file and folder names stand for, sorted by their readers.
 *
 * @param files of objects and of parts of objects, in the order in which they were named, those of a folder in byte order
 * @param patches of parts of objects, which a kustomization names as patches
 * @param data files that a kustomization names as anything else than objects, such as a chart's values
 * @param templates the number of templates, which Helm alone can read, by the folder of their chart
 */
public record ManifestPaths(List<Path> files, Set<Path> patches, List<Path> data, Map<Path, Integer> templates) {
    public static final ManifestPaths NONE = new ManifestPaths(List.of(), Set.of(), List.of(), Map.of());

    public static ManifestPaths ofObjects(Path file) {
        return new ManifestPaths(List.of(file), Set.of(), List.of(), Map.of());
    }

    public static ManifestPaths at(Path path) throws IOException {
        return of(found(path, false));
    }

    /**
     * Reads hidden files and folders too, as kubectl does, but none that a matcher excludes by its name, by that of a
     * folder that it is in, or by its path below the folder.
     */
    public static ManifestPaths at(Path path, List<PathMatcher> excluded) throws IOException {
        return of(found(path, true).stream()
                .filter(file -> {
                    Path inside = file.equals(path) ? file.getFileName() : path.relativize(file);
                    return excluded.stream().noneMatch(glob -> matches(glob, inside));
                })
                .toList());
    }

    private static List<Path> found(Path path, boolean asKubectl) throws IOException {
        return Files.isDirectory(path) ? ManifestFile.filesIn(path, asKubectl) : List.of(path);
    }

    private static boolean matches(PathMatcher glob, Path inside) {
        for (int i = 1; i <= inside.getNameCount(); i++) {
            if (glob.matches(inside.getName(i - 1)) || glob.matches(inside.subpath(0, i))) {
                return true;
            }
        }
        return false;
    }

    private static ManifestPaths of(List<Path> found) {
        List<Path> files = new ArrayList<>();
        Set<Path> patches = new HashSet<>();
        List<Path> data = new ArrayList<>();
        Map<Path, Integer> templates = new TreeMap<>();
        Folders folders = new Folders();
        for (Path file : found) {
            folders.visit(absolute(file).getParent());
        }
        for (Path file : found) {
            Path chart = chart(file);
            if (chart != null) {
                templates.merge(chart, 1, Integer::sum);
            } else if (folders.data.contains(absolute(file))) {
                data.add(file);
            } else {
                files.add(file);
                if (folders.patches.contains(absolute(file))) {
                    patches.add(file);
                }
            }
        }
        return new ManifestPaths(files, patches, data, templates);
    }

    public ManifestPaths and(ManifestPaths others) {
        Map<Path, Integer> together = new TreeMap<>(templates);
        others.templates.forEach((chart, number) -> together.merge(chart, number, Integer::sum));
        return new ManifestPaths(
                Stream.concat(files.stream(), others.files.stream()).toList(),
                Stream.concat(patches.stream(), others.patches.stream()).collect(Collectors.toSet()),
                Stream.concat(data.stream(), others.data.stream()).toList(),
                together);
    }

    public List<Path> objects() {
        return files.stream().filter(file -> !patches.contains(file)).toList();
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    /** The chart's folder; null if the file is no template of one. */
    private static @Nullable Path chart(Path file) {
        Path inside = absolute(file);
        Path below = inside;
        for (Path folder = inside.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.isRegularFile(folder.resolve("Chart.yaml"))) {
                boolean isTemplate = below.endsWith("templates") && !below.equals(inside);
                return isTemplate ? shown(file, folder) : null;
            }
            below = folder;
        }
        return null;
    }

    /** Writes the folder in the words in which the file was named, as far as these have it. */
    private static Path shown(Path file, Path folder) {
        for (Path above = file.getParent(); above != null; above = above.getParent()) {
            if (absolute(above).equals(folder)) {
                return above;
            }
        }
        return folder;
    }

    public boolean isEmpty() {
        return files.isEmpty() && data.isEmpty() && templates.isEmpty();
    }

    /** Finds the files that the kustomizations of folders, and of those above them, name as other than objects. */
    private static final class Folders {
        private static final List<List<String>> PATCHES =
                fields("patches path", "patchesStrategicMerge", "patchesJson6902 path");
        private static final List<List<String>> DATA = fields(
                "configMapGenerator files",
                "secretGenerator files",
                "helmCharts valuesFile",
                "helmCharts additionalValuesFiles",
                "helmChartInflationGenerator values",
                "configurations",
                "crds",
                "replacements path",
                "openapi path");

        private final Map<Path, Boolean> visited = new HashMap<>();
        private final Set<Path> patches = new HashSet<>();
        private final Set<Path> data = new HashSet<>();

        private static List<List<String>> fields(String... paths) {
            return Arrays.stream(paths).map(path -> List.of(path.split(" "))).toList();
        }

        void visit(@Nullable Path folder) {
            for (Path each = folder; each != null && visited.put(each, true) == null; each = each.getParent()) {
                for (String name : List.of("kustomization.yaml", "kustomization.yml", "Kustomization")) {
                    Path file = each.resolve(name);
                    if (Files.isRegularFile(file)) {
                        read(file);
                    }
                }
            }
        }

        private void read(Path file) {
            List<JsonNode> documents;
            try {
                documents = ManifestFile.read(file).documents();
            } catch (IOException | InvalidManifestException reportedWithTheOthers) {
                return;
            }
            for (JsonNode document : documents) {
                PATCHES.forEach(field -> add(document, field, file, patches));
                DATA.forEach(field -> add(document, field, file, data));
            }
        }

        private static void add(JsonNode value, List<String> fields, Path kustomization, Set<Path> files) {
            if (value.isArray()) {
                value.forEach(item -> add(item, fields, kustomization, files));
            } else if (!fields.isEmpty()) {
                add(value.path(fields.get(0)), fields.subList(1, fields.size()), kustomization, files);
            } else if (value.isTextual() && !value.textValue().contains("\n")) {
                // A generator may give the file another name before it.
                String name = value.textValue().substring(value.textValue().indexOf('=') + 1);
                files.add(absolute(kustomization.resolveSibling(name)));
            }
        }
    }
}

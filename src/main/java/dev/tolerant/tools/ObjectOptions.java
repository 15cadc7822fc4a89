package dev.tolerant.tools;

import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.NearNames;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.ManifestFiles.Read;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name the pods and workloads that a command is about: objects of the cluster, or manifests. */
final class ObjectOptions {
    private static final char SEPARATOR = '/';
    private static final List<ObjectKind> WITH_PODS =
            Arrays.stream(ObjectKind.values()).filter(ObjectKind::hasPods).toList();

    @Parameters(
            arity = "0..*",
            paramLabel = "OBJECT",
            description =
                    "Pods and workloads of the cluster: TYPE/NAME..., TYPE NAME... with one TYPE, or NAME..., which"
                            + " means all of that name.")
    private List<String> objects = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "In place of them " + ManifestFiles.FORMS + " May be repeated.")
    private List<Path> files = List.of();

    @Mixin
    private ManifestFiles manifests = new ManifestFiles();

    private record Named(@Nullable ObjectKind type, String name) {
        List<ObjectKind> kinds() {
            return type == null ? WITH_PODS : List.of(type);
        }

        String title() {
            return type == null ? name : type.singular() + SEPARATOR + name;
        }
    }

    boolean isAboutFiles() throws InputException {
        if (files.isEmpty() == objects.isEmpty()) {
            throw new InputException(
                    files.isEmpty()
                            ? "name what to explain: objects of the cluster as in deploy/web, or manifests with -f"
                            : "'" + objects.get(0)
                                    + "' is an object of the cluster, and -f names manifests: leave one of them"
                                    + " out");
        }
        return objects.isEmpty();
    }

    List<Path> files() {
        return files;
    }

    /** Without the patches of kustomizations. */
    List<Read> read(Messages messages) throws IOException, InputException {
        List<Read> read = manifests.read(files, false, messages);
        IgnoredInput.reportOtherForms(read.stream().flatMap(Read::otherForms), messages);
        return read;
    }

    ObjectKind[] kinds() throws InputException {
        return named().stream()
                .flatMap(named -> named.kinds().stream())
                .distinct()
                .toArray(ObjectKind[]::new);
    }

    List<Manifest> found(ClusterObjects clusterObjects, String namespace) throws InputException {
        List<Manifest> found = new ArrayList<>();
        for (Named named : named()) {
            List<Manifest> ofName = new ArrayList<>();
            String unknown = "";
            for (ObjectKind kind : named.kinds()) {
                unknown = clusterObjects.unknown(kind).orElse(unknown);
                clusterObjects
                        .find(kind, namespace, named.name())
                        .map(ClusterObject::manifest)
                        .ifPresent(ofName::add);
            }
            if (ofName.isEmpty()) {
                throw new InputException(
                        unknown.isEmpty()
                                ? "there is no " + named.title() + " in namespace " + namespace
                                        + meant(clusterObjects, namespace, named)
                                : named.title() + " cannot be read: " + unknown);
            }
            found.addAll(ofName);
        }
        return found;
    }

    private static String meant(ClusterObjects clusterObjects, String namespace, Named named) {
        List<ClusterObject> all = named.kinds().stream()
                .flatMap(kind -> clusterObjects.all(kind).stream())
                .toList();
        List<String> elsewhere = all.stream()
                .filter(object -> object.name().equals(named.name()))
                .map(ClusterObject::namespace)
                .distinct()
                .sorted()
                .toList();
        if (!elsewhere.isEmpty()) {
            return ", but there is in " + String.join(", ", elsewhere) + ": use -n " + elsewhere.get(0);
        }
        List<String> near = NearNames.to(
                named.name(),
                all.stream()
                        .filter(object -> object.namespace().equals(namespace))
                        .map(ClusterObject::name)
                        .distinct()
                        .toList());
        return near.isEmpty() ? "" : "; the nearest names are " + String.join(", ", near);
    }

    /** As kubectl takes them, each once. */
    private Set<Named> named() throws InputException {
        String first = objects.get(0);
        Optional<ObjectKind> one = first.indexOf(SEPARATOR) < 0 ? ObjectKind.named(first) : Optional.empty();
        if (one.isPresent() && objects.size() == 1) {
            throw new InputException("'" + first + "' needs a name: write " + first + "/NAME");
        }
        Set<Named> named = new LinkedHashSet<>();
        for (String argument : objects.subList(one.isPresent() ? 1 : 0, objects.size())) {
            int slash = argument.indexOf(SEPARATOR);
            if (one.isPresent() && slash >= 0) {
                throw new InputException("'" + argument + "' follows the type " + first
                        + ": write TYPE/NAME for each object, or one TYPE and then names");
            }
            if (slash < 0 && isFile(argument)) {
                throw aFile(argument);
            }
            ObjectKind type = slash < 0 ? one.orElse(null) : type(argument.substring(0, slash), argument);
            String name = argument.substring(slash + 1);
            if (name.isEmpty() || name.indexOf(SEPARATOR) >= 0) {
                throw new InputException("'" + argument + "' is not TYPE/NAME, as in deploy/web");
            }
            named.add(new Named(type, name));
        }
        return named;
    }

    private static ObjectKind type(String typed, String argument) throws InputException {
        String types = WITH_PODS.stream()
                .map(kind -> kind.singular()
                        + (kind.shortName().equals(kind.singular()) ? "" : " (" + kind.shortName() + ")"))
                .collect(Collectors.joining(", "));
        return ObjectKind.named(typed)
                .orElseThrow(() -> isFile(argument)
                        ? aFile(argument)
                        : new InputException(
                                "'" + typed + "' is not a type of object that has pods: use one of " + types));
    }

    private static InputException aFile(String argument) {
        return new InputException("'" + argument + "' is a file: write -f " + argument);
    }

    private static boolean isFile(String argument) {
        try {
            return argument.equals(ClusterOptions.STANDARD_INPUT.toString()) || Files.exists(Path.of(argument));
        } catch (InvalidPathException never) {
            return false;
        }
    }
}

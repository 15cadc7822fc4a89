package dev.tolerant.tools.reading;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import dev.tolerant.tools.reading.ListFile.FileFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A dump, or any files of the cluster's objects, such as {@code kubectl get -o json} writes them. */
public final class ObjectsFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ObjectsFile() {}

    /** Fails on what is not YAML or JSON, on a List of other things than objects, and on a dump of another version. */
    public static FileFacts read(Path file, String name) throws IOException, InvalidManifestException {
        Optional<FileFacts> streamed = ListFile.read(file, name);
        return streamed.isPresent() ? streamed.get() : parsed(ManifestFile.of(name, Files.readAllBytes(file)));
    }

    private static FileFacts parsed(ManifestFile file) throws IOException, InvalidManifestException {
        List<ClusterObject> clusterObjects = new ArrayList<>();
        int others = 0;
        for (Manifest manifest : file.manifests()) {
            Optional<ObjectKind> kind = ObjectKind.of(manifest.type());
            Optional<ClusterObject> object = kind.isEmpty()
                    ? Optional.empty()
                    : ClusterObject.ifNeeded(kind.get(), manifest.place(), JSON.writeValueAsBytes(manifest.object()));
            object.ifPresent(clusterObjects::add);
            others += object.isEmpty() ? 1 : 0;
        }
        Set<ObjectKind> listed = EnumSet.noneOf(ObjectKind.class);
        for (JsonNode document : file.documents()) {
            ObjectKind.ofList(
                            document.path("apiVersion").asText(),
                            document.path("kind").asText())
                    .ifPresent(listed::add);
        }
        return new FileFacts(file.name(), null, List.copyOf(clusterObjects), listed, others, file.otherForms());
    }

    public static ClusterObjects merged(List<FileFacts> files, Instant now) {
        Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        Set<List<Object>> seen = new HashSet<>();
        int doubles = 0;
        for (FileFacts file : files) {
            for (ClusterObject object : file.clusterObjects()) {
                if (object.name().isEmpty() || seen.add(List.of(object.kind(), object.namespace(), object.name()))) {
                    byKind.computeIfAbsent(object.kind(), none -> new ArrayList<>())
                            .add(object.name().isEmpty() ? object : object.withoutPlace());
                } else {
                    doubles++;
                }
            }
        }
        files.forEach(file -> file.listed().forEach(kind -> byKind.putIfAbsent(kind, new ArrayList<>())));
        Map<ObjectKind, String> unknown = unknown(files, byKind);
        // A dump is the cluster: of a kind that it does not have, and does not call unknown, there is nothing.
        for (ObjectKind kind : ObjectKind.values()) {
            if (!unknown.containsKey(kind)) {
                byKind.putIfAbsent(kind, List.of());
            }
        }
        Optional<ClusterDump> first = dumps(files).stream().findFirst();
        return new ClusterObjects(
                source(files),
                first.map(ClusterDump::at).orElse(now.truncatedTo(ChronoUnit.SECONDS)),
                first.map(ClusterDump::serverVersion).orElse(""),
                byKind,
                unknown,
                notes(byKind, doubles));
    }

    private static List<ClusterDump> dumps(List<FileFacts> files) {
        return files.stream().map(FileFacts::dump).filter(Objects::nonNull).toList();
    }

    /** The context of a dump says more than the name of its file. */
    private static String source(List<FileFacts> files) {
        ClusterDump only = files.size() == 1 ? files.get(0).dump() : null;
        return only == null || only.context().isEmpty()
                ? files.stream().map(FileFacts::name).distinct().collect(Collectors.joining(", "))
                : only.context();
    }

    /** Files beside a dump say what that does not know. */
    private static Map<ObjectKind, String> unknown(List<FileFacts> files, Map<ObjectKind, List<ClusterObject>> byKind) {
        Map<ObjectKind, String> unknown = new EnumMap<>(ObjectKind.class);
        List<ClusterDump> dumps = dumps(files);
        dumps.forEach(dump -> dump.unknown().forEach(unknown::putIfAbsent));
        if (!dumps.isEmpty()) {
            files.stream().filter(file -> file.dump() == null).forEach(file -> {
                file.clusterObjects().forEach(object -> unknown.remove(object.kind()));
                unknown.keySet().removeAll(file.listed());
            });
            return unknown;
        }
        for (ObjectKind kind : ObjectKind.values()) {
            if (!byKind.containsKey(kind)) {
                unknown.put(
                        kind, "the files have no " + kind.objects() + ", not even an empty " + kind.kind() + "List");
            }
        }
        return unknown;
    }

    private static List<String> notes(Map<ObjectKind, List<ClusterObject>> byKind, int doubles) {
        List<String> notes = new ArrayList<>();
        List<ClusterObject> pods = byKind.getOrDefault(ObjectKind.POD, List.of());
        long unmanaged = pods.stream().filter(pod -> !pod.hasManagedFields()).count();
        if (unmanaged > 0) {
            notes.add(unmanaged + " of " + pods.size() + (pods.size() == 1 ? " pod" : " pods")
                    + (unmanaged == 1
                            ? " has no managedFields, so every toleration of it counts as its author's; kubectl get"
                            : " have no managedFields, so every toleration of theirs counts as their author's; kubectl get")
                    + " --show-managed-fields writes them.");
        }
        if (doubles > 0) {
            notes.add(doubles + (doubles == 1 ? " object is" : " objects are")
                    + " there more than once; the first of each counts.");
        }
        return List.copyOf(notes);
    }
}

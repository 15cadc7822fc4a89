package dev.tolerant.tools.reading;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.ItemStream;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.Manifest;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ClusterObjects;
import dev.tolerant.observed.objects.ObjectKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
import org.jspecify.annotations.Nullable;

/**
 * The objects of one file: a dump, or any that has a cluster's objects, such as {@code kubectl get -o json} writes them.
 *
 * @param dump null if the file is not a dump
 * @param listed kinds of which it has a list, such as a NodeList, which may be empty
 * @param others the number of its objects that no question needs
 * @param otherForms of documents beside objects
 */
public record ObjectsFile(
        String name,
        @Nullable ClusterDump dump,
        List<ClusterObject> clusterObjects,
        Set<ObjectKind> listed,
        int others,
        List<String> otherForms) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Mask TYPE = Mask.ofValues("apiVersion", "kind");
    private static final String LIST = "List";

    /** True if it says nothing of a kind that questions need. */
    public boolean isEmpty() {
        return dump == null && clusterObjects.isEmpty() && listed.isEmpty();
    }

    /** Fails on what is not YAML or JSON, on a List of other things than objects, and on a dump of another version. */
    public static ObjectsFile read(Path file, String name) throws IOException, InvalidManifestException {
        Reading streamed = new Reading(name);
        try (InputStream in = Files.newInputStream(file)) {
            if (streamed.readLists(new ItemStream(in))) {
                return streamed.end(List.of());
            }
        }
        return new Reading(name).parsed(ManifestFile.of(name, Files.readAllBytes(file)));
    }

    /** Of a file of lists in JSON, one object at a time is in memory as it is written. */
    private static final class Reading {
        private final String name;
        private final List<ClusterObject> clusterObjects = new ArrayList<>();
        private final Set<ObjectKind> listed = EnumSet.noneOf(ObjectKind.class);
        private int others;
        private int document;
        private int item;
        private @Nullable ClusterDump dump;

        /** The name is for messages. */
        Reading(String name) {
            this.name = name;
        }

        ObjectsFile end(List<String> otherForms) {
            return new ObjectsFile(name, dump, List.copyOf(clusterObjects), listed, others, otherForms);
        }

        ObjectsFile parsed(ManifestFile file) throws IOException, InvalidManifestException {
            for (Manifest manifest : file.manifests()) {
                add(manifest.type(), manifest.place(), JSON.writeValueAsBytes(manifest.object()));
            }
            for (JsonNode each : file.documents()) {
                addListed(each.path("apiVersion").asText(), each.path("kind").asText());
            }
            return end(file.otherForms());
        }

        private void add(String type, Place place, byte[] json) throws IOException {
            Optional<ObjectKind> kind = ObjectKind.of(type);
            Optional<ClusterObject> object =
                    kind.isEmpty() ? Optional.empty() : ClusterObject.ifNeeded(kind.get(), place, json);
            object.ifPresent(clusterObjects::add);
            others += object.isEmpty() ? 1 : 0;
        }

        private void addListed(String apiVersion, String kind) {
            ObjectKind.ofList(apiVersion, kind).ifPresent(listed::add);
        }

        /** False where the file has anything but lists. */
        private boolean readLists(ItemStream items) throws IOException, InvalidManifestException {
            do {
                items.beginNext();
                document++;
                item = 0;
                if (!readList(items)) {
                    return false;
                }
            } while (items.isFollowed());
            return true;
        }

        private boolean readList(ItemStream items) throws IOException, InvalidManifestException {
            while (true) {
                byte[] json;
                try {
                    json = items.next();
                } catch (EOFException cutOff) {
                    if (item == 0) {
                        return false;
                    }
                    throw wrong(
                            Place.wholeFile(name), "it ends in the middle of item " + (item + 1) + ": write it again");
                } catch (IOException noJson) {
                    return false;
                }
                if (json == null) {
                    break;
                }
                item++;
                if (!add(json, items)) {
                    return false;
                }
            }
            if (items.kind().equals(ClusterDump.KIND)) {
                try {
                    dump = ClusterDump.of(items.apiVersion(), items.metadata());
                } catch (IOException unusable) {
                    throw wrong(Place.wholeFile(name), String.valueOf(unusable.getMessage()));
                }
            }
            addListed(items.apiVersion(), items.kind());
            return items.hasItems()
                    && (items.kind().endsWith(LIST) || items.kind().equals(ClusterDump.KIND));
        }

        /** False as long as the object's kind is unknown. */
        private boolean add(byte[] json, ItemStream items) throws InvalidManifestException {
            Place place = new Place(name, document, item);
            try {
                String type = type(json, items);
                if (type != null) {
                    add(type, place, json);
                }
                return type != null;
            } catch (IOException | UnexpectedJsonException unusable) {
                throw wrong(place, "cannot be read: " + unusable.getMessage());
            }
        }

        /** The API leaves kind and apiVersion out of the items of a typed list; null if the list has not said them yet. */
        private @Nullable String type(byte[] json, ItemStream items) throws IOException, UnexpectedJsonException {
            Fields object = Fields.of(TreeReader.read(json, TYPE));
            String kind = object.text("kind");
            if (!kind.isEmpty()) {
                return object.text("apiVersion") + "/" + kind;
            }
            String of = items.kind();
            return of.endsWith(LIST)
                    ? items.apiVersion() + "/" + ManifestFile.kindOfItems(of).orElse("")
                    : null;
        }

        private static InvalidManifestException wrong(Place place, String message) {
            return new InvalidManifestException(new ManifestProblem(place, "", message));
        }
    }

    public static ClusterObjects merged(List<ObjectsFile> files, Instant now) {
        Map<ObjectKind, List<ClusterObject>> byKind = new EnumMap<>(ObjectKind.class);
        Set<List<Object>> seen = new HashSet<>();
        int doubles = 0;
        for (ObjectsFile file : files) {
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

    private static List<ClusterDump> dumps(List<ObjectsFile> files) {
        return files.stream().map(ObjectsFile::dump).filter(Objects::nonNull).toList();
    }

    /** The context of a dump says more than the name of its file. */
    private static String source(List<ObjectsFile> files) {
        ClusterDump only = files.size() == 1 ? files.get(0).dump() : null;
        return only == null || only.context().isEmpty()
                ? files.stream().map(ObjectsFile::name).distinct().collect(Collectors.joining(", "))
                : only.context();
    }

    /** Files beside a dump say what that does not know. */
    private static Map<ObjectKind, String> unknown(
            List<ObjectsFile> files, Map<ObjectKind, List<ClusterObject>> byKind) {
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

package dev.tolerant.tools.reading;

import dev.tolerant.engine.json.Fields;
import dev.tolerant.engine.json.ItemStream;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestFile;
import dev.tolerant.engine.manifest.ManifestProblem;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.manifest.ManifestProblem.Place;
import dev.tolerant.observed.objects.ClusterObject;
import dev.tolerant.observed.objects.ObjectKind;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file of lists in JSON, of which one object at a time is in memory as it is written. */
public final class ListFile {
    private static final Mask TYPE = Mask.ofValues("apiVersion", "kind");
    private static final String LIST = "List";

    private final String name;
    private final ItemStream items;
    private final List<ClusterObject> clusterObjects = new ArrayList<>();
    private final Set<ObjectKind> listed = EnumSet.noneOf(ObjectKind.class);
    private int others;
    private int document;
    private int item;
    private @Nullable ClusterDump dump;

    private ListFile(String name, ItemStream items) {
        this.name = name;
        this.items = items;
    }

    /** Empty if the file is anything but lists; the name is for messages. */
    static Optional<FileFacts> read(Path file, String name) throws IOException, InvalidManifestException {
        try (InputStream in = Files.newInputStream(file)) {
            ListFile list = new ListFile(name, new ItemStream(in));
            return list.read()
                    ? Optional.of(new FileFacts(
                            name, list.dump, List.copyOf(list.clusterObjects), list.listed, list.others, List.of()))
                    : Optional.empty();
        }
    }

    /** False where the file has anything but lists. */
    private boolean read() throws IOException, InvalidManifestException {
        do {
            items.beginNext();
            document++;
            item = 0;
            if (!readList()) {
                return false;
            }
        } while (items.isFollowed());
        return true;
    }

    private boolean readList() throws IOException, InvalidManifestException {
        while (true) {
            byte[] json;
            try {
                json = items.next();
            } catch (EOFException cutOff) {
                if (item == 0) {
                    return false;
                }
                throw wrong(Place.wholeFile(name), "it ends in the middle of item " + (item + 1) + ": write it again");
            } catch (IOException noJson) {
                return false;
            }
            if (json == null) {
                break;
            }
            item++;
            if (!add(json)) {
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
        ObjectKind.ofList(items.apiVersion(), items.kind()).ifPresent(listed::add);
        return items.hasItems() && (items.kind().endsWith(LIST) || items.kind().equals(ClusterDump.KIND));
    }

    /** False as long as the object's kind is unknown. */
    private boolean add(byte[] json) throws InvalidManifestException {
        Place place = new Place(name, document, item);
        try {
            String type = type(json);
            if (type == null) {
                return false;
            }
            Optional<ObjectKind> kind = ObjectKind.of(type);
            Optional<ClusterObject> object =
                    kind.isEmpty() ? Optional.empty() : ClusterObject.ifNeeded(kind.get(), place, json);
            object.ifPresent(clusterObjects::add);
            others += object.isEmpty() ? 1 : 0;
            return true;
        } catch (IOException | UnexpectedJsonException unusable) {
            throw wrong(place, "cannot be read: " + unusable.getMessage());
        }
    }

    /** The API leaves kind and apiVersion out of the items of a typed list; null if the list has not said them yet. */
    private @Nullable String type(byte[] json) throws IOException, UnexpectedJsonException {
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

    /**
     * The objects of one file.
     *
     * @param dump null if the file is not a dump
     * @param listed kinds of which it has a list, such as a NodeList, which may be empty
     * @param others the number of its objects that no question needs
     * @param otherForms of documents beside objects
     */
    public record FileFacts(
            String name,
            @Nullable ClusterDump dump,
            List<ClusterObject> clusterObjects,
            Set<ObjectKind> listed,
            int others,
            List<String> otherForms) {
        /** True if it says nothing of a kind that questions need. */
        public boolean isEmpty() {
            return dump == null && clusterObjects.isEmpty() && listed.isEmpty();
        }
    }
}

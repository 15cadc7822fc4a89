package dev.tolerant.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import com.sun.net.httpserver.HttpExchange;
import dev.tolerant.testing.Faults.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a mock API server, as far as its clients can see: versions, generations, conflicts, pages, lists of one name, watches
 * from any version, JSON Patch, merge patch, and server-side apply of objects that have one manager. All its methods may be called by any thread.
 */
public final class StoredObjects {
    /** What ends a watch. */
    public static final String CUT = "";
    /** What ends the connection of a watch, without the end of its body. */
    static final String BROKEN = "broken";
    /** What tells a watch that its version is too old. */
    static final String EXPIRED = "{\"type\": \"ERROR\", \"object\": {\"kind\": \"Status\", \"apiVersion\": \"v1\","
            + " \"status\": \"Failure\", \"reason\": \"Expired\", \"code\": 410}}";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> SUBRESOURCES = Set.of("status", "finalize");

    // All guarded by this.
    private final Map<String, ObjectNode> objects = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();
    private final Set<Watch> watches = new LinkedHashSet<>();
    private long version;
    /** Of what has happened up to this version, nothing is known any more. */
    private long forgotten;

    private record Event(long version, Place place, String line) {}

    /** An open watch, and the lines that it has to be told, of which {@link #CUT} or {@link #BROKEN} is the last. */
    private record Watch(String path, Place place, BlockingQueue<String> lines) {}

    /**
     * Where an object, or all objects of a kind, are.
     *
     * @param collection the path without a namespace
     * @param namespace empty for all, or where there are none
     */
    private record Place(String collection, String namespace, String name, String subresource) {
        static Place of(String path) {
            String[] parts = path.substring(1).split("/");
            int at = parts[0].equals("api") ? 2 : 3;
            boolean inNamespace =
                    parts.length > at + 2 && parts[at].equals("namespaces") && !SUBRESOURCES.contains(parts[at + 2]);
            String namespace = inNamespace ? parts[at + 1] : "";
            int kind = inNamespace ? at + 2 : at;
            return new Place(
                    "/" + String.join("/", List.of(parts).subList(0, Math.min(at, parts.length)))
                            + (kind < parts.length ? "/" + parts[kind] : ""),
                    namespace,
                    kind + 1 < parts.length ? parts[kind + 1] : "",
                    kind + 2 < parts.length ? parts[kind + 2] : "");
        }

        private String key() {
            return collection + " " + namespace + " " + name;
        }

        private boolean holds(Place other) {
            return collection.equals(other.collection) && (namespace.isEmpty() || namespace.equals(other.namespace));
        }

        /** Whether a list tells the kind of each object: that of a CustomResourceDefinition does. */
        private boolean isCustom() {
            return collection.startsWith("/apis/") && !collection.contains(".k8s.io/");
        }
    }

    /** Opens a watch, which is told at once what has happened since the version. */
    private synchronized Watch watch(String path, @Nullable String since) {
        Watch watch = new Watch(path, Place.of(path), new LinkedBlockingQueue<>());
        long from = since == null || since.isEmpty() ? version : Long.parseLong(since);
        if (from < forgotten) {
            watch.lines().add(EXPIRED);
        }
        events.stream()
                .filter(event -> event.version() > from && watch.place().holds(event.place()))
                .forEach(event -> watch.lines().add(event.line()));
        watches.add(watch);
        return watch;
    }

    private synchronized void close(Watch watch) {
        watches.remove(watch);
    }

    /** Tells the watches of paths that begin so this line; how many there are. */
    public synchronized int tellWatches(String path, String line) {
        List<Watch> told =
                watches.stream().filter(watch -> watch.path().startsWith(path)).toList();
        told.forEach(watch -> watch.lines().add(line));
        if (line.equals(CUT) || line.equals(BROKEN)) {
            told.forEach(watches::remove);
        }
        return told.size();
    }

    /** How many watches of this path are open. */
    public synchronized int watches(String path) {
        return Math.toIntExact(
                watches.stream().filter(watch -> watch.path().equals(path)).count());
    }

    /** Forgets what has happened until now: watches from before expire. */
    public synchronized void forget() {
        forgotten = version;
        events.clear();
    }

    /** Tells the watches of this path, as an API server does, up to where they have come. */
    public synchronized void bookmark(String path) {
        version++;
        tellWatches(
                path,
                "{\"type\": \"BOOKMARK\", \"object\": {\"metadata\": {\"resourceVersion\": \"" + version + "\"}}}");
    }

    /** The object of this path; null if it is not there. */
    @Nullable
    public synchronized ObjectNode object(String path) {
        return objects.get(Place.of(path).key());
    }

    /** The objects of this path, as they are at the moment. */
    public synchronized List<ObjectNode> objects(String path) {
        Place place = Place.of(path);
        return objects.entrySet().stream()
                .filter(each -> place.holds(Place.of(path(each.getKey()))))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Answers a request with this body. */
    public void answer(HttpExchange exchange, String body) throws IOException {
        Map<String, String> query = LocalServer.query(exchange);
        String path = exchange.getRequestURI().getPath();
        if (query.containsKey("watch")) {
            serve(exchange, watch(path, query.get("resourceVersion")));
            return;
        }
        String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
        Answer answer = answer(exchange.getRequestMethod(), path, query, type, body);
        LocalServer.send(exchange, answer.code(), answer.body());
    }

    private void serve(HttpExchange exchange, Watch watch) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try {
            OutputStream out = exchange.getResponseBody();
            out.flush();
            String line = watch.lines().take();
            while (!line.equals(CUT) && !line.equals(BROKEN)) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
                line = watch.lines().take();
            }
            if (line.equals(BROKEN)) {
                throw new IOException("the server closes the connection of a handler that fails");
            }
            out.close();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            close(watch);
        }
    }

    /** The answer to a request that is none for a watch. */
    public synchronized Answer answer(String method, String path, Map<String, String> query, String type, String body) {
        Place place = Place.of(path);
        try {
            return switch (method) {
                case "GET" -> place.name().isEmpty() ? list(place, query) : found(place);
                case "POST" -> created(place, read(body), query.containsKey("dryRun"));
                case "PUT" -> replaced(place, read(body));
                case "PATCH" -> patched(place, body, type);
                case "DELETE" -> deleted(place);
                default -> Answer.failure(405);
            };
        } catch (IOException | JsonPatchException unreadable) {
            return Answer.failure(400);
        }
    }

    private static ObjectNode read(String body) throws JsonProcessingException {
        return (ObjectNode) JSON.readTree(body);
    }

    private Answer found(Place place) {
        ObjectNode object = objects.get(place.key());
        return object == null ? Answer.failure(404) : Answer.ok(object.toString());
    }

    private Answer list(Place place, Map<String, String> query) {
        ObjectNode list = JSON.createObjectNode();
        // An API server writes the metadata first, but nothing says so.
        ArrayNode items = list.putArray("items");
        String named = query.getOrDefault("fieldSelector", "").replaceFirst("^metadata\\.name=", "");
        String after = query.getOrDefault("continue", "");
        int limit = Integer.parseInt(query.getOrDefault("limit", "1000000"));
        String kind = "";
        String last = "";
        boolean more = false;
        for (Map.Entry<String, ObjectNode> each : objects.entrySet()) {
            Place at = Place.of(path(each.getKey()));
            if (!place.holds(at)
                    || each.getKey().compareTo(after) <= 0
                    || !(named.isEmpty() || named.equals(at.name()))) {
                continue;
            }
            more = items.size() == limit;
            if (more) {
                break;
            }
            kind = each.getValue().path("kind").asText();
            ObjectNode item = each.getValue().deepCopy();
            items.add(place.isCustom() ? item : item.without(List.of("kind", "apiVersion")));
            last = each.getKey();
        }
        list.put("kind", kind + "List");
        list.put("apiVersion", place.collection().replaceFirst("^/apis?/(.*)/[^/]+$", "$1"));
        list.putObject("metadata")
                .put("resourceVersion", String.valueOf(version))
                .put("continue", more ? last : "");
        return Answer.ok(list.toString());
    }

    /** A path of an object with this key, from which its place can be read. */
    private static String path(String key) {
        String[] parts = key.split(" ", -1);
        int plural = parts[0].lastIndexOf('/');
        return parts[1].isEmpty()
                ? parts[0] + "/" + parts[2]
                : parts[0].substring(0, plural) + "/namespaces/" + parts[1] + parts[0].substring(plural) + "/"
                        + parts[2];
    }

    private Answer created(Place at, ObjectNode object, boolean dry) {
        Place place = new Place(
                at.collection(), at.namespace(), object.at("/metadata/name").asText(), "");
        if (objects.containsKey(place.key())) {
            return Answer.failure(409);
        }
        if (!dry) {
            ObjectNode metadata = object.withObject("/metadata");
            metadata.put("generation", 1);
            metadata.put("uid", "uid-" + (version + 1));
            if (!place.namespace().isEmpty()) {
                metadata.put("namespace", place.namespace());
            }
            store(place, object, "ADDED");
        }
        return new Answer(201, object.toString());
    }

    private Answer replaced(Place place, ObjectNode object) {
        ObjectNode stored = objects.get(place.key());
        if (stored == null) {
            return Answer.failure(404);
        }
        JsonNode read = object.at("/metadata/resourceVersion");
        if (!read.asText().isEmpty() && !read.equals(stored.at("/metadata/resourceVersion"))) {
            return Answer.failure(409);
        }
        ObjectNode next = stored.deepCopy();
        if (place.subresource().equals("status")) {
            set(next, "status", object.get("status"));
        } else {
            next = object.deepCopy();
            set(next, "status", stored.get("status"));
            ObjectNode metadata = next.withObject("/metadata");
            for (String kept : List.of("resourceVersion", "generation", "uid", "namespace")) {
                set(metadata, kept, stored.path("metadata").get(kept));
            }
        }
        if (!next.equals(stored)) {
            ObjectNode metadata = next.withObject("/metadata");
            if (!content(next).equals(content(stored))) {
                metadata.put("generation", metadata.path("generation").asInt() + 1);
            }
            store(place, next, "MODIFIED");
        }
        return Answer.ok(next.toString());
    }

    private static void set(ObjectNode object, String field, @Nullable JsonNode value) {
        if (value == null) {
            object.remove(field);
        } else {
            object.set(field, value);
        }
    }

    private static ObjectNode content(ObjectNode object) {
        ObjectNode content = object.deepCopy();
        content.remove(List.of("metadata", "status"));
        return content;
    }

    private Answer patched(Place place, String body, String type) throws IOException, JsonPatchException {
        ObjectNode stored = objects.get(place.key());
        if (type.contains("apply-patch")) {
            return stored == null
                    ? created(new Place(place.collection(), place.namespace(), "", ""), read(body), false)
                    : replaced(place, read(body));
        }
        if (stored == null) {
            return Answer.failure(404);
        }
        ObjectNode next = stored.deepCopy();
        if (type.contains("json-patch")) {
            next = (ObjectNode) JsonPatch.fromJson(JSON.readTree(body)).apply(next);
        } else {
            merge(next, JSON.readTree(body));
        }
        return replaced(place, next);
    }

    /** Applies a JSON merge patch (RFC 7396) whose lists replace lists. */
    private static void merge(ObjectNode target, JsonNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue().isObject()
                    && target.path(field.getKey()).isObject()) {
                merge((ObjectNode) target.get(field.getKey()), field.getValue());
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
    }

    private Answer deleted(Place place) {
        ObjectNode gone = objects.remove(place.key());
        if (gone == null) {
            return Answer.failure(404);
        }
        store(place, gone, "DELETED");
        return Answer.ok("{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"status\": \"Success\"}");
    }

    private void store(Place place, ObjectNode object, String type) {
        version++;
        object.withObject("/metadata").put("resourceVersion", String.valueOf(version));
        if (!type.equals("DELETED")) {
            objects.put(place.key(), object);
        }
        Event event = new Event(version, place, "{\"type\": \"" + type + "\", \"object\": " + object + "}");
        events.add(event);
        watches.stream()
                .filter(watch -> watch.place().holds(place))
                .forEach(watch -> watch.lines().add(event.line()));
    }
}

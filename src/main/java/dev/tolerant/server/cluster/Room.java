package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The part of the heap that a kind's objects may take, by an estimate from their JSON. What has no room is left out: a program that ends
 * by a full heap decides nothing at all. Used by the thread that reads the objects; any thread may ask how many are left out.
 */
final class Room {
    // Bytes, as measured with policies and all that is made of them.
    private static final int OBJECT = 500;
    private static final int VALUE = 100;
    private static final int CONTAINER = 100;

    private static final int MAX_NAMES = 10_000;

    private final long bytes;
    private final Map<String, Long> taken = new HashMap<>();
    private final Map<String, JsonNode> leftOut = new ConcurrentHashMap<>();
    /** Those left out before a list that has not told of them yet. */
    private final Set<String> unseen = new HashSet<>();

    private long used;
    private boolean freed;

    Room(long bytes) {
        this.bytes = bytes;
    }

    /** How much there is, in whole megabytes. */
    long megabytes() {
        return bytes / 1_000_000;
    }

    /** A list begins: what was left out may have room now. */
    void begin() {
        unseen.clear();
        unseen.addAll(leftOut.keySet());
        freed = false;
    }

    /** Whether this version of the object has room, and has taken it; if not, an earlier version keeps what it has. */
    boolean take(String name, JsonNode object) {
        unseen.remove(name);
        long before = taken.getOrDefault(name, 0L);
        long now = OBJECT + size(object);
        // What a status adds to objects that are in use must not make their newer versions unknown.
        long limit = before == 0 ? bytes : bytes + bytes / 4;
        if (used - before + now > limit) {
            if (leftOut.size() < MAX_NAMES || leftOut.containsKey(name)) {
                leftOut.put(name, object.at("/metadata/generation"));
            }
            return false;
        }
        taken.put(name, now);
        used += now - before;
        freed |= now < before;
        leftOut.remove(name);
        return true;
    }

    private static long size(JsonNode value) {
        long size = VALUE
                + (value.isContainerNode() ? CONTAINER : 0)
                + (value.isTextual() ? value.textValue().length() : 0);
        for (JsonNode child : value) {
            size += size(child);
        }
        return size;
    }

    /** Nothing is kept of the object any more. */
    void free(String name) {
        leftOut.remove(name);
        Long before = taken.remove(name);
        if (before != null) {
            used -= before;
            freed = true;
        }
    }

    /** A list has ended: nothing is kept of other objects than these any more. */
    void freeAllBut(Set<String> names) {
        leftOut.keySet().removeAll(unseen);
        unseen.clear();
        Set.copyOf(taken.keySet()).stream()
                .filter(name -> !names.contains(name))
                .forEach(this::free);
    }

    /** Whether another list could find room for what is left out. */
    boolean isWorthAList() {
        return freed && !leftOut.isEmpty();
    }

    /** The objects, at most {@value #MAX_NAMES}, that are not in use as the cluster has them: by name, the generation without room. */
    Map<String, JsonNode> leftOut() {
        return Collections.unmodifiableMap(leftOut);
    }
}

package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.Node;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The part of the heap that objects of the cluster and bodies of requests share: each kind of objects has a room of its own, and what the
 * objects do not take is for bodies. Any thread may use it.
 */
@Singleton
public final class Heap {
    /** The rest is for the program itself, for what a review makes while it is decided, and for the collector. */
    private static final double SHARED = 0.75;

    private final long bytes;
    private final Set<Room> rooms = ConcurrentHashMap.newKeySet();

    @Inject
    Heap() {
        this(Runtime.getRuntime().maxMemory());
    }

    public Heap(long bytes) {
        this.bytes = bytes;
    }

    /** The share is of the heap, from 0 to 1. */
    Room room(double share) {
        Room room = new Room((long) (share * bytes));
        rooms.add(room);
        return room;
    }

    /** For a room whose objects are not kept any more. */
    void end(Room room) {
        rooms.remove(room);
    }

    /** Bytes that bodies may take now, with what it costs to read them. */
    public long left() {
        return (long) (SHARED * bytes) - rooms.stream().mapToLong(Room::used).sum();
    }

    /**
     * The part of the heap that a kind's objects may take, by an estimate from what is kept of them. What has no room is left out: a program
     * that ends by a full heap decides nothing at all. Used by the thread that reads the objects; any thread may ask how many are left out.
     */
    static final class Room {
        // Bytes, as measured with policies and all that is made of them, and with nodes.
        private static final int OBJECT = 500;
        private static final int NODE = 300;
        private static final int VALUE = 100;
        private static final int CONTAINER = 100;
        private static final int LABEL = 16;
        private static final int ANNOTATION = 64_000;

        private static final int MAX_NAMES = 10_000;

        private final long bytes;
        private final Map<String, Long> taken = new HashMap<>();
        private final Map<String, JsonNode> leftOut = new ConcurrentHashMap<>();
        /** Those left out before a list that has not told of them yet. */
        private final Set<String> unseen = new HashSet<>();

        private volatile long used;
        private boolean freed;

        Room(long bytes) {
            this.bytes = bytes;
        }

        /** In bytes. */
        long used() {
            return used;
        }

        /** Rounded down. */
        long megabytes() {
            return bytes / 1_000_000;
        }

        /** A list begins: what was left out may have room now. */
        void begin() {
            unseen.clear();
            unseen.addAll(leftOut.keySet());
            freed = false;
        }

        /** Takes room for what is kept of this generation; where there is none, an earlier one keeps what it has. */
        boolean take(String name, Object kept, JsonNode generation) {
            unseen.remove(name);
            long before = taken.getOrDefault(name, 0L);
            long now = size(kept);
            long next = used - before + now;
            // What a status adds to objects that are in use must not make their newer versions unknown.
            long limit = before == 0 ? bytes : bytes + bytes / 4;
            if (next > limit) {
                if (leftOut.size() < MAX_NAMES || leftOut.containsKey(name)) {
                    leftOut.put(name, generation);
                }
                return false;
            }
            taken.put(name, now);
            used = next;
            freed |= now < before;
            leftOut.remove(name);
            return true;
        }

        private static long size(Object kept) {
            if (kept instanceof Node node) {
                // Nodes share the keys of their labels, and nearly all texts of their taints.
                String values = node.labels().values().toString();
                return NODE
                        + LABEL * node.labels().size()
                        + LABEL * node.taints().size()
                        + values.length();
            }
            if (kept instanceof NamespaceFacts facts) {
                List<List<?>> lists = List.of(facts.defaults(), facts.whitelist(), facts.problems());
                long annotations = length(lists)
                        + lists.stream().mapToLong(list -> VALUE * list.size()).sum();
                return OBJECT + length(facts.labels()) + Math.min(2 * ANNOTATION, annotations);
            }
            return OBJECT + (kept instanceof JsonNode tree ? sizeOfTree(tree) : length(kept));
        }

        private static long sizeOfTree(JsonNode value) {
            long size = VALUE
                    + (value.isContainerNode() ? CONTAINER : 0)
                    + (value.isTextual() ? value.textValue().length() : 0);
            for (JsonNode child : value) {
                size += sizeOfTree(child);
            }
            return size;
        }

        /** Records, lists and maps take about twice as many bytes as characters to print. */
        private static long length(Object kept) {
            return 2L * kept.toString().length();
        }

        /** For an object of which nothing is kept any more. */
        void free(String name) {
            leftOut.remove(name);
            Long before = taken.remove(name);
            if (before != null) {
                used = used - before;
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

        /** True where another list could find room for what is left out. */
        boolean isWorthAList() {
            return freed && !leftOut.isEmpty();
        }

        /** The objects, at most {@value #MAX_NAMES}, that are not in use as the cluster has them: by name, the generation without room. */
        Map<String, JsonNode> leftOut() {
            return Collections.unmodifiableMap(leftOut);
        }
    }
}

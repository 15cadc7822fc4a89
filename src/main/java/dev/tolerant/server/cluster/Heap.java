package dev.tolerant.server.cluster;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
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
}

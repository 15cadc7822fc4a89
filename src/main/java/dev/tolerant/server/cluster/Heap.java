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

    /** A heap of so many bytes. */
    public Heap(long bytes) {
        this.bytes = bytes;
    }

    /** A new room of this part of the heap, from 0 to 1. */
    Room room(double share) {
        Room room = new Room((long) (share * bytes));
        rooms.add(room);
        return room;
    }

    /** Takes back a room, whose objects nobody keeps any more. */
    void end(Room room) {
        rooms.remove(room);
    }

    /** How many bytes bodies may take now, with what it costs to read them. */
    public long left() {
        return (long) (SHARED * bytes) - rooms.stream().mapToLong(Room::used).sum();
    }
}

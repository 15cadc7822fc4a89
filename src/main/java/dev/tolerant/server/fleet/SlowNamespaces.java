package dev.tolerant.server.fleet;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The namespaces in which a refusal took long since the last pass began. One thread at a time changes pods of theirs, so that a
 * webhook of theirs that does not answer never has all threads wait for it.
 */
final class SlowNamespaces {
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final ReentrantLock turn = new ReentrantLock();

    void add(String namespace) {
        names.add(namespace);
    }

    /** A pass begins, which tries all of them again. */
    void clear() {
        names.clear();
    }

    /** Whether this thread may change a pod of the namespace now, until it leaves. */
    boolean enter(String namespace) {
        return !names.contains(namespace) || turn.tryLock();
    }

    void leave() {
        if (turn.isHeldByCurrentThread()) {
            turn.unlock();
        }
    }
}

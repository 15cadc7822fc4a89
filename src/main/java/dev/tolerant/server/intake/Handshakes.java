package dev.tolerant.server.intake;

import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/**
 * The TLS handshakes in progress, of which one peer may have a quarter. Others wait, and the peer that has the fewest goes
 * first, so that who begins thousands waits for nobody but itself.
 */
final class Handshakes {
    private final int limit;
    private final Map<InetAddress, Integer> inProgress = new HashMap<>();
    /** By peer, those first that have waited the longest. */
    private final Map<InetAddress, Queue<Runnable>> waiting = new LinkedHashMap<>();

    private int all;

    Handshakes(int limit) {
        this.limit = limit;
    }

    /**
     * Begins a handshake.
     *
     * @param goOn runs on any thread when the handshake has a place, unless it gives up before
     * @return false if it has to wait
     */
    synchronized boolean begin(InetAddress peer, Runnable goOn) {
        if (all < limit && mayBegin(peer)) {
            count(peer, 1);
            return true;
        }
        waiting.computeIfAbsent(peer, any -> new ArrayDeque<>()).add(goOn);
        return false;
    }

    /** Ends a handshake that has begun, well or not; the next that waits takes its place. */
    synchronized void end(InetAddress peer) {
        count(peer, -1);
        next().ifPresent(this::goOn);
    }

    /** Forgets a handshake that waits. */
    synchronized void giveUp(InetAddress peer, Runnable goOn) {
        Queue<Runnable> ofPeer = waiting.get(peer);
        if (ofPeer != null && ofPeer.remove(goOn) && ofPeer.isEmpty()) {
            waiting.remove(peer);
        }
    }

    /** Whether one that lasts very long keeps others from beginning. */
    synchronized boolean areAwaited() {
        return !waiting.isEmpty();
    }

    private Optional<InetAddress> next() {
        return waiting.keySet().stream()
                .filter(this::mayBegin)
                .min(Comparator.comparingInt(peer -> inProgress.getOrDefault(peer, 0)));
    }

    private void goOn(InetAddress peer) {
        Queue<Runnable> ofPeer = waiting.remove(peer);
        if (ofPeer == null) {
            return;
        }
        Runnable first = ofPeer.remove();
        if (!ofPeer.isEmpty()) {
            waiting.put(peer, ofPeer);
        }
        count(peer, 1);
        first.run();
    }

    private boolean mayBegin(InetAddress peer) {
        return inProgress.getOrDefault(peer, 0) < limit / 4;
    }

    private void count(InetAddress peer, int more) {
        all += more;
        inProgress.merge(peer, more, (before, change) -> before + change == 0 ? null : before + change);
    }
}

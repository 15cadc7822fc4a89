package dev.tolerant.fault;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Connections with the beginning of a request each. */
final class HalfOpenRequests implements AutoCloseable {
    private static final int THREADS = 8;
    private static final byte[] DRIP = {'x'};

    /** Opens a connection; fails if the server refuses it. */
    @FunctionalInterface
    private interface Opening {
        RawConnection open() throws IOException;
    }

    private final Queue<RawConnection> connections = new ConcurrentLinkedQueue<>();

    private HalfOpenRequests() {}

    /** Opens so many connections, and sends nothing on them. */
    static HalfOpenRequests silent(int count, String from, Target target) throws InterruptedException {
        return open(count, () -> RawConnection.silent(from, target));
    }

    /** Opens so many connections, and sends these bytes on each. */
    static HalfOpenRequests begin(int count, String from, Target target, byte[] bytes) throws InterruptedException {
        return open(count, () -> RawConnection.open(from, target).write(bytes));
    }

    private static HalfOpenRequests open(int count, Opening opening) throws InterruptedException {
        HalfOpenRequests requests = new HalfOpenRequests();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < count; i++) {
            threads.execute(() -> {
                try {
                    requests.connections.add(opening.open());
                } catch (IOException refused) {
                    // A server may refuse what is too much: there is no half-open request then.
                }
            });
        }
        threads.shutdown();
        if (!threads.awaitTermination(2, TimeUnit.MINUTES)) {
            threads.shutdownNow();
            throw new IllegalStateException("the connections could not be opened within two minutes");
        }
        return requests;
    }

    /** Sends one more byte on each connection. */
    void drip() {
        for (RawConnection connection : connections) {
            try {
                connection.write(DRIP);
            } catch (IOException closed) {
                connections.remove(connection);
            }
        }
    }

    /** How many the server has not closed yet. */
    int open() {
        for (RawConnection connection : connections) {
            if (connection.isClosed()) {
                connections.remove(connection);
            }
        }
        return connections.size();
    }

    @Override
    public void close() throws IOException {
        for (RawConnection connection : connections) {
            connection.close();
        }
    }
}

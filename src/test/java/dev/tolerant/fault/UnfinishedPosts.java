package dev.tolerant.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Posts that send their body but for its last byte, and keep the connection. */
final class UnfinishedPosts implements AutoCloseable {
    private final Queue<RawConnection> connections = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger dropped = new AtomicInteger();

    private UnfinishedPosts() {}

    /** Begins so many at once. */
    static UnfinishedPosts begin(int count, String from, Target target, byte[] body) {
        UnfinishedPosts posts = new UnfinishedPosts();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> posts.post(from, target, body), "unfinished");
            thread.setDaemon(true);
            thread.start();
            posts.threads.add(thread);
        }
        return posts;
    }

    private void post(String from, Target target, byte[] body) {
        try {
            RawConnection connection = RawConnection.open(from, target);
            connections.add(connection);
            connection.write(RawConnection.head(target, body.length)).write(body, body.length - 1);
            sent.incrementAndGet();
        } catch (IOException refused) {
            dropped.incrementAndGet();
        }
    }

    /** Whether each has sent what it has to send, or been stopped in it. */
    boolean isSettled() {
        return sent.get() + dropped.get() == threads.size();
    }

    /** Sends the last byte of each, so that all of them are complete at the same moment. */
    void finish(byte[] body) {
        byte[] last = {body[body.length - 1]};
        for (RawConnection connection : connections) {
            try {
                connection.write(last);
            } catch (IOException refused) {
                dropped.incrementAndGet();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (RawConnection connection : connections) {
            connection.close();
        }
    }
}

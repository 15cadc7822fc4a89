package dev.tolerant.fault;

import java.util.List;

/** Two kinds of connections of API servers at once: those that they keep, and a new one for each review. */
record ApiServers(Load keeping, Load reconnecting) implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.1";

    static ApiServers asking(Target target) {
        return new ApiServers(
                Load.closed(ADDRESS, target, 4, Bodies.small()), Load.reconnecting(ADDRESS, target, 2, Bodies.small()));
    }

    /** Waits until so many more reviews have been answered on connections of both kinds. */
    void awaitMore(int count) {
        keeping.awaitAnswered(keeping.answered() + count);
        reconnecting.awaitAnswered(reconnecting.answered() + count);
    }

    Answers stop() throws InterruptedException {
        return Answers.sum(List.of(keeping.stop(), reconnecting.stop()));
    }

    @Override
    public void close() throws InterruptedException {
        keeping.close();
        reconnecting.close();
    }
}

package dev.tolerant.server.webhook;

import dev.tolerant.thread.DaemonThreads;
import jakarta.inject.Singleton;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The threads for decisions that would keep an event loop from others: those about large reviews, and those that had to
 * wait for a namespace. They are half as many as there are processors, so that the event loops keep the rest.
 */
@Singleton
class SlowDecisions implements Executor {
    private final Executor threads = Executors.newFixedThreadPool(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2), new DaemonThreads("tolerant-decisions"));

    @Override
    public void execute(Runnable decision) {
        threads.execute(decision);
    }
}

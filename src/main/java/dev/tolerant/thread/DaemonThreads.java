package dev.tolerant.thread;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/** Threads of one name that do not keep the program from ending. */
public record DaemonThreads(String name) implements ThreadFactory {

    public static ScheduledExecutorService single(String name) {
        return Executors.newSingleThreadScheduledExecutor(new DaemonThreads(name));
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}

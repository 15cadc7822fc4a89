package dev.tolerant.server.cluster;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records what a class logs, until it is closed. */
final class Recorder extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Recorder(Logger logger) {
        this.logger = logger;
    }

    static Recorder of(Class<?> logging) {
        Recorder recorder = new Recorder(Logger.getLogger(logging.getName()));
        recorder.logger.addHandler(recorder);
        return recorder;
    }

    /** The messages so far. */
    List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord logged) {
        lines.add(logged.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}

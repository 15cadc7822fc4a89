package dev.tolerant.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Records what is logged, until it is closed. */
public final class Recorder extends Handler implements AutoCloseable {
    private final Logger logger;
    private final Level before;
    private final Function<LogRecord, String> line;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Recorder(Logger logger, Function<LogRecord, String> line) {
        this.logger = logger;
        this.before = logger.getLevel();
        this.line = line;
        logger.addHandler(this);
    }

    /** The messages of a class. */
    public static Recorder of(Class<?> logging) {
        return new Recorder(Logger.getLogger(logging.getName()), LogRecord::getMessage);
    }

    /** Lines of what the logger with this name, and those below it, log. */
    public static Recorder of(String logger, Function<LogRecord, String> line) {
        return new Recorder(Logger.getLogger(logger), line);
    }

    /** The same where other tests quieten the whole package. */
    public Recorder fromInfo() {
        logger.setLevel(Level.INFO);
        return this;
    }

    /** The lines so far. */
    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord logged) {
        lines.add(line.apply(logged));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
        logger.setLevel(before);
    }
}

package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.thread.FewLines;
import java.time.Duration;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Passes on each namespace that is new or has changed, and says what is wrong in its annotations. Used by one thread. */
final class NamespaceStore implements Reflector.Listener<NamespaceFacts> {
    private static final Logger LOG = Logger.getLogger(NamespaceStore.class);

    private final Consumer<NamespaceFacts> read;
    private final SourceMetrics metrics;
    /** Whoever may annotate a namespace may do so all the time. */
    private final FewLines complaints = new FewLines(LOG, Duration.ofMinutes(1), System::nanoTime);

    NamespaceStore(Consumer<NamespaceFacts> read, SourceMetrics metrics) {
        this.read = read;
        this.metrics = metrics;
    }

    @Override
    public void changed(String name, @Nullable NamespaceFacts before, @Nullable NamespaceFacts now) {
        if (now == null) {
            return;
        }
        read.accept(now);
        for (String problem : now.problems()) {
            if (before == null || !before.problems().contains(problem)) {
                complaints.warn(problem);
                metrics.problem();
            }
        }
    }
}

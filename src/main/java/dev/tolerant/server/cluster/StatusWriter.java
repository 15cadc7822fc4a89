package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.OneLine;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.Rate;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes the status of policies where it differs, each policy's newest, at a pace that leaves the processor to reviews.
 * It has a thread of its own, so that a slow API server delays nothing else.
 */
final class StatusWriter implements AutoCloseable {
    static final int WRITES_PER_SECOND = 20;

    private static final Logger LOG = Logger.getLogger(StatusWriter.class);
    private static final String PATH = "/apis/tolerant.dev/v1alpha1/tolerationpolicies/%s/status";
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final long MAX_PAUSE_SECONDS = 30;

    private final Client client;
    private final PolicyStatus status;
    private final Rate rate;
    private final BooleanSupplier leading;
    private final ScheduledExecutorService writer = DaemonThreads.single("tolerant-status");

    // Guarded by itself, like scheduled. A newer report takes the place in the line that the older one had.
    private final Map<String, PolicyReport> waiting = new LinkedHashMap<>();
    private boolean scheduled;

    // Touched by the writer alone.
    private long pauseSeconds = 1;

    /**
     * @param leading whether this replica is the leader
     * @param nanos a monotonic clock such as {@link System#nanoTime}
     */
    StatusWriter(KubernetesClient client, PolicyStatus status, BooleanSupplier leading, LongSupplier nanos) {
        this.status = status;
        this.leading = leading;
        this.rate = Rate.of(WRITES_PER_SECOND, nanos);
        // The client's own retries would not keep to the pace.
        this.client = client.newClient(
                new RequestConfigBuilder().withRequestRetryBackoffLimit(0).build());
    }

    /** Has the status written, unless the object has it already; of several reports on a policy the newest counts. */
    void write(PolicyReport report) {
        synchronized (waiting) {
            waiting.put(report.name(), report);
            if (!scheduled) {
                scheduled = true;
                writer.execute(this::writeDue);
            }
        }
    }

    /** A deleted policy needs no status. */
    void forget(String name) {
        synchronized (waiting) {
            waiting.remove(name);
        }
    }

    private void writeDue() {
        long nanos = 0;
        while (nanos == 0) {
            PolicyReport report = first();
            if (report == null) {
                return;
            }
            try {
                nanos = writeFirst(report);
            } catch (RuntimeException failed) {
                nanos = after(report, failed);
            }
        }
        writer.schedule(this::writeDue, nanos, TimeUnit.NANOSECONDS);
    }

    /** The report that has waited for longest; null if the line is empty, and then nothing is scheduled. */
    private @Nullable PolicyReport first() {
        synchronized (waiting) {
            scheduled = !waiting.isEmpty();
            return scheduled ? waiting.values().iterator().next() : null;
        }
    }

    /** Writes the status that the first report calls for, if any; the nanoseconds to wait if it is too early. */
    private long writeFirst(PolicyReport report) {
        Optional<Map<String, Object>> due = leading.getAsBoolean() ? status.due(report) : Optional.empty();
        long nanos = due.isEmpty() ? 0 : rate.nanosToNext();
        if (nanos > 0) {
            return nanos;
        }
        if (isTakenOut(report) && due.isPresent()) {
            rate.take();
            put(report, due.get());
            pauseSeconds = 1;
        }
        return 0;
    }

    /** Takes the report out of the line; false if a newer one has its place. */
    private boolean isTakenOut(PolicyReport report) {
        synchronized (waiting) {
            return waiting.get(report.name()) == report && waiting.remove(report.name()) != null;
        }
    }

    private void put(PolicyReport report, Map<String, Object> due) {
        Map<String, Object> metadata = new HashMap<>();
        metadata.put("name", report.name());
        // With a resourceVersion the write fails if anybody else was faster.
        metadata.put(
                "resourceVersion",
                report.object().path("metadata").path("resourceVersion").asText());
        Map<String, Object> update = Map.of(
                "apiVersion", "tolerant.dev/v1alpha1", "kind", "TolerationPolicy", "metadata", metadata, "status", due);
        // The answer is the whole object, which nobody here needs to parse: the watch brings it too.
        client.raw(PATH.formatted(report.name()), "PUT", update);
    }

    /** A faster writer has caused an event, which brings a new report; anything else stops all writes for a while. */
    private long after(PolicyReport report, RuntimeException failed) {
        int code = failed instanceof KubernetesClientException answer ? answer.getCode() : 0;
        if (code == CONFLICT || code == NOT_FOUND) {
            LOG.debugf("the status of TolerationPolicy %s was not written: another writer was faster", report.name());
            return 0;
        }
        long seconds = pauseSeconds;
        rate.hold(TimeUnit.SECONDS.toNanos(seconds));
        LOG.warnf(
                "the status of TolerationPolicy %s was not written; status is written again in %d s: %s",
                report.name(), seconds, OneLine.logged(failed));
        pauseSeconds = Math.min(2 * seconds, MAX_PAUSE_SECONDS);
        synchronized (waiting) {
            waiting.putIfAbsent(report.name(), report);
        }
        return rate.nanosToNext();
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}

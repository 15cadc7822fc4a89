package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.Backoff;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.Rate;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes the status of policies where it differs, each policy's newest, while this replica is the leader, at a pace that leaves the
 * processor to reviews. It has a thread of its own, so that a slow API server delays nothing else.
 */
final class StatusWriter implements AutoCloseable {
    static final int WRITES_PER_SECOND = 20;

    private static final Logger LOG = Logger.getLogger(StatusWriter.class);
    /** Where there is no memory for policies, their statuses must not take much. */
    private static final int MAX_LEFT_OUT = 1000;

    private static final long MAX_PAUSE_SECONDS = 30;
    private static final Mask LIST = Mask.of().with("items", WatchedKinds.POLICIES.wanted());

    private final Client client;
    private final Map<String, ObjectNode> policies;
    private final Leadership leadership;
    private final Rate rate;
    private final Clock clock = Clock.systemUTC();
    private final Sleep sleep;
    private final ExecutorService writer = DaemonThreads.single("tolerant-status");

    // Guarded by waiting, like scheduled.
    private Map<String, PolicyStatus> wanted = Map.of();
    private long lastElection;

    // Guarded by itself. A newer status takes the place in the line that the older one had.
    private final Map<String, PolicyStatus> waiting = new LinkedHashMap<>();
    private boolean scheduled;

    // Touched by the writer alone.
    private final Backoff backoff = new Backoff(MAX_PAUSE_SECONDS);

    /** The policies are as the cluster has them now, by name, and change as it does. */
    StatusWriter(
            KubernetesClient client,
            Map<String, ObjectNode> policies,
            Leadership leadership,
            LongSupplier nanos,
            Sleep sleep) {
        this.policies = policies;
        this.leadership = leadership;
        this.rate = new Rate(WRITES_PER_SECOND, WRITES_PER_SECOND, nanos);
        this.sleep = sleep;
        this.client = client;
    }

    /** To be called every second or so; {@code leftOut} has the generations without memory, and takes precedence. */
    void want(Map<String, PolicyStatus> inUse, Map<String, JsonNode> leftOut) {
        Map<String, PolicyStatus> statuses = leftOut.isEmpty() ? inUse : with(inUse, leftOut);
        synchronized (waiting) {
            long election = leadership.elections();
            Map<String, PolicyStatus> before = leadership.isLeading() && election == lastElection ? wanted : Map.of();
            lastElection = election;
            wanted = leadership.isLeading() ? statuses : Map.of();
            waiting.keySet().retainAll(statuses.keySet());
            wanted.forEach((name, status) -> {
                if (!status.equals(before.get(name))) {
                    waiting.put(name, status);
                }
            });
            begin();
        }
    }

    private Map<String, PolicyStatus> with(Map<String, PolicyStatus> inUse, Map<String, JsonNode> leftOut) {
        Map<String, PolicyStatus> statuses = new TreeMap<>(inUse);
        leftOut.entrySet().stream()
                .map(each -> PolicyStatus.leftOut(each.getKey(), each.getValue()))
                .filter(status -> !isInUse(status))
                .limit(MAX_LEFT_OUT)
                .forEach(status -> statuses.put(status.name(), status));
        return statuses;
    }

    /** True where only a newer status was left out, and no newer version of what users wrote. */
    private boolean isInUse(PolicyStatus leftOut) {
        ObjectNode kept = policies.get(leftOut.name());
        return kept != null && leftOut.isAbout(kept);
    }

    /** For a status that any writer may have changed. */
    void recheck(String name) {
        synchronized (waiting) {
            PolicyStatus status = wanted.get(name);
            if (status != null) {
                waiting.put(name, status);
                begin();
            }
        }
    }

    private void begin() {
        if (!scheduled && !waiting.isEmpty()) {
            scheduled = true;
            writer.execute(this::writeDue);
        }
    }

    private void writeDue() {
        for (PolicyStatus status = nextOrStop(); status != null; status = nextOrStop()) {
            try {
                sleep.sleep(Duration.ofNanos(tried(status)));
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Writes the first status if it is due; returns the nanoseconds to wait before the next try. */
    private long tried(PolicyStatus status) {
        if (!leadership.isLeading()) {
            takeOut(status);
            return 0;
        }
        try {
            return status.isLeftOut() ? writeFirstLeftOut(status) : writeFirst(status);
        } catch (RuntimeException failed) {
            return after(status, failed);
        }
    }

    /** The status that has waited for longest; null if the line is empty, and then nothing is scheduled. */
    private @Nullable PolicyStatus nextOrStop() {
        synchronized (waiting) {
            scheduled = !waiting.isEmpty();
            return scheduled ? waiting.values().iterator().next() : null;
        }
    }

    /** Writes the status that the first one calls for, if any; returns the nanoseconds to wait if it is too early. */
    private long writeFirst(PolicyStatus status) {
        ObjectNode policy = policies.get(status.name());
        if (policy == null) {
            takeOut(status);
            return 0;
        }
        Optional<ObjectNode> due = status.difference(policy, clock);
        long nanos = due.isEmpty() ? 0 : rate.nanosToNext();
        if (nanos > 0) {
            return nanos;
        }
        if (takeOut(status) && due.isPresent()) {
            rate.take();
            try {
                put(status.name(), policy, due.get());
                backoff.reset();
            } finally {
                if (policies.get(status.name()) != policy) {
                    // It changed after it was read, perhaps before the status left the line, so that no event puts it
                    // there again.
                    recheck(status.name());
                }
            }
        }
        return 0;
    }

    /** Writes the status of a policy that has to be asked for, which is done at the pace of writes. */
    private long writeFirstLeftOut(PolicyStatus status) {
        long nanos = rate.take();
        if (nanos == 0 && takeOut(status)) {
            asked(status.name())
                    .ifPresent(policy ->
                            status.difference(policy, clock).ifPresent(due -> put(status.name(), policy, due)));
            backoff.reset();
        }
        return nanos;
    }

    /** The list of one needs no right but that to list. */
    private Optional<ObjectNode> asked(String name) {
        String list = client.raw(WatchedKinds.POLICIES.path() + "?fieldSelector=metadata.name%3D" + name, "GET", null);
        try {
            return TreeReader.read(list.getBytes(StandardCharsets.UTF_8), LIST)
                                    .path("items")
                                    .path(0)
                            instanceof ObjectNode policy
                    ? Optional.of(policy)
                    : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Takes the status out of the line; false if a newer one has its place. */
    private boolean takeOut(PolicyStatus status) {
        synchronized (waiting) {
            return waiting.get(status.name()) == status && waiting.remove(status.name()) != null;
        }
    }

    private void put(String name, ObjectNode policy, ObjectNode due) {
        // With a resourceVersion the write fails if another writer was faster.
        ObjectNode update = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", WatchedKinds.POLICIES.of().apiVersion())
                .put("kind", "TolerationPolicy");
        update.putObject("metadata").put("name", name).set("resourceVersion", policy.at("/metadata/resourceVersion"));
        update.set("status", due);
        // The answer is the whole object, which need not be parsed: the watch brings it too.
        client.raw(WatchedKinds.POLICIES.path() + "/" + name + "/status", "PUT", update);
    }

    /** A faster writer has caused an event, after which this is called again; anything else stops all writes for a while. */
    private long after(PolicyStatus status, RuntimeException failed) {
        int code = failed instanceof KubernetesClientException answer ? answer.getCode() : 0;
        if (code == HttpURLConnection.HTTP_CONFLICT || code == HttpURLConnection.HTTP_NOT_FOUND) {
            LOG.debugf("the status of TolerationPolicy %s was not written: another writer was faster", status.name());
            return 0;
        }
        long seconds = backoff.nextSeconds();
        rate.hold(TimeUnit.SECONDS.toNanos(seconds));
        LOG.warnf(
                "the status of TolerationPolicy %s was not written; status is written again in %d s: %s",
                status.name(), seconds, OneLine.logged(failed));
        synchronized (waiting) {
            waiting.putIfAbsent(status.name(), status);
        }
        return rate.nanosToNext();
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}

package dev.tolerant.server.cluster;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.NamespaceFacts;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import dev.tolerant.thread.FewLines;
import dev.tolerant.thread.Rate;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The namespaces of a cluster: from a watch, and before the watch brings one, from one read for all reviews that wait for it, whose
 * result is remembered for a short time. Beyond {@value #READS_PER_SECOND} reads a second, reviews wait for the watch.
 * Any thread may call its methods, of which none waits.
 */
final class Namespaces {
    static final int READS_PER_SECOND = 20;
    static final Duration DEADLINE = Duration.ofMillis(500);
    static final int MAX_AWAITED = 1000;

    private static final Logger LOG = Logger.getLogger(Namespaces.class);
    private static final Duration MEMORY = Duration.ofSeconds(5);
    private static final int MAX_REMEMBERED = 1000;

    /** A review's namespace goes into a URL, and any client that reaches the port can write any. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private final Kind<NamespaceFacts> kind;
    private final ApiServer server;
    private final SourceMetrics metrics;
    private final LongSupplier nanos;
    private final Reflector<NamespaceFacts> watched;
    private final Rate rate;
    /** A user who may annotate a namespace may do so all the time. */
    private final FewLines complaints = new FewLines(LOG, Duration.ofMinutes(1), System::nanoTime);

    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();
    /** Guarded by itself, the oldest first: made-up names cannot keep a real one out. */
    private final Map<String, CompletableFuture<NamespaceFacts>> awaited =
            Collections.synchronizedMap(new LinkedHashMap<>());

    Namespaces(Kind<NamespaceFacts> kind, Reflector.Tools tools) {
        this.kind = kind;
        this.server = tools.server();
        this.metrics = tools.metrics();
        this.nanos = tools.nanos();
        this.rate = new Rate(READS_PER_SECOND, READS_PER_SECOND, nanos);
        this.watched = new Reflector<>(kind, tools, this::changed);
    }

    /** Unknown before the result has come; since a time of the monotonic clock. */
    private record Remembered(NamespaceFacts facts, long since) {}

    Reflector<NamespaceFacts> watched() {
        return watched;
    }

    private void changed(String name, @Nullable NamespaceFacts before, @Nullable NamespaceFacts now) {
        if (now == null) {
            return;
        }
        bring(now);
        for (NamespaceFacts.AnnotationProblem problem : now.problems()) {
            if (before == null || !before.problems().contains(problem)) {
                complaints.warn(problem.sentence());
                metrics.problem();
            }
        }
    }

    /** The facts, or {@linkplain NamespaceFacts#unknown unknown} ones after the deadline; it never fails. */
    CompletionStage<NamespaceFacts> read(String name) {
        if (!NAME.matcher(name).matches()) {
            return CompletableFuture.completedFuture(NamespaceFacts.unknown(name));
        }
        Remembered last = remembered.get(name);
        if (last != null && !isFresh(last)) {
            last = null;
        }
        // What was not found may be there now: a stranger may have asked for it too early, and not by accident.
        if (last != null && (last.facts().known() || (!watched.isWatching() && !awaited.containsKey(name)))) {
            return CompletableFuture.completedFuture(last.facts());
        }
        CompletableFuture<NamespaceFacts> facts = await(name);
        NamespaceFacts brought = watched.byName().get(name);
        if (brought != null) {
            bring(brought);
        } else if (last == null && !isAsked(name) && !watched.isWatching()) {
            bring(NamespaceFacts.unknown(name));
        }
        return facts;
    }

    private boolean isFresh(Remembered read) {
        return nanos.getAsLong() - read.since() < MEMORY.toNanos();
    }

    private CompletableFuture<NamespaceFacts> await(String name) {
        CompletableFuture<NamespaceFacts> mine = new CompletableFuture<>();
        Map.Entry<String, CompletableFuture<NamespaceFacts>> dropped = null;
        synchronized (awaited) {
            CompletableFuture<NamespaceFacts> same = awaited.putIfAbsent(name, mine);
            if (same != null) {
                return same;
            }
            if (awaited.size() > MAX_AWAITED) {
                dropped = awaited.entrySet().iterator().next();
                awaited.remove(dropped.getKey());
            }
        }
        // What depends on facts may run on this thread, and must not find the lock taken.
        if (dropped != null) {
            dropped.getValue().complete(NamespaceFacts.unknown(dropped.getKey()));
        }
        var ignored = mine.completeOnTimeout(NamespaceFacts.unknown(name), DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((facts, never) -> awaited.remove(name, mine));
        return mine;
    }

    private void bring(NamespaceFacts facts) {
        CompletableFuture<NamespaceFacts> found = awaited.remove(facts.name());
        if (found != null) {
            found.complete(facts);
        }
    }

    /** Has the namespace read, unless it is read already; false if there have been too many reads. */
    private boolean isAsked(String name) {
        Remembered mine = new Remembered(NamespaceFacts.unknown(name), nanos.getAsLong());
        if (remembered.merge(name, mine, (old, now) -> isFresh(old) ? old : now) != mine) {
            return true;
        }
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(read -> !isFresh(read));
        }
        if (rate.take() > 0) {
            remembered.remove(name, mine);
            return false;
        }
        var ignored = server.ask(kind.path() + "/" + name, DEADLINE)
                .thenApplyAsync(answer -> facts(name, answer))
                .whenComplete((facts, failed) -> take(name, facts, failed));
        return true;
    }

    private NamespaceFacts facts(String name, ApiResponse answer) {
        if (answer.isNotFound()) {
            return NamespaceFacts.unknown(name);
        }
        if (!answer.isSuccess()) {
            throw new IllegalStateException("the API server answers with " + answer.words("get of namespaces"));
        }
        try {
            return kind.reader()
                    .read(kind.object(answer.body()))
                    .filter(facts -> facts.name().equals(name))
                    .orElseThrow();
        } catch (IOException | UnexpectedJsonException | InvalidManifestException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private void take(String name, @Nullable NamespaceFacts facts, @Nullable Throwable failed) {
        if (failed != null) {
            LOG.debugf("namespace %s could not be read: %s", name, OneLine.logged(failed));
        }
        if (facts == null && watched.isWatching()) {
            return;
        }
        NamespaceFacts read = facts == null ? NamespaceFacts.unknown(name) : facts;
        remembered.put(name, new Remembered(read, nanos.getAsLong()));
        bring(read);
    }
}

package dev.tolerant.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.api.ListPages;
import dev.tolerant.api.ListPages.RefusedException;
import dev.tolerant.api.StreamedResponse;
import dev.tolerant.api.WatchEvent;
import dev.tolerant.engine.json.ItemStream.LineStream;
import dev.tolerant.engine.json.UnexpectedJsonException;
import dev.tolerant.engine.manifest.ManifestProblem.InvalidManifestException;
import dev.tolerant.engine.words.OneLine;
import dev.tolerant.server.cluster.Heap.Room;
import dev.tolerant.server.cluster.WatchedKinds.Kind;
import dev.tolerant.thread.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reflects all objects of one cluster-scoped kind while the program needs them: lists them in pages, follows them with a watch,
 * and lists them again where the watch cannot go on. It keeps nothing of the objects themselves, because they may be many and large.
 * A thread of its own reads, and tells of changes; any thread may call its methods, of which none waits.
 *
 * @param <F> what is kept of an object, told apart by {@code equals}
 */
final class Reflector<F> implements AutoCloseable {
    /** A watch that has been down for longer does not go on, because the data may have been restored from a backup meanwhile. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger LOG = Logger.getLogger(Reflector.class);
    private static final long MAX_PAUSE_SECONDS = 8;
    private static final int NOTHING = -1;
    private static final int MAX_SAID = 1000;
    private static final String LEFT_OUT = " left out, because the heap has no room for them";
    private static final String RAISE = "raise -Xmx (jvm.options) and resources.limits.memory";
    private static final String FULL = "no room";
    private static final ApiResponse NO_ANSWER = new ApiResponse(0, new byte[0], 0);

    private final Kind<F> kind;
    private final Tools tools;
    private final Listener<F> listener;
    private final Map<String, F> byName = new ConcurrentHashMap<>();
    private volatile @Nullable Run run;

    // Both are guarded by this.
    private @Nullable Map<String, F> objects;
    private boolean closed;

    /** The listener is told of each change, on the reading thread. */
    Reflector(Kind<F> kind, Tools tools, Listener<F> listener) {
        this.kind = kind;
        this.tools = tools;
        this.listener = listener;
    }

    @FunctionalInterface
    interface Listener<F> {
        /** Something else is kept of an object, or nothing any more; called with a lock, so it must return at once. */
        void changed(String name, @Nullable F before, @Nullable F now);
    }

    /** Shared by all reflectors; {@code nanos} is a monotonic clock such as {@link System#nanoTime}. */
    record Tools(ApiServer server, SourceMetrics metrics, LongSupplier nanos, Sleep sleep, Heap heap) {}

    /** Begins or ends to read the objects, if need be; nothing is kept of them after the end. */
    synchronized void setNeeded(boolean needed) {
        Run running = run;
        if (needed && running == null && !closed) {
            Run begun = new Run();
            run = begun;
            begun.thread.start();
        } else if (!needed && running != null) {
            run = null;
            running.end();
        }
    }

    boolean isNeeded() {
        return run != null;
    }

    /** Changes as the cluster does. */
    Map<String, F> byName() {
        return byName;
    }

    /** The objects at one moment: of a list either all objects or none; the same map until something else is kept. */
    synchronized Map<String, F> objects() {
        Map<String, F> same = objects;
        if (same == null) {
            same = Map.copyOf(byName);
            objects = same;
        }
        return same;
    }

    KindState state() {
        Run running = run;
        return running == null ? KindState.UNREAD : running.health.state();
    }

    /** True once all objects have been listed. */
    boolean isRead() {
        Run running = run;
        return running != null && running.health.isRead();
    }

    /** True where the API server refuses to list the kind, because rights or the CRD are missing, and always has. */
    boolean isRefused() {
        Run running = run;
        return running != null && running.health.isRefused();
    }

    /** True while all objects are known as they are now. */
    boolean isWatching() {
        return state() == KindState.WATCHED;
    }

    /** For objects that count together: one that is left out could change what all others give. */
    KindState wholeState() {
        KindState state = state();
        return state.isKnown() && !leftOut().isEmpty() ? KindState.FAILING : state;
    }

    /** The API server's answer while the kind is refused or failing, with what to do, or how many are left out; empty if it is none. */
    Optional<String> trouble() {
        Run running = run;
        if (running == null) {
            return Optional.empty();
        }
        int leftOut = leftOut().size();
        return leftOut == 0
                ? running.health.trouble()
                : Optional.of(leftOut + " " + kind.plural() + LEFT_OUT + "; " + RAISE);
    }

    /** The objects for which there is no memory: by name, the generation that is left out; changes as the cluster does. */
    Map<String, JsonNode> leftOut() {
        Run running = run;
        return running == null ? Map.of() : running.room.leftOut();
    }

    /** Empty while the objects are not needed. */
    Optional<String> words() {
        return Optional.ofNullable(run).map(Run::words);
    }

    /** By the name of the kind, while the objects are needed. */
    void tell(Map<String, String> state) {
        words().ifPresent(words -> state.put(kind.plural(), words));
    }

    @Override
    public synchronized void close() {
        closed = true;
        setNeeded(false);
    }

    /** The time in which the objects are needed, without a pause. The thread alone writes its fields. */
    private final class Run implements ListPages.Reader {
        final Thread thread = new DaemonThreads("tolerant-" + kind.plural()).newThread(this::readAll);
        private final Runnable unregister;
        private final ListPages pages = new ListPages(tools.server(), tools.sleep(), ListPages.ENDLESS);
        private final Set<String> said = new HashSet<>();

        // Of a list that has not ended yet.
        private Map<String, F> listed = new HashMap<>();
        private String listedVersion = "";

        /** From which a watch misses nothing; empty where a list has to come first. */
        private String version = "";

        private final Backoff backoff = new Backoff(MAX_PAUSE_SECONDS);
        private int saidCode = NOTHING;
        private volatile boolean ended;
        private final Room room = tools.heap().room(kind.shareOfHeap());
        private final KindHealth health = new KindHealth(kind, tools.nanos());

        Run() {
            this.unregister = tools.metrics()
                    .source(
                            kind.plural(),
                            () -> health.isRead() || health.isAbsent(),
                            health::ageSeconds,
                            () -> room.leftOut().size());
        }

        /** Called with the reflector's lock, so that nothing is kept later. */
        void end() {
            keepOnly(Set.of());
            ended = true;
            tools.heap().end(room);
            unregister.run();
            thread.interrupt();
        }

        private String words() {
            int leftOut = room.leftOut().size();
            return health.words() + (leftOut == 0 ? "" : "; " + leftOut + LEFT_OUT);
        }

        private void keepOnly(Set<String> names) {
            byName.keySet().stream().filter(name -> !names.contains(name)).forEach(name -> keep(name, null));
        }

        private void readAll() {
            try {
                while (!ended) {
                    Duration pause = readOn();
                    if (!pause.isZero()) {
                        tools.sleep().sleep(pause);
                    }
                }
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            }
        }

        /** Returns how long to pause before it goes on. */
        private Duration readOn() throws InterruptedException {
            long asked = 0;
            boolean well = false;
            try {
                if (version.isEmpty() || health.secondsDown() >= PATIENCE.toSeconds()) {
                    list();
                }
                well = watch();
            } catch (RefusedException refused) {
                asked = refused.answer().retryAfterSeconds();
                failed(refused.answer(), refused);
            } catch (IOException broken) {
                failed(NO_ANSWER, broken);
            } catch (RuntimeException | Error ours) {
                version = "";
                failed(NO_ANSWER, ours);
            }
            if (well) {
                backoff.reset();
                return Duration.ZERO;
            }
            health.down();
            Duration pause = backoff.next(asked);
            Duration decision = health.undecided();
            return decision != null && decision.compareTo(pause) < 0 ? decision : pause;
        }

        private void list() throws IOException, InterruptedException {
            version = "";
            pages.read(
                    new ListPages.Query(kind.query() + "limit=" + ListPages.LIMIT, kind.plural(), kind.plural()), this);
            Map<String, F> all = listed;
            listed = new HashMap<>();
            version = listedVersion;
            room.freeAllBut(all.keySet());
            synchronized (Reflector.this) {
                keepOnly(all.keySet());
                all.forEach(this::keep);
                health.listed();
            }
        }

        @Override
        public void begin() {
            room.begin();
            listed.clear();
        }

        @Override
        public void item(byte[] json) throws IOException {
            ObjectNode object = kind.object(json);
            String name = object.path("metadata").path("name").asText();
            health.goesOn();
            F before = byName.get(name);
            // Else the heap would hold everything twice until the list has ended.
            taken(name, object, before).ifPresent(facts -> listed.put(name, facts.equals(before) ? before : facts));
        }

        @Override
        public void version(String resourceVersion) {
            listedVersion = resourceVersion;
        }

        @Override
        public void failed(IOException why) throws InterruptedException {
            if (ended) {
                throw new InterruptedException();
            }
            failed(why instanceof RefusedException refused ? refused.answer() : NO_ANSWER, why);
        }

        /** True if it has brought a newer version before it ended or broke, so that it may be opened again at once. */
        private boolean watch() throws IOException, InterruptedException {
            String from = version;
            try (StreamedResponse answer = tools.server().watch(kind.query(), from)) {
                if (!answer.isSuccess()) {
                    ApiResponse refusal = answer.read();
                    version = "";
                    if (refusal.isExpired()) {
                        return false;
                    }
                    throw new RefusedException(
                            refusal, "the API server answers with " + refusal.words("watch of " + kind.plural()));
                }
                health.watching();
                saidCode = NOTHING;
                LineStream lines = new LineStream(answer.body());
                for (byte[] line = next(lines); line != null; line = next(lines)) {
                    if (!take(line)) {
                        return false;
                    }
                }
            }
            if (room.isWorthAList()) {
                version = "";
            }
            return !version.equals(from);
        }

        /** A watch that breaks, or goes silent, is opened again, and is no trouble unless that fails. */
        private byte @Nullable [] next(LineStream lines) {
            try {
                return lines.next();
            } catch (IOException broken) {
                LOG.debugf("the watch of %s has ended: %s", kind.plural(), OneLine.logged(broken));
                return null;
            }
        }

        /** True if the watch goes on after this event. */
        private boolean take(byte[] line) throws IOException {
            // Whatever is wrong with the event, a list has to come first.
            version = "";
            WatchEvent event = WatchEvent.read(line);
            if (event.isExpired()) {
                return false;
            }
            switch (event.type()) {
                case "ADDED", "MODIFIED" -> changed(event.name(), kind.object(event.object()));
                case "DELETED" -> {
                    room.free(event.name());
                    keep(event.name(), null);
                }
                default -> {
                    // A bookmark has nothing but its version.
                }
            }
            version = event.resourceVersion();
            return true;
        }

        private void changed(String name, ObjectNode object) {
            keep(name, taken(name, object, byName.get(name)).orElse(null));
        }

        /** Returns the facts to keep from now on: those of before where this version has no room. */
        private Optional<F> taken(String name, ObjectNode object, @Nullable F before) {
            Optional<F> facts = read(name, object);
            if (facts.isEmpty()) {
                room.free(name);
                return facts;
            }
            if (room.take(name, facts.get(), object.at("/metadata/generation"))) {
                return facts;
            }
            if (said.add(FULL)) {
                warn(kind.plural() + " have filled their share of the heap, "
                        + room.megabytes()
                        + " MB, so new ones are left out and larger versions not taken up; " + RAISE);
            }
            return Optional.ofNullable(before);
        }

        private Optional<F> read(String name, ObjectNode object) {
            try {
                return kind.reader().read(object);
            } catch (UnexpectedJsonException unusable) {
                skip(name, unusable.getMessage());
            } catch (InvalidManifestException unusable) {
                skip(name, unusable.problem().what());
            } catch (RuntimeException ours) {
                // One object must not hide the others.
                skip(name, OneLine.logged(ours));
            }
            return Optional.empty();
        }

        /** Says it once, because another client may write the object's status all the time. */
        private void skip(String name, @Nullable String why) {
            String sentence = kind.plural() + " " + name + " cannot be used: " + why;
            if (said.size() < MAX_SAID && said.add(sentence)) {
                warn(sentence);
            }
        }

        /** Most events bring nothing new: a kubelet writes its node's status every few minutes at least. */
        private void keep(String name, @Nullable F facts) {
            synchronized (Reflector.this) {
                F before = byName.get(name);
                if (ended || Objects.equals(before, facts)) {
                    return;
                }
                if (facts == null) {
                    byName.remove(name);
                } else {
                    byName.put(name, facts);
                }
                objects = null;
                listener.changed(name, before, facts);
            }
        }

        /** Says what is wrong, once until a watch is open or something else is wrong: a missing right stays for hours. */
        private void failed(ApiResponse now, Throwable why) throws InterruptedException {
            if (ended) {
                return;
            }
            health.failed(now);
            if (KindHealth.isRefusal(now)
                    && kind.of().isOptional()
                    && health.discovered(tools.server().has(kind.group(), kind.plural()))) {
                LOG.infof("the API server has no %s, and will be asked again", kind.plural());
                keepOnly(Set.of());
            }
            if (now.code() == saidCode || (KindHealth.isRefusal(now) && !health.isClear())) {
                return;
            }
            saidCode = now.code();
            warn(
                    KindHealth.isRefusal(now)
                            ? kind.plural() + " cannot be listed (" + now.code() + "): " + kind.hint()
                                    + "; decisions are made "
                                    + (health.isRead() ? "with the last good version" : "without them")
                            : kind.plural() + " cannot be listed or watched now, and will be retried: "
                                    + OneLine.logged(why));
        }

        private void warn(String sentence) {
            tools.metrics().problem(LOG, sentence);
        }
    }
}

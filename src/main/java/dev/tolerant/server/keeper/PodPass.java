package dev.tolerant.server.keeper;

import dev.tolerant.api.ApiResponse;
import dev.tolerant.api.ApiServer;
import dev.tolerant.api.Backoff;
import dev.tolerant.api.Backoff.Sleep;
import dev.tolerant.api.ListPages;
import dev.tolerant.api.StreamedResponse;
import dev.tolerant.api.WatchEvent;
import dev.tolerant.engine.json.ItemStream.LineStream;
import dev.tolerant.engine.json.Mask;
import dev.tolerant.engine.json.TreeReader;
import dev.tolerant.observed.stored.Judgement.PodState;
import dev.tolerant.server.keeper.Backlog.PodKey;
import dev.tolerant.server.keeper.KeeperJudge.Basis;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The list of all pods whenever it is due, and the watch that goes on from the version of a list, so that it misses no new
 * pod. One thread {@linkplain #look looks} again and again, another one {@linkplain #watch watches}. Any may ask for the age.
 */
final class PodPass {
    private static final Logger LOG = Logger.getLogger(PodPass.class);
    private static final String PATH = "/api/v1/pods";
    /** Times that a page of a list is asked for. */
    private static final int TRIES = 6;

    static final Duration HOURLY = Duration.ofHours(1);
    /** Policies may change again and again while a person works on them, and namespaces come and go. */
    static final Duration AFTER_CHANGE = Duration.ofMinutes(10);
    /** Gathers changes before a list, because one action makes several. */
    static final Duration SETTLED = Duration.ofSeconds(10);
    /** After a list that failed, or when the watch cannot go on and needs a list to begin from. */
    static final Duration AFTER_LOSS = Duration.ofMinutes(1);

    /** After so many elections in a row the first list is an hour away from the last. */
    private static final int MAX_REPEATED = 6;

    private static final long MAX_PAUSE_SECONDS = 15;

    private static final Mask VERSION = Mask.of().with("metadata", Mask.ofValues("resourceVersion"));

    private final ApiServer server;
    private final ListPages pages;
    private final Starts starts;
    private final Census census;
    private final FewLines complaints;
    private final LongSupplier nanos;
    private final Sleep sleep;

    // Of the thread that looks.
    private @Nullable Basis basis;
    private volatile @Nullable Long lastFinished;
    // Of the thread that watches.
    private final Backoff backoff = new Backoff(MAX_PAUSE_SECONDS);

    // Guarded by this.
    private long due;
    private @Nullable Long lastBegun;
    private @Nullable Long lastForChange;

    private boolean changed;
    /** The version up to which all new pods have been seen; empty if the next list has to tell. */
    private String seen = "";

    /**
     * When the lists of one replica began, whichever term they were of. A slow API server makes the Lease change hands, and each new leader
     * would add a list of all pods to what it has to do.
     */
    static final class Starts {
        private final LongSupplier nanos;

        // Guarded by this.
        private @Nullable Long lastList;
        private @Nullable Long lastElection;
        private int repeated;

        Starts(LongSupplier nanos) {
            this.nanos = nanos;
        }

        /** The first list after an election is due a while after the last one, which grows while elections repeat. */
        synchronized long afterElection() {
            long now = nanos.getAsLong();
            boolean again = lastElection != null && now - lastElection < HOURLY.toNanos();
            repeated = again ? Math.min(repeated + 1, MAX_REPEATED) : 0;
            lastElection = now;
            long allowed = lastList == null ? now : lastList + (AFTER_LOSS.toNanos() << repeated);
            return allowed - now > 0 ? allowed : now;
        }

        synchronized void begun(long now) {
            lastList = now;
        }
    }

    PodPass(ApiServer server, Census census, Starts starts, LongSupplier nanos, Sleep sleep) {
        this.server = server;
        this.starts = starts;
        this.pages = new ListPages(server, sleep, TRIES);
        this.census = census;
        this.complaints = new FewLines(LOG, Duration.ofMinutes(1), nanos);
        this.nanos = nanos;
        this.sleep = sleep;
        this.due = starts.afterElection();
    }

    /** Lists all pods if it is time, and never waits for those that it finds to be changed; to be called every second or so. */
    void look() throws InterruptedException {
        Basis now = census.judge.basis();
        if (now == null) {
            return;
        }
        if (basis != null && !basis.equals(now)) {
            wantAfterChange();
        }
        basis = now;
        census.release();
        if (census.backlog.takeOverflow()) {
            want(Duration.ZERO, AFTER_CHANGE);
        }
        if (takeDue()) {
            list();
        } else if (lastFinished == null && version().isEmpty()) {
            watchFromNow();
        }
    }

    /** Lets the watch begin before the first list of a term, if that is due later. */
    private void watchFromNow() throws InterruptedException {
        try {
            ApiResponse answer = server.answer(server.request(PATH + "?limit=1").build());
            if (answer.isSuccess()) {
                seen(TreeReader.read(answer.body(), VERSION)
                        .at("/metadata/resourceVersion")
                        .asText());
            }
        } catch (IOException unanswered) {
            complaints.warn("the watch of pods begins later: " + unanswered.getMessage());
        }
    }

    private void list() throws InterruptedException {
        long began = nanos.getAsLong();
        try {
            pages.read(new ListPages.Query(PATH + "?limit=" + ListPages.LIMIT, "all pods", "pods"), new Listing());
        } catch (IOException | RuntimeException failed) {
            want(AFTER_LOSS, AFTER_LOSS);
            complaints.warn(
                    "all pods could not be listed, and will be listed again in a minute: " + failed.getMessage());
            return;
        }
        census.finish();
        long now = nanos.getAsLong();
        lastFinished = now;
        LOG.infof(
                "looked at all pods in %d ms: %d right, %d to change, %d waiting",
                (now - began) / 1_000_000,
                census.of(PodState.RIGHT),
                census.of(PodState.WOULD_CHANGE),
                census.of(PodState.WAITING));
    }

    private final class Listing implements ListPages.Reader {
        @Override
        public void begin() {
            census.begin();
        }

        @Override
        public void item(byte[] json) {
            census.listed(json);
        }

        @Override
        public void version(String resourceVersion) {
            synchronized (PodPass.this) {
                if (seen.isEmpty()) {
                    seen(resourceVersion);
                }
            }
        }
    }

    /** True if all pods are to be listed now, by the caller. */
    private synchronized boolean takeDue() {
        long now = nanos.getAsLong();
        if (due - now > 0) {
            return false;
        }
        lastBegun = now;
        starts.begun(now);
        lastForChange = changed ? (Long) now : lastForChange;
        changed = false;
        due = now + HOURLY.toNanos();
        return true;
    }

    /** Notes that what pods should have may have changed. Passes of the hour do not count: the first change after a quiet time is seen at once. */
    private synchronized void wantAfterChange() {
        want(SETTLED, AFTER_CHANGE, lastForChange);
        changed = true;
    }

    /** Has all pods listed after this time, and not sooner than so long after the last list. */
    private synchronized void want(Duration after, Duration apart) {
        want(after, apart, lastBegun);
    }

    private synchronized void want(Duration after, Duration apart, @Nullable Long earlier) {
        long soonest = nanos.getAsLong() + after.toNanos();
        long allowed = earlier == null ? soonest : earlier + apart.toNanos();
        long wanted = allowed - soonest > 0 ? allowed : soonest;
        due = wanted - due < 0 ? wanted : due;
    }

    /** Since the last list of all pods was finished; NaN if there was none. */
    double ageSeconds() {
        Long finished = lastFinished;
        return finished == null ? Double.NaN : (nanos.getAsLong() - finished) / 1e9;
    }

    /** Watches all pods until the API server ends it or it breaks, and waits before the next time. */
    void watch() throws InterruptedException {
        String from = awaitVersion();
        long asked = 0;
        try (StreamedResponse answer = server.watch(PATH, from)) {
            if (answer.isSuccess()) {
                read(new LineStream(answer.body()));
            } else {
                ApiResponse refusal = answer.read();
                asked = refusal.retryAfterSeconds();
                if (!refusal.isExpired()) {
                    throw new IOException("the API server answers with " + refusal.words("watch of pods"));
                }
                forget();
            }
        } catch (IOException broken) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            complaints.warn("the watch of pods is down, and will be opened again: " + broken.getMessage());
        }
        // A healthy watch delivers a bookmark before it ends.
        if (!version().equals(from)) {
            backoff.reset();
        }
        sleep.sleep(backoff.next(asked));
    }

    private void read(LineStream lines) throws IOException {
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            WatchEvent event = WatchEvent.read(line);
            if (event.isExpired()) {
                forget();
                return;
            }
            switch (event.type()) {
                case "ADDED" -> census.added(event.object());
                case "MODIFIED" -> census.changed(pod(event), event.object());
                case "DELETED" -> census.deleted(pod(event));
                default -> {
                    // A bookmark has nothing but its version.
                }
            }
            seen(event.resourceVersion());
        }
    }

    private static PodKey pod(WatchEvent event) {
        return new PodKey(event.namespace(), event.name());
    }

    private synchronized void forget() {
        seen("");
        want(Duration.ZERO, AFTER_LOSS);
    }

    private synchronized void seen(String version) {
        seen = version;
        notifyAll();
    }

    private synchronized String awaitVersion() throws InterruptedException {
        while (seen.isEmpty()) {
            wait();
        }
        return seen;
    }

    private synchronized String version() {
        return seen;
    }
}

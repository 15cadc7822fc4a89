package dev.tolerant.server.fleet;

import dev.tolerant.api.ListPages;
import dev.tolerant.observed.verdict.PodState;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Lists the pods whose time has come, one list at a time, and never waits for the pods that it finds to be changed. */
final class Rounds {
    private static final Logger LOG = Logger.getLogger(Rounds.class);
    /** So many lists follow one another; hundreds of nodes can change at once. */
    private static final int AT_ONCE = 10;

    private final CurrentSnapshot cluster;
    private final ListPages pages;
    private final Survey survey;
    private final Position position;
    private final Schedule schedule;
    private final Tally tally;
    private final Backlog backlog;
    private final FewLines complaints;
    private final LongSupplier nanos;
    private final Changes changes = new Changes();
    private boolean overflowed;
    private volatile boolean listing;
    private volatile @Nullable Long finished;

    Rounds(
            CurrentSnapshot cluster,
            ListPages pages,
            Survey survey,
            Position position,
            Schedule schedule,
            Tally tally,
            Backlog backlog,
            FewLines complaints,
            LongSupplier nanos) {
        this.cluster = cluster;
        this.pages = pages;
        this.survey = survey;
        this.position = position;
        this.schedule = schedule;
        this.tally = tally;
        this.backlog = backlog;
        this.complaints = complaints;
        this.nanos = nanos;
    }

    /** Lists what is due, or the first of it; to be called every second or so. */
    void look() throws InterruptedException {
        WholeCluster whole = cluster.cluster();
        if (whole == null || !whole.isWatched()) {
            return;
        }
        schedule.changed(changes.since(cluster.current(), cluster.unusable(), whole.coverage()));
        overflowed |= backlog.takeOverflow() > 0;
        if (overflowed && backlog.hasRoom()) {
            overflowed = false;
            schedule.overflowed();
        }
        listing = true;
        try {
            Scope scope = schedule.next();
            for (int i = 1; scope != null; i++) {
                list(scope);
                scope = i < AT_ONCE ? schedule.next() : null;
            }
        } finally {
            listing = false;
        }
    }

    private void list(Scope scope) throws InterruptedException {
        boolean isWhole = scope instanceof Scope.Everything;
        boolean done = false;
        long began = nanos.getAsLong();
        try {
            pages.read(scope.query(), isWhole ? new Pass() : new Part());
            done = true;
        } catch (IOException failed) {
            complaints.warn(
                    scope + " could not be listed, and will be listed again in a minute: " + failed.getMessage());
        } finally {
            if (!done) {
                schedule.failed(scope);
            }
            if (isWhole && !done) {
                tally.abandon();
            }
        }
        if (isWhole && done) {
            tally.finish();
            finished = nanos.getAsLong();
            LOG.infof(
                    "looked at all pods in %d ms: %d right, %d to change, %d waiting",
                    (nanos.getAsLong() - began) / 1_000_000,
                    tally.of(PodState.RIGHT),
                    tally.of(PodState.WOULD_CHANGE),
                    tally.of(PodState.WAITING));
        }
    }

    /** A list of all pods, which counts them. */
    private final class Pass implements ListPages.Reader {
        @Override
        public void begin() {
            tally.begin();
        }

        @Override
        public void item(byte[] json) {
            survey.listed(json);
        }

        @Override
        public void version(String resourceVersion) {
            position.listed(resourceVersion);
        }
    }

    /** A list of pods that have been counted before. */
    private final class Part implements ListPages.Reader {
        @Override
        public void begin() {
            // What was shown before is only looked at again.
        }

        @Override
        public void item(byte[] json) {
            survey.listedAgain(json);
        }

        @Override
        public void version(String resourceVersion) {
            // A watch needs all pods.
        }
    }

    /** Whether a list is under way. */
    boolean isListing() {
        return listing;
    }

    /** The nanoseconds since the last list of all pods was finished; empty if there was none. */
    OptionalLong age() {
        Long end = finished;
        return end == null ? OptionalLong.empty() : OptionalLong.of(nanos.getAsLong() - end);
    }
}

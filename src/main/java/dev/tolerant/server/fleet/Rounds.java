package dev.tolerant.server.fleet;

import dev.tolerant.api.ListPages;
import dev.tolerant.engine.model.NamespaceFacts;
import dev.tolerant.engine.model.PolicySet;
import dev.tolerant.engine.model.Snapshot;
import dev.tolerant.observed.registration.Registration.Coverage;
import dev.tolerant.observed.verdict.Verdict.PodState;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.server.cluster.WholeCluster;
import dev.tolerant.thread.FewLines;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Lists all pods when their time has come, and never waits for those that it finds to be changed. */
final class Rounds {
    private static final Logger LOG = Logger.getLogger(Rounds.class);

    private final CurrentSnapshot cluster;
    private final ListPages pages;
    private final Survey survey;
    private final PodWatch watch;
    private final Schedule schedule;
    private final Tally tally;
    private final Backlog backlog;
    private final FewLines complaints;
    private final LongSupplier nanos;
    private @Nullable Known known;
    private volatile @Nullable Long finished;

    /** What decides about all pods, and has them looked at again when it changes. A set of policies equals only itself. */
    private record Known(PolicySet policies, Set<Coverage> coverage, Map<String, NamespaceFacts> namespaces) {}

    Rounds(
            CurrentSnapshot cluster,
            ListPages pages,
            Survey survey,
            PodWatch watch,
            Schedule schedule,
            Tally tally,
            Backlog backlog,
            FewLines complaints,
            LongSupplier nanos) {
        this.cluster = cluster;
        this.pages = pages;
        this.survey = survey;
        this.watch = watch;
        this.schedule = schedule;
        this.tally = tally;
        this.backlog = backlog;
        this.complaints = complaints;
        this.nanos = nanos;
    }

    /** Lists the pods if it is time; to be called every second or so. */
    void look() throws InterruptedException {
        WholeCluster whole = cluster.cluster();
        if (whole == null || !whole.isWatched()) {
            return;
        }
        Snapshot snapshot = cluster.current();
        Known now = new Known(snapshot.policies(), whole.coverage(), Map.copyOf(snapshot.namespaces()));
        if (known != null && !known.equals(now)) {
            schedule.changed();
        }
        known = now;
        survey.release(snapshot.nodes());
        if (backlog.takeOverflow()) {
            schedule.overflowed();
        }
        if (schedule.next()) {
            list();
        }
    }

    private void list() throws InterruptedException {
        boolean done = false;
        long began = nanos.getAsLong();
        try {
            pages.read(Pods.ALL, new Pass());
            done = true;
        } catch (IOException failed) {
            complaints.warn(
                    "all pods could not be listed, and will be listed again in a minute: " + failed.getMessage());
        } finally {
            if (!done) {
                schedule.failed();
            }
        }
        if (done) {
            survey.finish();
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
            survey.begin();
        }

        @Override
        public void item(byte[] json) {
            survey.listed(json);
        }

        @Override
        public void version(String resourceVersion) {
            watch.listed(resourceVersion);
        }
    }

    /** The nanoseconds since the last list of all pods was finished; empty if there was none. */
    OptionalLong age() {
        Long end = finished;
        return end == null ? OptionalLong.empty() : OptionalLong.of(nanos.getAsLong() - end);
    }
}

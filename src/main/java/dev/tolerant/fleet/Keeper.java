package dev.tolerant.fleet;

import dev.tolerant.api.Sleep;
import dev.tolerant.cluster.CurrentSnapshot;
import dev.tolerant.thread.DaemonThreads;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * What all terms of this replica as the keeper have in common.
 *
 * @param enforces whether pods are changed
 * @param patchesPerSecond how many of them
 * @param instance names this replica
 * @param nanos a monotonic clock such as {@link System#nanoTime}
 */
record Keeper(
        KubernetesClient client,
        CurrentSnapshot cluster,
        Judge judge,
        boolean enforces,
        int patchesPerSecond,
        String instance,
        FewLines complaints,
        LongSupplier nanos,
        Sleep sleep) {
    /** A new term; {@code left} is where the keeper before this one has left off, empty if nobody knows. */
    Term term(String left) {
        // Ends what the API server leaves hanging.
        ScheduledExecutorService timer = DaemonThreads.single("tolerant-fleet-timer");
        return new Term(cluster, TermParts.of(this, left, timer), timer);
    }
}

package dev.tolerant.server.fleet;

import dev.tolerant.api.Sleep;
import dev.tolerant.server.cluster.CurrentSnapshot;
import dev.tolerant.thread.FewLines;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.LongSupplier;

/**
 * What all terms of this replica as the keeper have in common.
 *
 * @param enforces whether pods are changed
 * @param patchesPerSecond how many of them
 * @param nanos a monotonic clock such as {@link System#nanoTime}
 */
record Keeper(
        KubernetesClient client,
        CurrentSnapshot cluster,
        Judge judge,
        boolean enforces,
        int patchesPerSecond,
        FewLines complaints,
        LongSupplier nanos,
        Sleep sleep) {}

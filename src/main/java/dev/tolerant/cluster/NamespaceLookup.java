package dev.tolerant.cluster;

import dev.tolerant.core.policy.NamespaceFacts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Looks up namespaces that the watch has not delivered yet. */
@FunctionalInterface
interface NamespaceLookup {

    /** The facts, or {@linkplain NamespaceFacts#unknown unknown} ones once the deadline is over; it never fails. */
    CompletionStage<NamespaceFacts> read(String name);

    /** A namespace without labels and annotations, where there is no cluster to ask. */
    static CompletionStage<NamespaceFacts> plain(String name) {
        return CompletableFuture.completedFuture(NamespaceFacts.plain(name));
    }
}

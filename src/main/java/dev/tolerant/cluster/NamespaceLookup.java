package dev.tolerant.cluster;

import dev.tolerant.core.policy.NamespaceFacts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where namespaces are looked for that have not been seen yet. */
@FunctionalInterface
interface NamespaceLookup {

    /** The facts, or {@linkplain NamespaceFacts#unknown unknown} ones once the deadline is over; it never fails. */
    CompletionStage<NamespaceFacts> read(String name);

    /** A namespace that nobody has said anything about, where there is no cluster to ask. */
    static CompletionStage<NamespaceFacts> plain(String name) {
        return CompletableFuture.completedFuture(NamespaceFacts.plain(name));
    }
}

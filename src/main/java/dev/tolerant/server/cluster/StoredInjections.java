package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.model.Injections;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The object by which the API server gives new pods what it can give by itself: the leader writes it where it says something else than
 * policies, namespaces and settings do.
 *
 * <p>One thread compares and writes; any thread may say what is wanted.
 */
final class StoredInjections implements AutoCloseable {
    private final LedObject<InjectionsObject.Spec> object;
    private final SourceMetrics metrics;
    private volatile @Nullable Injections wanted;
    private volatile boolean asWanted;

    // Touched by the object's thread alone.
    private @Nullable Injections written;
    private @Nullable InjectionsObject next;

    /** @param leading whether this replica is the leader, and what it wants comes from every policy, namespace and node of the cluster */
    StoredInjections(KubernetesClient client, Reflector.Tools tools, BooleanSupplier leading) {
        this.object = new LedObject<>(client, WatchedKinds.INJECTIONS, tools, leading, this::write);
        this.metrics = tools.metrics();
    }

    void start() {
        metrics.flag(
                "tolerant.injections.stored",
                "Whether the object by which the API server gives pods what it can by itself says all of that",
                () -> asWanted);
        object.start();
    }

    /** Has the API server give this, once this replica may write it. */
    void want(Injections now) {
        wanted = now;
        write();
    }

    /** Compares, and writes what is wanted, if need be; to be called every second or so. */
    void write() {
        object.execute(this::compareAndWrite);
    }

    private void compareAndWrite() {
        boolean mayWrite = object.isLeading();
        // Read after that answer: before, it may have come from a part of the policies.
        Injections now = wanted;
        if (now == null) {
            return;
        }
        InjectionsObject said = said(now);
        asWanted =
                object.stored().filter(stored -> stored.equals(said.getSpec())).isPresent();
        if (asWanted) {
            object.settled();
        } else if (mayWrite && object.isDue()) {
            object.write(
                    said,
                    "what the API server gives pods by itself",
                    "it gives them " + (object.stored().isEmpty() ? "nothing" : "what was stored before"));
        }
    }

    /** The same object as long as the same is wanted: it may say what 600 policies give. */
    private InjectionsObject said(Injections now) {
        InjectionsObject last = next;
        if (last == null || written != now) {
            last = InjectionsObject.of(now);
            next = last;
            written = now;
        }
        return last;
    }

    /** The state of the watch in words; empty while there is none. */
    Optional<String> state() {
        return object.words();
    }

    @Override
    public void close() {
        object.close();
    }
}

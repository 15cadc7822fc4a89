package dev.tolerant.server.cluster;

import dev.tolerant.engine.crd.InjectionsObject;
import dev.tolerant.engine.model.Injections;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The object by which the API server gives new pods what it can give by itself: the leader writes it where it says something else than
 * policies, namespaces and settings do.
 */
final class StoredInjections extends LedObject<Injections, InjectionsObject.Spec> {
    private final SourceMetrics metrics;
    private volatile boolean asWanted;

    // Touched by the object's thread alone.
    private @Nullable Injections written;
    private @Nullable InjectionsObject next;

    /** @param leading whether this replica is the leader, and what it wants comes from every policy, namespace and node of the cluster */
    StoredInjections(KubernetesClient client, Reflector.Tools tools, BooleanSupplier leading) {
        super(client, WatchedKinds.INJECTIONS, InjectionsObject.NAME, tools, leading, null);
        this.metrics = tools.metrics();
    }

    @Override
    void start() {
        metrics.flag(
                "tolerant.injections.stored",
                "Whether the object by which the API server gives pods what it can by itself says all of that",
                () -> asWanted);
        super.start();
    }

    @Override
    boolean isSame(Injections now, InjectionsObject.@Nullable Spec stored) {
        return said(now).getSpec().equals(stored);
    }

    @Override
    void compared(Injections now, boolean isSame) {
        asWanted = isSame;
    }

    @Override
    void write(Injections now) {
        apply(
                said(now),
                "what the API server gives pods by itself",
                "it gives them " + (inCluster().isEmpty() ? "nothing" : "what was stored before"));
    }

    @Override
    void changed() {
        write();
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
}

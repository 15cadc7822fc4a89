package dev.tolerant.engine.rule;

import dev.tolerant.engine.model.NodeTaints;
import dev.tolerant.engine.model.PodFacts;
import dev.tolerant.engine.model.Taint;
import dev.tolerant.engine.model.Toleration;
import dev.tolerant.engine.model.TolerationSeconds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tolerations of a stored pod, and the seconds that an update restores. These are searched for once, because an update may repeat
 * entries.
 */
final class StoredTolerations {
    private final List<Toleration> stored;
    private final Set<Toleration> exact;
    private final Optional<TolerationSeconds> notReady;
    private final Optional<TolerationSeconds> unreachable;

    /** @param pod the stored pod; null if none is stored */
    StoredTolerations(@Nullable PodFacts pod) {
        this.stored = pod == null ? List.of() : pod.tolerations();
        // Most reviews are of new pods.
        this.exact = stored.isEmpty() ? Set.of() : new HashSet<>(stored);
        this.notReady = secondsFor(NodeTaints.NOT_READY);
        this.unreachable = secondsFor(NodeTaints.UNREACHABLE);
    }

    /** Whether the stored pod has this toleration, seconds included. */
    boolean contains(Toleration toleration) {
        return exact.contains(toleration);
    }

    /** Whether this entry of the API server's shape has the seconds that an update restores. */
    boolean restores(Toleration toleration) {
        return secondsOf(toleration).filter(toleration.seconds()::equals).isPresent();
    }

    /**
     * The seconds of the same entry in the stored list, or else of the first stored entry that tolerates its taint.
     *
     * @param injected an entry of the API server's shape
     */
    Optional<TolerationSeconds> secondsOf(Toleration injected) {
        return NodeTaints.ofFailure(injected).equals(NodeTaints.NOT_READY) ? notReady : unreachable;
    }

    private Optional<TolerationSeconds> secondsFor(Taint taint) {
        Toleration injected = Toleration.of(taint, TolerationSeconds.NEVER);
        for (Toleration toleration : stored) {
            if (toleration.isSameEntryAs(injected)) {
                return Optional.of(toleration.seconds());
            }
        }
        int first = Toleration.firstOf(stored, taint);
        return first < 0 ? Optional.empty() : Optional.of(stored.get(first).seconds());
    }
}

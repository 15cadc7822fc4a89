package dev.tolerant.core.rule;

import dev.tolerant.core.controlplane.NodeTaints;
import dev.tolerant.core.toleration.Taint;
import dev.tolerant.core.toleration.Toleration;
import dev.tolerant.core.toleration.TolerationSeconds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The seconds that a stored pod has for the taints of failed nodes. An update can repeat the API server's entries a
 * thousand times, so the search through the stored list happens once for each taint.
 */
final class StoredSeconds {
    private final List<Toleration> stored;
    private @Nullable Optional<TolerationSeconds> notReady;
    private @Nullable Optional<TolerationSeconds> unreachable;

    StoredSeconds(List<Toleration> stored) {
        this.stored = stored;
    }

    /**
     * The seconds of the same entry in the stored list, or else of the first stored entry that tolerates its taint.
     *
     * @param injected an entry of the API server's shape
     */
    Optional<TolerationSeconds> of(Toleration injected) {
        Taint taint = NodeTaints.ofFailure(injected);
        if (taint.equals(NodeTaints.NOT_READY)) {
            notReady = notReady == null ? find(injected, taint) : notReady;
            return notReady;
        }
        unreachable = unreachable == null ? find(injected, taint) : unreachable;
        return unreachable;
    }

    private Optional<TolerationSeconds> find(Toleration injected, Taint taint) {
        for (Toleration toleration : stored) {
            if (toleration.isSameEntryAs(injected)) {
                return Optional.of(toleration.seconds());
            }
        }
        int first = taint.firstToleratedBy(stored);
        return first < 0 ? Optional.empty() : Optional.of(stored.get(first).seconds());
    }
}

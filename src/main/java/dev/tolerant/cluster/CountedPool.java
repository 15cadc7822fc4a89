package dev.tolerant.cluster;

import dev.tolerant.core.controlplane.Node;
import dev.tolerant.core.policy.Pool;
import dev.tolerant.core.toleration.Taint;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The taints of one pool's nodes, counted as nodes come, change and go, so that one change costs the same however many
 * nodes there are.
 */
final class CountedPool {
    private final Pool pool;
    private final SortedMap<Taint, Integer> counts = new TreeMap<>(Pool.ORDER);
    private int selected;
    private boolean touched;
    private List<Taint> last;
    private List<Taint> remembered = List.of();

    /** A pool over no nodes; {@code last} is what it gives as long as none is selected. */
    CountedPool(Pool pool, List<Taint> last) {
        this.pool = pool;
        this.last = pool.usable(last);
    }

    Pool pool() {
        return pool;
    }

    /** What the pool gave last. */
    List<Taint> last() {
        return last;
    }

    /** Takes what the status remembers, if that is news, and if no selected node says better. */
    void remember(List<Taint> taints, NodesState nodes) {
        List<Taint> news = pool.usable(taints);
        if (!news.equals(remembered) && !(nodes.read() && selected > 0)) {
            last = news;
        }
        remembered = news;
    }

    /** A node was this before and is that now; null if it was or is not there. */
    void change(@Nullable Node before, @Nullable Node now) {
        count(before, -1);
        count(now, 1);
    }

    private void count(@Nullable Node node, int times) {
        if (node == null || !pool.selects(node)) {
            return;
        }
        touched = true;
        selected += times;
        for (Taint taint : node.taints()) {
            if (pool.counts(taint)) {
                counts.merge(taint, times, (count, more) -> count + more == 0 ? null : count + more);
            }
        }
    }

    /** Whether a node has come, changed or gone that the pool selects, since the state was asked for. */
    boolean isTouched() {
        return touched;
    }

    /** The pool's state. While nodes are unread, those that are counted are only some of them. */
    PoolState state(NodesState nodes) {
        touched = false;
        boolean counted = nodes.read() && selected > 0;
        boolean tooMany = counted && counts.size() > Pool.MAX_TAINTS;
        if (counted && !tooMany) {
            last = List.copyOf(counts.keySet());
        }
        return new PoolState(pool, last, nodes, counted, tooMany);
    }
}

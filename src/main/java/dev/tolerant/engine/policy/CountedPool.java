package dev.tolerant.engine.policy;

import dev.tolerant.engine.controlplane.Node;
import dev.tolerant.engine.toleration.Taint;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one pool gives: the taints of its nodes, counted as nodes come, change and go, so that one change costs the same however
 * many nodes there are. Used by one thread.
 */
public final class CountedPool {
    private final Pool pool;
    private final SortedMap<Taint, Integer> counts = new TreeMap<>(Pool.ORDER);
    private int selected;
    private boolean touched;
    private List<Taint> last;
    private List<Taint> remembered = List.of();

    /** A pool over no nodes; {@code last} is what it gives as long as none is selected. */
    public CountedPool(Pool pool, List<Taint> last) {
        this.pool = pool;
        this.last = pool.usable(last);
    }

    /** A pool over these nodes. */
    public static CountedPool of(Pool pool, List<Taint> last, Collection<Node> nodes) {
        CountedPool counted = new CountedPool(pool, last);
        nodes.forEach(node -> counted.change(null, node));
        return counted;
    }

    public Pool pool() {
        return pool;
    }

    /** Takes what the policy's status remembers, if that is news; it counts until a selected node says better. */
    public void remember(List<Taint> taints) {
        List<Taint> news = pool.usable(taints);
        if (!news.equals(remembered)) {
            last = news;
        }
        remembered = news;
    }

    /** A node was this before and is that now; null if it was or is not there. */
    public void change(@Nullable Node before, @Nullable Node now) {
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

    /** Whether a node has come, changed or gone that the pool selects, since this was asked last. */
    public boolean wasTouched() {
        boolean was = touched;
        touched = false;
        return was;
    }

    /** Whether any node is counted. */
    public boolean selectsNodes() {
        return selected > 0;
    }

    /** Whether the nodes have more taints than a pool gives. */
    public boolean hasTooManyTaints() {
        return counts.size() > Pool.MAX_TAINTS;
    }

    /** What the pool gave last, and gives while only some of the nodes may be counted; sorted. */
    public List<Taint> last() {
        return last;
    }

    /** What the pool gives once all nodes are counted: their taints, or the last ones while it has no nodes or too many taints. */
    public List<Taint> taints() {
        if (selectsNodes() && !hasTooManyTaints()) {
            last = List.copyOf(counts.keySet());
        }
        return last;
    }
}

package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.Pool;
import dev.tolerant.engine.toleration.Taint;
import java.util.List;

/**
 * What is known of one policy's pool.
 *
 * @param taints what the policy's pods tolerate: the taints of the selected nodes, or the last that were known
 * @param nodes what is known of the cluster's nodes
 * @param selected whether any node is known that the pool selects
 * @param tooMany whether the selected nodes have more taints than a policy gives tolerations of
 */
record PoolState(Pool pool, List<Taint> taints, NodesState nodes, boolean selected, boolean tooMany) {}

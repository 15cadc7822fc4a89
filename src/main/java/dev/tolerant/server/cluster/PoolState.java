package dev.tolerant.server.cluster;

import dev.tolerant.engine.policy.KnownPool;
import java.util.Optional;

/**
 * What is known of one policy's pool.
 *
 * @param watched whether nodes and NodePools are known as they are now
 * @param refused what to do about nodes or NodePools that the API server refuses to list; empty if it does not
 */
record PoolState(KnownPool pool, boolean watched, Optional<String> refused) {}

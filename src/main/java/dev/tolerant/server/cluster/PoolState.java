package dev.tolerant.server.cluster;

import dev.tolerant.engine.model.KnownPool;
import java.util.Optional;

/**
 * What is known of one policy's pool.
 *
 * @param watched whether nodes and NodePools are known as they are now
 * @param trouble what the API server answers of those that are refused or failing, with the way out; empty if neither is
 */
record PoolState(KnownPool pool, boolean watched, Optional<String> trouble) {}

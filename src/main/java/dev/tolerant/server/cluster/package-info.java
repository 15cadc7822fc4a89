/** What the program knows about its cluster: informers, lookups, a directory in place of a cluster, and policy status. */
@NullMarked
package dev.tolerant.server.cluster;

import org.jspecify.annotations.NullMarked;
